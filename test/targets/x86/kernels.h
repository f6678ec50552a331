//===- kernels.h - the loops of functions.h, by target ---------------------------===//
#ifndef PTO_TEST_X86_KERNELS_H
#define PTO_TEST_X86_KERNELS_H

#define PTO_LOOPS(target)                                                                                              \
  namespace x86::target {                                                                                              \
  void copy_loop(const float *, float *, long);                                                                        \
  void exp_loop(const float *, float *, long);                                                                         \
  void log_loop(const float *, float *, long);                                                                         \
  void tanh_loop(const float *, float *, long);                                                                        \
  void erf_loop(const float *, float *, long);                                                                         \
  void sigmoid_loop(const float *, float *, long);                                                                     \
  void sin_loop(const float *, float *, long);                                                                         \
  void cos_loop(const float *, float *, long);                                                                         \
  void rcp_loop(const float *, float *, long);                                                                         \
  void rsqrt_loop(const float *, float *, long);                                                                       \
  void sqrt_loop(const float *, float *, long);                                                                        \
  }
PTO_LOOPS(avx512)
PTO_LOOPS(avx2)
#undef PTO_LOOPS

#endif
