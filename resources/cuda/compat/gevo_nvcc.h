// What nvcc includes before a .cu file and declares for the host's side too, and clang does not.
#pragma once

#if defined(__cplusplus) && defined(__CUDA__)

#include <cassert>
#include <cctype>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <utility>

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// max and min of any two numbers. The empty pack makes a program's own templates, and those of std that it imports, the better choice.
template <class T, bool = __is_arithmetic(T) || __is_enum(T)> struct gevoNumber {};
template <class T> struct gevoNumber<T, true> { static T value(); };
template <class A, class B> using gevoSum = decltype(gevoNumber<A>::value() + gevoNumber<B>::value());

#define GEVO_CHOICE(name, comparison)                                                                                                      \
  template <class A, class B, class... None, class Both = gevoSum<A, B>, int(*)[sizeof...(None) == 0 ? 1 : -1] = nullptr>                  \
  static constexpr __host__ __device__ __forceinline__ Both name(A a, B b, None...) {                                                      \
    return static_cast<Both>(a) comparison static_cast<Both>(b) ? static_cast<Both>(a) : static_cast<Both>(b);                             \
  }
GEVO_CHOICE(max, >)
GEVO_CHOICE(min, <)
#undef GEVO_CHOICE

#define GEVO_TYPED_CHOICE(name, comparison, Number)                                                                                        \
  static inline Number name(Number a, Number b) { return a comparison b ? a : b; }
GEVO_TYPED_CHOICE(umax, >, unsigned)
GEVO_TYPED_CHOICE(umin, <, unsigned)
GEVO_TYPED_CHOICE(llmax, >, long long)
GEVO_TYPED_CHOICE(llmin, <, long long)
GEVO_TYPED_CHOICE(ullmax, >, unsigned long long)
GEVO_TYPED_CHOICE(ullmin, <, unsigned long long)
#undef GEVO_TYPED_CHOICE

#endif
