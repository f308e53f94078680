// Arithmetic on CUDA's short vectors, element by element, as CUDA's samples use it. Written for GEVO Explorer.
#pragma once

#include <cuda_runtime.h>

#include <cmath>

#define GEVO_MATH static inline __host__ __device__

GEVO_MATH float lerp(float a, float b, float t) { return a + t * (b - a); }
GEVO_MATH float clamp(float f, float a, float b) { return fmaxf(a, fminf(f, b)); }
GEVO_MATH int clamp(int f, int a, int b) { return f < a ? a : (f > b ? b : f); }
GEVO_MATH unsigned clamp(unsigned f, unsigned a, unsigned b) { return f < a ? a : (f > b ? b : f); }

// An operator between two vectors, and between a vector and a number.
#define GEVO_OPERATOR(n, Vector, Element, op)                                                                                              \
  GEVO_MATH Vector operator op(Vector a, Vector b) { return GEVO_COMBINE##n(make_##Vector, a, op, b); }                                    \
  GEVO_MATH Vector operator op(Vector a, Element b) { return GEVO_RIGHT##n(make_##Vector, a, op, b); }                                     \
  GEVO_MATH Vector operator op(Element a, Vector b) { return GEVO_LEFT##n(make_##Vector, a, op, b); }                                      \
  GEVO_MATH void operator op##=(Vector& a, Vector b) { a = a op b; }                                                                       \
  GEVO_MATH void operator op##=(Vector& a, Element b) { a = a op b; }
#define GEVO_COMBINE2(make, a, op, b) make(a.x op b.x, a.y op b.y)
#define GEVO_COMBINE3(make, a, op, b) make(a.x op b.x, a.y op b.y, a.z op b.z)
#define GEVO_COMBINE4(make, a, op, b) make(a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w)
#define GEVO_RIGHT2(make, a, op, b) make(a.x op b, a.y op b)
#define GEVO_RIGHT3(make, a, op, b) make(a.x op b, a.y op b, a.z op b)
#define GEVO_RIGHT4(make, a, op, b) make(a.x op b, a.y op b, a.z op b, a.w op b)
#define GEVO_LEFT2(make, a, op, b) make(a op b.x, a op b.y)
#define GEVO_LEFT3(make, a, op, b) make(a op b.x, a op b.y, a op b.z)
#define GEVO_LEFT4(make, a, op, b) make(a op b.x, a op b.y, a op b.z, a op b.w)

// A function of one, two and three vectors from that of numbers.
#define GEVO_CALL2(make, f, a, b) make(f(a.x, b.x), f(a.y, b.y))
#define GEVO_CALL3(make, f, a, b) make(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z))
#define GEVO_CALL4(make, f, a, b) make(f(a.x, b.x), f(a.y, b.y), f(a.z, b.z), f(a.w, b.w))
#define GEVO_CLAMP2(make, v, a, b) make(clamp(v.x, a, b), clamp(v.y, a, b))
#define GEVO_CLAMP3(make, v, a, b) make(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b))
#define GEVO_CLAMP4(make, v, a, b) make(clamp(v.x, a, b), clamp(v.y, a, b), clamp(v.z, a, b), clamp(v.w, a, b))

#define GEVO_WHOLE(n, Vector, Element)                                                                                                     \
  GEVO_OPERATOR(n, Vector, Element, +)                                                                                                     \
  GEVO_OPERATOR(n, Vector, Element, -)                                                                                                     \
  GEVO_OPERATOR(n, Vector, Element, *)                                                                                                     \
  GEVO_MATH Vector clamp(Vector v, Element a, Element b) { return GEVO_CLAMP##n(make_##Vector, v, a, b); }

#define GEVO_FLOAT(n, Vector)                                                                                                              \
  GEVO_WHOLE(n, Vector, float)                                                                                                             \
  GEVO_OPERATOR(n, Vector, float, /)                                                                                                       \
  GEVO_MATH Vector operator-(Vector a) { return 0.0f - a; }                                                                                \
  GEVO_MATH Vector fminf(Vector a, Vector b) { return GEVO_CALL##n(make_##Vector, ::fminf, a, b); }                                        \
  GEVO_MATH Vector fmaxf(Vector a, Vector b) { return GEVO_CALL##n(make_##Vector, ::fmaxf, a, b); }                                        \
  GEVO_MATH Vector lerp(Vector a, Vector b, float t) { return a + t * (b - a); }                                                           \
  GEVO_MATH float dot(Vector a, Vector b) {                                                                                                \
    const Vector p = a * b;                                                                                                                \
    return GEVO_SUM##n(p);                                                                                                                 \
  }                                                                                                                                        \
  GEVO_MATH float length(Vector v) { return sqrtf(dot(v, v)); }                                                                            \
  GEVO_MATH Vector normalize(Vector v) { return v * (1.0f / length(v)); }
#define GEVO_SUM2(v) (v.x + v.y)
#define GEVO_SUM3(v) (v.x + v.y + v.z)
#define GEVO_SUM4(v) (v.x + v.y + v.z + v.w)

GEVO_WHOLE(2, int2, int)
GEVO_WHOLE(3, int3, int)
GEVO_WHOLE(4, int4, int)
GEVO_WHOLE(2, uint2, unsigned)
GEVO_WHOLE(3, uint3, unsigned)
GEVO_WHOLE(4, uint4, unsigned)
GEVO_FLOAT(2, float2)
GEVO_FLOAT(3, float3)
GEVO_FLOAT(4, float4)

GEVO_MATH float3 cross(float3 a, float3 b) { return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x); }
GEVO_MATH float3 reflect(float3 i, float3 n) { return i - 2.0f * n * dot(n, i); }

GEVO_MATH float2 make_float2(float s) { return make_float2(s, s); }
GEVO_MATH float3 make_float3(float s) { return make_float3(s, s, s); }
GEVO_MATH float4 make_float4(float s) { return make_float4(s, s, s, s); }
GEVO_MATH float3 make_float3(float2 a, float s) { return make_float3(a.x, a.y, s); }
GEVO_MATH float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
GEVO_MATH float4 make_float4(float3 a, float w) { return make_float4(a.x, a.y, a.z, w); }
GEVO_MATH float4 make_float4(float3 a) { return make_float4(a.x, a.y, a.z, 0.0f); }
GEVO_MATH int2 make_int2(int s) { return make_int2(s, s); }
GEVO_MATH int3 make_int3(int s) { return make_int3(s, s, s); }
GEVO_MATH int4 make_int4(int s) { return make_int4(s, s, s, s); }
GEVO_MATH float2 make_float2(int2 a) { return make_float2(float(a.x), float(a.y)); }
GEVO_MATH float3 make_float3(int3 a) { return make_float3(float(a.x), float(a.y), float(a.z)); }
