// CUDA's loads and stores with a cache operator, as far as clang's headers don't have them. Included by gevo_compat.h.
#pragma once

#if defined(__cplusplus) && defined(__CUDA__) && defined(__clang__)

// Each X(Type, PTX type, letter of its registers, type of its registers).
#define GEVO_SCALARS(X)                                                                                                                    \
  X(char, s8, r, unsigned)                                                                                                                 \
  X(signed char, s8, r, unsigned)                                                                                                          \
  X(unsigned char, u8, r, unsigned)                                                                                                        \
  X(short, s16, h, unsigned short)                                                                                                         \
  X(unsigned short, u16, h, unsigned short)                                                                                                \
  X(int, s32, r, unsigned)                                                                                                                 \
  X(unsigned, u32, r, unsigned)                                                                                                            \
  X(long, s64, l, unsigned long long)                                                                                                      \
  X(unsigned long, u64, l, unsigned long long)                                                                                             \
  X(long long, s64, l, unsigned long long)                                                                                                 \
  X(unsigned long long, u64, l, unsigned long long)                                                                                        \
  X(float, f32, f, float)                                                                                                                  \
  X(double, f64, d, double)
#define GEVO_PAIRS(X)                                                                                                                      \
  X(char2, s8, r, unsigned)                                                                                                                \
  X(uchar2, u8, r, unsigned)                                                                                                               \
  X(short2, s16, h, unsigned short)                                                                                                        \
  X(ushort2, u16, h, unsigned short)                                                                                                       \
  X(int2, s32, r, unsigned)                                                                                                                \
  X(uint2, u32, r, unsigned)                                                                                                               \
  X(longlong2, s64, l, unsigned long long)                                                                                                 \
  X(ulonglong2, u64, l, unsigned long long)                                                                                                \
  X(float2, f32, f, float)                                                                                                                 \
  X(double2, f64, d, double)
#define GEVO_FOURS(X)                                                                                                                      \
  X(char4, s8, r, unsigned)                                                                                                                \
  X(uchar4, u8, r, unsigned)                                                                                                               \
  X(short4, s16, h, unsigned short)                                                                                                        \
  X(ushort4, u16, h, unsigned short)                                                                                                       \
  X(int4, s32, r, unsigned)                                                                                                                \
  X(uint4, u32, r, unsigned)                                                                                                               \
  X(float4, f32, f, float)

#ifdef __CUDA_ARCH__
#define GEVO_ASSEMBLY(...) asm(__VA_ARGS__)
#else
#define GEVO_ASSEMBLY(...) (void)0
#endif
#define GEVO_CACHED static __device__ __forceinline__

