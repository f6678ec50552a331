//===- pieces.h - polynomials of tanh and erf, piece by piece -------------------===//
//
// Made as follows; the tests check the results. [0, limit] is cut where 2 + scale * x passes 2, 10/4, 3, 14/4, 4,
// 5 ... 32 (4 steps an octave, 2 in the table of eight). A piece has a centre near its middle, such that the
// function there is a float to 2^-9 of its last place; then c[1], c[2], ... were fitted (least largest relative
// error), rounded to float one after the other, and those behind fitted again to what that left. The first piece
// has centre 0 and no c[0]. Largest error of the polynomials, in the last place of the result: tanh16 0.38,
// erf16 0.87 (2 / sqrt(pi) as a float), erf8 0.93.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_PIECES_H
#define PTO_X86_PIECES_H

namespace pto::x86::detail {

/// N polynomials of degree D: piece i is the sum of c[k][i] * (x - centre[i])^k.
template <int N, int D> struct Pieces {
  float scale, limit; ///< 2 + scale * limit < 32
  alignas(64) float centre[N];
  alignas(64) float c[D + 1][N];
};

inline constexpr Pieces<16, 5> tanh16 = {
    0x1.a9b87ap+1f,
    0x1.20a3d6p+3f,
    {0x0p+0f, 0x1.cdd73p-3f, 0x1.80d198p-2f, 0x1.0d65ap-1f, 0x1.80fa4ep-1f, 0x1.0d549cp+0f, 0x1.5a5bd2p+0f,
     0x1.a72ca8p+0f, 0x1.0d6c66p+1f, 0x1.5a6c7cp+1f, 0x1.a71f7cp+1f, 0x1.f46114p+1f, 0x1.34353p+2f, 0x1.80cfdp+2f,
     0x1.ce0664p+2f, 0x1.0c3e2cp+3f},
    {
        {0x0p+0f, 0x1.c62af6p-3f, 0x1.6fabdep-2f, 0x1.ee0608p-2f, 0x1.45c764p-1f, 0x1.90b25ap-1f, 0x1.bfdf5cp-1f,
         0x1.dbc97cp-1f, 0x1.f10412p-1f, 0x1.fb7456p-1f, 0x1.fe9fdep-1f, 0x1.ff9698p-1f, 0x1.ffeeccp-1f, 0x1.fffe6ep-1f,
         0x1.ffffdcp-1f, 0x1.fffffcp-1f},
        {0x1p+0f, 0x1.e6d21cp-1f, 0x1.bdfe38p-1f, 0x1.88d498p-1f, 0x1.30b612p-1f, 0x1.8cd22ap-2f, 0x1.e0e472p-3f,
         0x1.17755ep-3f, 0x1.d8797ep-5f, 0x1.219ff6p-6f, 0x1.5fa8f8p-8f, 0x1.a574c2p-10f, 0x1.1343ap-12f,
         0x1.92086p-16f, 0x1.20095ep-19f, 0x1.c22594p-23f},
        {0x1.a2750ep-21f, -0x1.afd4ep-3f, -0x1.404546p-2f, -0x1.7b09a8p-2f, -0x1.83c472p-2f, -0x1.368f84p-2f,
         -0x1.a4aa96p-3f, -0x1.03b1c6p-3f, -0x1.caa23cp-5f, -0x1.1f052p-6f, -0x1.5eaa0cp-8f, -0x1.a50d2p-10f,
         -0x1.127b72p-12f, -0x1.90f30ep-16f, -0x1.1f4e4ap-19f, 0x1.f437a2p-24f},
        {-0x1.55617ap-2f, -0x1.14a88cp-2f, -0x1.6ca6f8p-3f, -0x1.3c2482p-4f, 0x1.5c9e82p-5f, 0x1.bb1784p-4f,
         0x1.9f5df4p-4f, 0x1.28599cp-4f, 0x1.1fc2p-5f, 0x1.77e44ap-7f, 0x1.d1106p-9f, 0x1.183dfcp-10f, 0x1.6d8d7ep-13f,
         0x1.0b457ap-16f, 0x1.7ecbe8p-20f, 0x1.434e5p-24f},
        {0x1.ac636ep-11f, 0x1.09bd4p-3f, 0x1.577816p-3f, 0x1.48555p-3f, 0x1.95fc9ep-4f, 0x1.171cbap-6f, -0x1.458668p-6f,
         -0x1.973016p-6f, -0x1.fbbdd6p-7f, -0x1.6f345ap-8f, -0x1.d3590ep-10f, -0x1.1c06b8p-11f, -0x1.87e3e4p-14f,
         -0x1.1e7aeep-17f, -0x1.9a19f4p-21f, -0x1.0b696p-20f},
        {0x1.07343ap-3f, 0x1.4f2c2p-4f, 0x1.237c26p-6f, -0x1.0e2008p-5f, -0x1.0264a2p-4f, -0x1.4ac7d4p-5f,
         -0x1.6c8f4cp-7f, 0x1.0703fp-9f, 0x1.267e82p-8f, 0x1.0f5416p-9f, 0x1.6c28acp-11f, 0x1.c3cb42p-13f,
         0x1.3c152ap-15f, 0x1.c9659p-19f, 0x1.4a1806p-22f, 0x1.9e5202p-22f},
    }};

inline constexpr Pieces<16, 5> erf16 = {
    0x1.e88cb4p+2f,
    0x1.f70a3cp+1f,
    {0x0p+0f, 0x1.927c06p-4f, 0x1.4f89fap-3f, 0x1.d5b118p-3f, 0x1.4f60bap-2f, 0x1.d55cfap-2f, 0x1.2d6f02p-1f,
     0x1.70c514p-1f, 0x1.d5a584p-1f, 0x1.2dc6f2p+0f, 0x1.70d318p+0f, 0x1.b3e42ap+0f, 0x1.0c413ep+1f, 0x1.4f96c6p+1f,
     0x1.92604p+1f, 0x1.d3a08ep+1f},
    {
        {0x0p+0f, 0x1.c4b296p-4f, 0x1.77412ep-3f, 0x1.046becp-2f, 0x1.6d53a2p-2f, 0x1.eec136p-2f, 0x1.309aaap-1f,
         0x1.6219dap-1f, 0x1.9c639p-1f, 0x1.cf1b5p-1f, 0x1.eab33ep-1f, 0x1.f7c97ap-1f, 0x1.fe71cp-1f, 0x1.ffe498p-1f,
         0x1.fffedap-1f, 0x1.fffff8p-1f},
        {0x1.20dd76p+0f, 0x1.1e16dep+0f, 0x1.1936dcp+0f, 0x1.12106ap+0f, 0x1.037bb4p+0f, 0x1.d441p-1f, 0x1.988052p-1f,
         0x1.57e596p-1f, 0x1.f2206ep-2f, 0x1.1fe8bap-2f, 0x1.21f45cp-3f, 0x1.fd07bcp-5f, 0x1.c988d6p-7f,
         0x1.3208aap-10f, 0x1.e3a80ap-15f, 0x1.e3c3dep-20f},
        {-0x1.db1846p-16f, -0x1.c1caacp-4f, -0x1.709652p-3f, -0x1.f6d5b6p-3f, -0x1.53f0d6p-2f, -0x1.ad428p-2f,
         -0x1.e0fff4p-2f, -0x1.ef62c2p-2f, -0x1.c8eb98p-2f, -0x1.5364fap-2f, -0x1.a1bfcp-3f, -0x1.b15e62p-4f,
         -0x1.df663cp-6f, -0x1.908fc6p-9f, -0x1.7a33a4p-13f, -0x1.b55894p-18f},
        {-0x1.7ef55p-2f, -0x1.7607ep-2f, -0x1.62d298p-2f, -0x1.4705cap-2f, -0x1.0fc0acp-2f, -0x1.69fd72p-3f,
         -0x1.4e3614p-4f, 0x1.12b426p-7f, 0x1.c57638p-4f, 0x1.557f1ap-3f, 0x1.3095aap-3f, 0x1.9717bcp-4f,
         0x1.28e3e8p-5f, 0x1.44c3d2p-8f, 0x1.78cc86p-12f, 0x1.03f544p-16f},
        {-0x1.a9c32ap-5f, 0x1.c0afc2p-5f, 0x1.699b98p-4f, 0x1.e57328p-4f, 0x1.3b140ap-3f, 0x1.709378p-3f,
         0x1.716152p-3f, 0x1.43cddcp-3f, 0x1.90c6eap-4f, 0x1.9e09f8p-7f, -0x1.3c8bb6p-5f, -0x1.92151p-5f,
         -0x1.d03678p-6f, -0x1.756f24p-8f, -0x1.1ed58p-11f, -0x1.eb0914p-16f},
        {0x1.039244p-1f, 0x1.29f386p-4f, 0x1.90c21ep-4f, 0x1.de36eep-4f, 0x1.e67962p-5f, 0x1.41b7c6p-6f, -0x1.16f27p-6f,
         -0x1.6f60bp-5f, -0x1.187ef6p-4f, -0x1.c6e994p-5f, -0x1.6ae464p-6f, 0x1.d935b6p-9f, 0x1.992a8ep-7f,
         0x1.1ea2b4p-8f, 0x1.260348p-11f, 0x1.1d2a5cp-15f},
    }};

inline constexpr Pieces<8, 6> erf8 = {0x1.e88cb4p+2f,
                                      0x1.f70a3cp+1f,
                                      {0x0p+0f, 0x1.9256ep-3f, 0x1.926afcp-2f, 0x1.4f8742p-1f, 0x1.0c3f22p+0f,
                                       0x1.923d18p+0f, 0x1.2dba7ap+1f, 0x1.b451f8p+1f},
                                      {
                                          {0x0p+0f, 0x1.c037c4p-3f, 0x1.afbfa4p-2f, 0x1.4abad2p-1f, 0x1.b926d4p-1f,
                                           0x1.f28baap-1f, 0x1.ff8fa8p-1f, 0x1.ffffdp-1f},
                                          {0x1.20dd76p+0f, 0x1.15edcap+0f, 0x1.ef0e0ep-1f, 0x1.7805f4p-1f,
                                           0x1.816736p-2f, 0x1.87670ap-4f, 0x1.1d8fdp-8f, 0x1.5afe86p-17f},
                                          {-0x1.73773ep-16f, -0x1.b4cdcp-3f, -0x1.85197ep-2f, -0x1.ecd67ap-2f,
                                           -0x1.93d738p-2f, -0x1.337ed6p-3f, -0x1.50786cp-7f, -0x1.251c0ep-15f},
                                          {-0x1.7fc7b8p-2f, -0x1.55f41p-2f, -0x1.c82f7ep-3f, -0x1.1aeebcp-5f,
                                           0x1.332bcp-3f, 0x1.00e9bep-3f, 0x1.e186c6p-7f, 0x1.2191c2p-14f},
                                          {-0x1.d38918p-6f, 0x1.a9ce16p-4f, 0x1.5d0d88p-3f, 0x1.5fc074p-3f,
                                           0x1.b166c6p-5f, -0x1.8d1f9ap-5f, -0x1.c9561cp-7f, -0x1.ce6c9p-14f},
                                          {0x1.720f02p-2f, 0x1.6dcb6ep-4f, 0x1.461ebp-5f, -0x1.1a3598p-5f,
                                           -0x1.0cc1dap-4f, -0x1.0088d2p-7f, 0x1.1badeap-7f, 0x1.7c7f4cp-13f},
                                          {-0x1.8646eap-1f, -0x1.714008p-5f, -0x1.9ff0d8p-5f, -0x1.3b132ap-5f,
                                           0x1.12d62p-7f, 0x1.0dc6cep-6f, -0x1.67904cp-9f, -0x1.47815ep-13f},
                                      }};

} // namespace pto::x86::detail

#endif
