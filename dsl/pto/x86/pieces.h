//===- pieces.h - polynomials of tanh and erf, piece by piece -------------------===//
//
// Made as follows; the tests check the results. [0, limit] is cut where 2 + scale * x passes 2, 9/4, 10/4 ... 4, 9/2,
// 5 ... 32 (8 steps an octave, 2 in the table of eight). A piece has a centre near its middle, such that the
// function there is a float to 2^-9 of its last place; then c[1], c[2], ... were fitted (least largest relative
// error), rounded to float one after the other, and those behind fitted again to what that left. The first piece
// has centre 0 and no c[0]. Largest error of the polynomials, in units of 2^-23 of the result: tanh32 0.33, erf32 0.44,
// erf8 0.47.
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

inline constexpr Pieces<32, 4> tanh32 = {
    0x1.a9b87ap+1f,
    0x1.20a3d6p+3f,
    {0x0p+0f,        0x1.cdd7c8p-4f, 0x1.80dc7cp-3f, 0x1.0d652cp-2f, 0x1.5a5e74p-2f, 0x1.a758p-2f,   0x1.f44dcep-2f,
     0x1.20ae12p-1f, 0x1.5a5bb4p-1f, 0x1.a7554ap-1f, 0x1.f44d86p-1f, 0x1.20a3dcp+0f, 0x1.472138p+0f, 0x1.6d9e4cp+0f,
     0x1.941888p+0f, 0x1.ba9102p+0f, 0x1.f45006p+0f, 0x1.20a4dap+1f, 0x1.47217p+1f,  0x1.6d9c4cp+1f, 0x1.941726p+1f,
     0x1.ba9364p+1f, 0x1.e11726p+1f, 0x1.03c6fep+2f, 0x1.20a4c4p+2f, 0x1.4721a4p+2f, 0x1.6da20ep+2f, 0x1.941a14p+2f,
     0x1.baa0ccp+2f, 0x1.e0d6eep+2f, 0x1.03b04ep+3f, 0x1.16585ep+3f},
    {
        {0x0p+0f,        0x1.cbe544p-4f, 0x1.7c64dep-3f, 0x1.0758f4p-2f, 0x1.4dbcaap-2f, 0x1.90c45ep-2f, 0x1.cff612p-2f,
         0x1.05892cp-1f, 0x1.2daf24p-1f, 0x1.5b873ep-1f, 0x1.80f006p-1f, 0x1.9ecd8ep-1f, 0x1.b639fep-1f, 0x1.c85802p-1f,
         0x1.d6343ap-1f, 0x1.e0b8f2p-1f, 0x1.ebdb1cp-1f, 0x1.f4dc5cp-1f, 0x1.f9dd62p-1f, 0x1.fca0c4p-1f, 0x1.fe2622p-1f,
         0x1.fefc12p-1f, 0x1.ff718ap-1f, 0x1.ffb1ep-1f,  0x1.ffe04cp-1f, 0x1.fff67ap-1f, 0x1.fffd24p-1f, 0x1.ffff24p-1f,
         0x1.ffffbep-1f, 0x1.ffffecp-1f, 0x1.fffffap-1f, 0x1.fffffep-1f},
        {0x1p+0f,         0x1.f98b9ep-1f,  0x1.ee5622p-1f,  0x1.de2302p-1f,  0x1.c99d74p-1f,  0x1.b19338p-1f,
         0x1.96e48p-1f,   0x1.7a6782p-1f,  0x1.4e3d6ap-1f,  0x1.141c2p-1f,   0x1.bd2f2ep-2f,  0x1.5fe298p-2f,
         0x1.11d58cp-2f,  0x1.a50cbep-3f,  0x1.40b86p-3f,   0x1.e527b2p-4f,  0x1.3bf65p-4f,   0x1.609286p-5f,
         0x1.864b82p-6f,  0x1.ae300ep-7f,  0x1.d9004cp-8f,  0x1.03aaaep-8f,  0x1.1cc2d4p-9f,  0x1.386682p-10f,
         0x1.fb051cp-12f, 0x1.30a34cp-13f, 0x1.6de0dep-15f, 0x1.b7df64p-17f, 0x1.07f4e6p-18f, 0x1.3ff266p-20f,
         0x1.7fca34p-22f, 0x1.dbce82p-24f},
        {0x1.5a672p-17f,   -0x1.c6182ap-4f,  -0x1.6f450ap-3f,  -0x1.ebdc22p-3f,  -0x1.2a4978p-2f,  -0x1.53615p-2f,
         -0x1.70b72cp-2f,  -0x1.829642p-2f,  -0x1.89e2eap-2f,  -0x1.76d3f6p-2f,  -0x1.4eb416p-2f,  -0x1.1d1594p-2f,
         -0x1.d4c186p-3f,  -0x1.7747b8p-3f,  -0x1.2689fep-3f,  -0x1.c7848ap-4f,  -0x1.2f88a6p-4f,  -0x1.58e78cp-5f,
         -0x1.819ef4p-6f,  -0x1.ab5b74p-7f,  -0x1.d74b5ap-8f,  -0x1.032762p-8f,  -0x1.1c73cp-9f,   -0x1.38377ap-10f,
         -0x1.faf172p-12f, -0x1.30a4f6p-13f, -0x1.6de9c2p-15f, -0x1.b7f9a8p-17f, -0x1.081d26p-18f, -0x1.3eaaeep-20f,
         -0x1.787f58p-22f, 0x1.9af1bap-23f},
        {-0x1.563008p-2f, -0x1.4413e4p-2f, -0x1.274c0cp-2f, -0x1.fec758p-3f, -0x1.9f9ddcp-3f, -0x1.386aa4p-3f,
         -0x1.a0f258p-4f, -0x1.b6f0fap-5f, 0x1.1a8996p-7f,  0x1.1798e4p-4f,  0x1.9b9178p-4f,  0x1.c5c54cp-4f,
         0x1.b4d73ep-4f,  0x1.84175p-4f,   0x1.472f7cp-4f,  0x1.0a12bp-4f,   0x1.75a4fcp-5f,  0x1.b995e6p-6f,
         0x1.f83a66p-7f,  0x1.1a9bbap-7f,  0x1.399c0ap-8f,  0x1.5a0f3ap-9f,  0x1.7c90f4p-10f, 0x1.a21eaep-11f,
         0x1.597db8p-12f, 0x1.9f637p-14f,  0x1.f2e5ecp-16f, 0x1.2bc0e6p-17f, 0x1.671064p-19f, 0x1.b0fd8ep-21f,
         0x1.030256p-22f, 0x1.73900ep-24f},
        {0x1.3a4162p-6f,   0x1.25e9bcp-4f,  0x1.ce3fcap-4f,   0x1.272a46p-3f,   0x1.4dd07ep-3f,   0x1.5c6626p-3f,
         0x1.54077ep-3f,   0x1.398924p-3f,  0x1.f77904p-4f,   0x1.3544bap-4f,   0x1.11009ap-5f,   0x1.932068p-9f,
         -0x1.e98598p-7f,  -0x1.7e7fbep-6f, -0x1.9fda02p-6f,  -0x1.873c7cp-6f,  -0x1.370f06p-6f,  -0x1.9172d4p-7f,
         -0x1.df237ap-8f,  -0x1.12dcp-8f,   -0x1.34c7bcp-9f,  -0x1.57014ap-10f, -0x1.7ad8cap-11f, -0x1.a0ca52p-12f,
         -0x1.585bc8p-13f, -0x1.9e4e4p-15f, -0x1.f19a56p-17f, -0x1.2a250ep-18f, -0x1.62a41cp-20f, -0x1.dbef7ep-22f,
         -0x1.952dcap-23f, -0x1.8f4ccap-19f},
    }};