#define GEVO_LOAD(name, operation, Type, type, letter, Register)                                                                           \
  GEVO_CACHED Type name(const Type* from) {                                                                                                \
    Register r = 0;                                                                                                                        \
    GEVO_ASSEMBLY("ld.global." operation "." #type " %0, [%1];" : "=" #letter(r) : "l"(from) : "memory");                                  \
    return static_cast<Type>(r);                                                                                                           \
  }
#define GEVO_LOAD2(name, operation, Type, type, letter, Register)                                                                          \
  GEVO_CACHED Type name(const Type* from) {                                                                                                \
    Register x = 0, y = 0;                                                                                                                 \
    GEVO_ASSEMBLY("ld.global." operation ".v2." #type " {%0,%1}, [%2];" : "=" #letter(x), "=" #letter(y) : "l"(from) : "memory");          \
    Type all;                                                                                                                              \
    all.x = static_cast<decltype(all.x)>(x);                                                                                               \
    all.y = static_cast<decltype(all.y)>(y);                                                                                               \
    return all;                                                                                                                            \
  }
#define GEVO_LOAD4(name, operation, Type, type, letter, Register)                                                                          \
  GEVO_CACHED Type name(const Type* from) {                                                                                                \
    Register x = 0, y = 0, z = 0, w = 0;                                                                                                   \
    GEVO_ASSEMBLY("ld.global." operation ".v4." #type " {%0,%1,%2,%3}, [%4];"                                                              \
                  : "=" #letter(x), "=" #letter(y), "=" #letter(z), "=" #letter(w)                                                         \
                  : "l"(from)                                                                                                              \
                  : "memory");                                                                                                             \
    Type all;                                                                                                                              \
    all.x = static_cast<decltype(all.x)>(x);                                                                                               \
    all.y = static_cast<decltype(all.y)>(y);                                                                                               \
    all.z = static_cast<decltype(all.z)>(z);                                                                                               \
    all.w = static_cast<decltype(all.w)>(w);                                                                                               \
    return all;                                                                                                                            \
  }
#define GEVO_STORE(name, operation, Type, type, letter, Register)                                                                          \
  GEVO_CACHED void name(Type* to, Type value) {                                                                                            \
    GEVO_ASSEMBLY("st.global." operation "." #type " [%0], %1;" ::"l"(to), #letter(static_cast<Register>(value)) : "memory");              \
  }
#define GEVO_STORE2(name, operation, Type, type, letter, Register)                                                                         \
  GEVO_CACHED void name(Type* to, Type value) {                                                                                            \
    GEVO_ASSEMBLY("st.global." operation ".v2." #type " [%0], {%1,%2};" ::"l"(to), #letter(static_cast<Register>(value.x)),                \
                  #letter(static_cast<Register>(value.y))                                                                                  \
                  : "memory");                                                                                                             \
  }
#define GEVO_STORE4(name, operation, Type, type, letter, Register)                                                                         \
  GEVO_CACHED void name(Type* to, Type value) {                                                                                            \
    GEVO_ASSEMBLY("st.global." operation ".v4." #type " [%0], {%1,%2,%3,%4};" ::"l"(to), #letter(static_cast<Register>(value.x)),          \
                  #letter(static_cast<Register>(value.y)), #letter(static_cast<Register>(value.z)),                                        \
                  #letter(static_cast<Register>(value.w))                                                                                  \
                  : "memory");                                                                                                             \
  }

#define GEVO_ONE(...) GEVO_LOAD(__ldca, "ca", __VA_ARGS__)
GEVO_SCALARS(GEVO_ONE)
#undef GEVO_ONE
#define GEVO_ONE(...) GEVO_LOAD2(__ldca, "ca", __VA_ARGS__)
GEVO_PAIRS(GEVO_ONE)
#undef GEVO_ONE
#define GEVO_ONE(...) GEVO_LOAD4(__ldca, "ca", __VA_ARGS__)
GEVO_FOURS(GEVO_ONE)
#undef GEVO_ONE
#define GEVO_ONE(...) GEVO_LOAD(__ldlu, "lu", __VA_ARGS__)
GEVO_SCALARS(GEVO_ONE)
#undef GEVO_ONE
#define GEVO_ONE(...) GEVO_LOAD2(__ldlu, "lu", __VA_ARGS__)
GEVO_PAIRS(GEVO_ONE)
#undef GEVO_ONE
#define GEVO_ONE(...) GEVO_LOAD4(__ldlu, "lu", __VA_ARGS__)
GEVO_FOURS(GEVO_ONE)
#undef GEVO_ONE
#define GEVO_ONE(...) GEVO_STORE(__stwb, "wb", __VA_ARGS__)
GEVO_SCALARS(GEVO_ONE)
#undef GEVO_ONE
#define GEVO_ONE(...) GEVO_STORE2(__stwb, "wb", __VA_ARGS__)
GEVO_PAIRS(GEVO_ONE)
#undef GEVO_ONE
#define GEVO_ONE(...) GEVO_STORE4(__stwb, "wb", __VA_ARGS__)
GEVO_FOURS(GEVO_ONE)
#undef GEVO_ONE
#define GEVO_ONE(...) GEVO_STORE(__stcg, "cg", __VA_ARGS__)
GEVO_SCALARS(GEVO_ONE)
#undef GEVO_ONE
#define GEVO_ONE(...) GEVO_STORE2(__stcg, "cg", __VA_ARGS__)
GEVO_PAIRS(GEVO_ONE)
#undef GEVO_ONE
#define GEVO_ONE(...) GEVO_STORE4(__stcg, "cg", __VA_ARGS__)
GEVO_FOURS(GEVO_ONE)
#undef GEVO_ONE
#define GEVO_ONE(...) GEVO_STORE(__stcs, "cs", __VA_ARGS__)
GEVO_SCALARS(GEVO_ONE)
#undef GEVO_ONE
#define GEVO_ONE(...) GEVO_STORE2(__stcs, "cs", __VA_ARGS__)
GEVO_PAIRS(GEVO_ONE)
#undef GEVO_ONE
#define GEVO_ONE(...) GEVO_STORE4(__stcs, "cs", __VA_ARGS__)
GEVO_FOURS(GEVO_ONE)
#undef GEVO_ONE
// clang's headers have these, but not for these types.
GEVO_LOAD(__ldcg, "cg", unsigned long, u64, l, unsigned long long)
GEVO_LOAD(__ldcs, "cs", unsigned long, u64, l, unsigned long long)
GEVO_LOAD(__ldcv, "cv", unsigned long, u64, l, unsigned long long)
GEVO_STORE(__stwt, "wt", unsigned long, u64, l, unsigned long long)
GEVO_STORE(__stwt, "wt", long, s64, l, unsigned long long)

#endif
