//===- coefficients.h - constants of the vector functions -----------------------===//
//
// Polynomials were fitted for the least largest error relative to the result, rounded to float one coefficient
// after the other, those behind being fitted again each time. "Error" below is in units of 2^-24 of the result:
// what the polynomial adds to the roundings. The tests recompute the tables and measure the rest.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_COEFFICIENTS_H
#define PTO_X86_COEFFICIENTS_H

#include <cstdint>

namespace pto::x86::detail {

//===-- exp -----------------------------------------------------------------===//

inline constexpr float log2_e = 0x1.715476p+0f;
inline constexpr float ln2 = 0x1.62e43p-1f; // ln 2 - ln2: 0.05 units
inline constexpr float ln2_high = ln2, ln2_low = -0x1.05c61p-29f;

/// 2^(j/32).
alignas(64) inline constexpr float exp2_32nds[32] = {
    0x1p+0f,        0x1.059b0ep+0f, 0x1.0b5586p+0f, 0x1.11301ep+0f, 0x1.172b84p+0f, 0x1.1d4874p+0f, 0x1.2387a6p+0f,
    0x1.29e9ep+0f,  0x1.306fep+0f,  0x1.371a74p+0f, 0x1.3dea64p+0f, 0x1.44e086p+0f, 0x1.4bfdaep+0f, 0x1.5342b6p+0f,
    0x1.5ab07ep+0f, 0x1.6247ecp+0f, 0x1.6a09e6p+0f, 0x1.71f75ep+0f, 0x1.7a1148p+0f, 0x1.82589ap+0f, 0x1.8ace54p+0f,
    0x1.93737cp+0f, 0x1.9c4918p+0f, 0x1.a5503cp+0f, 0x1.ae89fap+0f, 0x1.b7f77p+0f,  0x1.c199bep+0f, 0x1.cb720ep+0f,
    0x1.d5818ep+0f, 0x1.dfc974p+0f, 0x1.ea4afap+0f, 0x1.f50766p+0f};
/// e^r = 1 + r (c1 + c2 r) for |r| <= ln 2 / 64. Error 0.89.
inline constexpr float exp32_1 = 0x1.0000f6p+0f, exp32_2 = 0x1.00003fp-1f;

/// The bits of 2^(j/8), less those of 1 and less j in the three upper bits of the mantissa.
alignas(32) inline constexpr std::int32_t exp2_eighths[8] = {0x000000,  -0x046A3E, -0x07C810, -0x0A0129,
                                                             -0x0AFB0D, -0x0A98D6, -0x08BB03, -0x053F39};
/// e^r = 1 + r + c2 r^2 + c3 r^3 for |r| <= ln 2 / 16. Error 0.43.
inline constexpr float exp8_2 = 0x1.000874p-1f, exp8_3 = 0x1.555674p-3f;

/// (e^(2w) - 1) / 2 = w + c2 w^2 + ... + c6 w^6 for |w| <= ln 2 / 4. Error 0.23.
inline constexpr float expm1_2 = 0x1.fffffep-1f, expm1_3 = 0x1.5554b4p-1f, expm1_4 = 0x1.5556f6p-2f,
                       expm1_5 = 0x1.122538p-3f, expm1_6 = 0x1.6b97b6p-5f;

//===-- log -----------------------------------------------------------------===//
//
// Entry j is for m in [1 + j/N, 1 + (j+1)/N): c is about 1/m, and log_c is -log c. From the middle on, where
// e = -1 may follow, log_c has ln2 (the float) less ln 2 more. c of the first and the last entry is 1 and 1/2;
// that of the others is the float near the middle's 1/m whose log_c is a float to 2^-9 of its last place.

alignas(64) inline constexpr float log16_c[16] = {0x1p+0f,        0x1.d40f4ep-1f, 0x1.bae078p-1f, 0x1.a4252cp-1f,
                                                  0x1.8f9708p-1f, 0x1.7cf0dcp-1f, 0x1.6c1ap-1f,   0x1.5c9196p-1f,
                                                  0x1.4e5c9ep-1f, 0x1.4137bap-1f, 0x1.352496p-1f, 0x1.29e498p-1f,
                                                  0x1.1f789ep-1f, 0x1.15991ep-1f, 0x1.0c9956p-1f, 0x1p-1f};
alignas(64) inline constexpr float log16_log_c[16] = {0x0p+0f,        0x1.6f874p-4f,  0x1.290706p-3f, 0x1.94f074p-3f,
                                                      0x1.fbab7ep-3f, 0x1.2ec6dep-2f, 0x1.5d12bcp-2f, 0x1.89b79p-2f,
                                                      0x1.b453d4p-2f, 0x1.dd65p-2f,   0x1.025092p-1f, 0x1.154b58p-1f,
                                                      0x1.278708p-1f, 0x1.396bcp-1f,  0x1.4a4b3ap-1f, 0x1.62e43p-1f};
/// log(1 + r) = r + c2 r^2 + ... + c5 r^5 for -1/32 <= r <= 1/16. Error 0.05.
inline constexpr float log16_2 = -0.5f, log16_3 = 0x1.555836p-2f, log16_4 = -0x1.001314p-2f, log16_5 = 0x1.825cbcp-3f;

alignas(32) inline constexpr float log8_c[8] = {0x1p+0f,        0x1.af51dep-1f, 0x1.8615eep-1f, 0x1.6430f4p-1f,
                                                0x1.47b3a6p-1f, 0x1.2f58bp-1f,  0x1.1a8f28p-1f, 0x1p-1f};
alignas(32) inline constexpr float log8_log_c[8] = {0x0p+0f,        0x1.5f2e32p-3f, 0x1.167c3ap-2f, 0x1.7390c2p-2f,
                                                    0x1.c8ee16p-2f, 0x1.0c0186p-1f, 0x1.3059fcp-1f, 0x1.62e43p-1f};
/// log(1 + r) = r + c2 r^2 + ... + c6 r^6 for -1/16 <= r <= 1/8. Error 0.05.
inline constexpr float log8_2 = -0x1.fffff6p-2f, log8_3 = 0x1.5555bp-2f, log8_4 = -0x1.002074p-2f,
                       log8_5 = 0x1.99bb94p-3f, log8_6 = -0x1.280c3ap-3f;

//===-- sin, cos ------------------------------------------------------------===//

inline constexpr float eight_over_pi = 0x1.45f306p+1f, four_over_pi = 0x1.45f306p+0f;
/// pi/8 = the sum + 1e-24; pi/4 is the sum of their doubles.
inline constexpr float pi_8_1 = 0x1.921fb6p-2f, pi_8_2 = -0x1.777a5cp-27f, pi_8_3 = -0x1.ee59dap-52f;
/// The largest argument for which the reduction by them holds.
inline constexpr float trig_limit = 0x1p17f;

/// sin(j pi/8), cos(j pi/8).
alignas(64) inline constexpr float sines_16[16] = {
    0, 0x1.87de2ap-2f,  0x1.6a09e6p-1f,  0x1.d906bcp-1f,  1,  0x1.d906bcp-1f,  0x1.6a09e6p-1f,  0x1.87de2ap-2f,
    0, -0x1.87de2ap-2f, -0x1.6a09e6p-1f, -0x1.d906bcp-1f, -1, -0x1.d906bcp-1f, -0x1.6a09e6p-1f, -0x1.87de2ap-2f};
alignas(64) inline constexpr float cosines_16[16] = {
    1,  0x1.d906bcp-1f,  0x1.6a09e6p-1f,  0x1.87de2ap-2f,  0, -0x1.87de2ap-2f, -0x1.6a09e6p-1f, -0x1.d906bcp-1f,
    -1, -0x1.d906bcp-1f, -0x1.6a09e6p-1f, -0x1.87de2ap-2f, 0, 0x1.87de2ap-2f,  0x1.6a09e6p-1f,  0x1.d906bcp-1f};
/// sin d = d + s3 d^3 + s5 d^5 and cos d = 1 + c2 d^2 + c4 d^4 for |d| <= pi/16. Errors 0.01, 0.05.
inline constexpr float sin16_3 = -0x1.555544p-3f, sin16_5 = 0x1.10b714p-7f, cos16_2 = -0x1.ffffc4p-2f,
                       cos16_4 = 0x1.54b8bap-5f;

/// sin(j pi/4), cos(j pi/4).
alignas(32) inline constexpr float sines_8[8] = {0, 0x1.6a09e6p-1f,  1,  0x1.6a09e6p-1f,
                                                 0, -0x1.6a09e6p-1f, -1, -0x1.6a09e6p-1f};
alignas(32) inline constexpr float cosines_8[8] = {1,  0x1.6a09e6p-1f,  0, -0x1.6a09e6p-1f,
                                                   -1, -0x1.6a09e6p-1f, 0, 0x1.6a09e6p-1f};
/// sin d = d + s3 d^3 + s5 d^5 and cos d = 1 + c2 d^2 + c4 d^4 + c6 d^6 for |d| <= pi/8. Errors 0.47, 0.005.
inline constexpr float sin8_3 = -0x1.555444p-3f, sin8_5 = 0x1.0fabdcp-7f, cos8_2 = -0x1.fffffep-2f,
                       cos8_4 = 0x1.55534ep-5f, cos8_6 = -0x1.69c08ap-10f;

/// What they hand larger ones to.
inline float library_sin(float x) { return __builtin_sinf(x); }
inline float library_cos(float x) { return __builtin_cosf(x); }

} // namespace pto::x86::detail

#endif