inline constexpr Pieces<32, 4> erf32 = {
    0x1.e88cb4p+2f,
    0x1.f70a3cp+1f,
    {0x0p+0f,        0x1.926ee4p-5f, 0x1.4f5cb4p-4f, 0x1.d57e66p-4f, 0x1.2dd24p-3f,  0x1.70e52ep-3f, 0x1.b3f7cap-3f,
     0x1.f70b36p-3f, 0x1.2dc6bap-2f, 0x1.70e57p-2f,  0x1.b3f956p-2f, 0x1.f70a18p-2f, 0x1.1d0c0cp-1f, 0x1.3e9804p-1f,
     0x1.601e32p-1f, 0x1.81a938p-1f, 0x1.b3f742p-1f, 0x1.f709a4p-1f, 0x1.1d0f06p+0f, 0x1.3e994ap+0f, 0x1.602104p+0f,
     0x1.81a92ap+0f, 0x1.a3301p+0f,  0x1.c4bc9p+0f,  0x1.f70b16p+0f, 0x1.1d0df8p+1f, 0x1.3e9834p+1f, 0x1.6021eep+1f,
     0x1.81b00ep+1f, 0x1.a32abep+1f, 0x1.c3df16p+1f, 0x1.e7721cp+1f},
    {
        {0x0p+0f,        0x1.c5bb7p-5f,  0x1.79925ep-4f, 0x1.07ba5ep-3f, 0x1.521e86p-3f, 0x1.9bcbap-3f,  0x1.e49b32p-3f,
         0x1.1634cap-2f, 0x1.4ae964p-2f, 0x1.8eed76p-2f, 0x1.cfc4b8p-2f, 0x1.068aa4p-1f, 0x1.234902p-1f, 0x1.3e061cp-1f,
         0x1.56a78p-1f,  0x1.6d2d5p-1f,  0x1.8b0048p-1f, 0x1.abad4ep-1f, 0x1.c4f54ap-1f, 0x1.d7db84p-1f, 0x1.e581cap-1f,
         0x1.ef097cp-1f, 0x1.f5774ap-1f, 0x1.f9a8f2p-1f, 0x1.fd3532p-1f, 0x1.ff2996p-1f, 0x1.ffc77p-1f,  0x1.fff2e4p-1f,
         0x1.fffd56p-1f, 0x1.ffff86p-1f, 0x1.ffffecp-1f, 0x1.fffffep-1f},
        {0x1.20dd76p+0f,  0x1.202b36p+0f, 0x1.1eef64p+0f, 0x1.1d183ep+0f,  0x1.1aa8aap+0f,  0x1.17a4aep+0f,
         0x1.14112ep+0f,  0x1.0ff3d2p+0f, 0x1.08d5fp+0f,  0x1.fb69e8p-1f,  0x1.e1f302p-1f,  0x1.c5db3cp-1f,
         0x1.a7c15p-1f,   0x1.8840cep-1f, 0x1.6802bep-1f, 0x1.47944cp-1f,  0x1.17cbe6p-1f,  0x1.b8149cp-2f,
         0x1.4e6766p-2f,  0x1.eb0e14p-3f, 0x1.5c6ap-3f,   0x1.ddbabcp-4f,  0x1.3c7e0ap-4f,  0x1.951584p-5f,
         0x1.84f9d4p-6f,  0x1.03673cp-7f, 0x1.2d838cp-9f, 0x1.318092p-11f, 0x1.0d9882p-13f, 0x1.a046c6p-16f,
         0x1.249c18p-18f, 0x1.2e80bp-21f},
        {-0x1.07eb6cp-15f, -0x1.c50138p-5f, -0x1.77e264p-4f, -0x1.056ccp-3f,   -0x1.4d40b4p-3f,  -0x1.92f6f4p-3f,
         -0x1.d62462p-3f,  -0x1.0b320ep-2f, -0x1.38310ep-2f, -0x1.6d977cp-2f,  -0x1.9a62cp-2f,   -0x1.bde9ep-2f,
         -0x1.d7d604p-2f,  -0x1.e8296ep-2f, -0x1.ef2e3p-2f,  -0x1.ed7e8ep-2f,  -0x1.dc7d8cp-2f,  -0x1.b0608p-2f,
         -0x1.745cbp-2f,   -0x1.3190c8p-2f, -0x1.df3eb6p-3f, -0x1.67d8d8p-3f,  -0x1.031ef6p-3f,  -0x1.66324cp-4f,
         -0x1.7e312ep-5f,  -0x1.20df4cp-6f, -0x1.774b14p-8f, -0x1.a45102p-10f, -0x1.964c86p-12f, -0x1.54eb32p-14f,
         -0x1.028142p-16f, -0x1.e900bap-18f},
        {-0x1.7e9d8cp-2f, -0x1.7e4b8ap-2f, -0x1.79ad6ap-2f, -0x1.7242d8p-2f, -0x1.686d9ap-2f, -0x1.5c94c4p-2f,
         -0x1.4efaep-2f,  -0x1.3eda4ap-2f, -0x1.23bbf2p-2f, -0x1.f4df0cp-3f, -0x1.998648p-3f, -0x1.38f888p-3f,
         -0x1.ad99cp-4f,  -0x1.d8370ap-5f, -0x1.a01464p-7f, 0x1.d5c8bp-6f,   0x1.4e5c2cp-4f,  0x1.1044c4p-3f,
         0x1.49372ep-3f,  0x1.56d69ep-3f,  0x1.42feccp-3f,  0x1.19a096p-3f,  0x1.cc34a2p-4f,  0x1.62f6fp-4f,
         0x1.b61874p-5f,  0x1.858482p-6f,  0x1.22af1ap-7f,  0x1.6fbda8p-9f,  0x1.8c7a62p-11f, 0x1.6f92a6p-13f,
         0x1.2f9396p-15f, 0x1.89d58ep-18f},
        {-0x1.78bb8ep-5f,  0x1.d62a9ap-6f,  0x1.59cde2p-5f,  0x1.f23e46p-5f,  0x1.4ee316p-4f,  0x1.87aac4p-4f,
         0x1.c56c5cp-4f,   0x1.01ba46p-3f,  0x1.2575dcp-3f,  0x1.4da842p-3f,  0x1.695494p-3f,  0x1.765c24p-3f,
         0x1.75546cp-3f,   0x1.6a1416p-3f,  0x1.52bf08p-3f,  0x1.32c4aep-3f,  0x1.ebac02p-4f,  0x1.3495fap-4f,
         0x1.032e32p-5f,   -0x1.3210bcp-8f, -0x1.f252d8p-6f, -0x1.700358p-5f, -0x1.9741c2p-5f, -0x1.844c1cp-5f,
         -0x1.2c8792p-5f,  -0x1.4e662cp-6f, -0x1.2861eap-7f, -0x1.af6dd8p-9f, -0x1.06174p-10f, -0x1.0d740ap-12f,
         -0x1.d9a1bcp-15f, 0x1.07b5b4p-12f},
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
