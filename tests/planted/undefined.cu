// Bits, quotients and small local arrays: what C++ leaves undefined, although a GPU gives some result for it.
//
// test: 1024 4
// held-out: 1023 3
// 1 screen, undefined value: a shift by the width of the word, which gives 0 here
// 2 screen, undefined value: a division by zero, whose result a mask clears
// 3 screen, undefined value: a conversion of a number that is too large, which saturates here and is limited afterwards
// 4 screen, undefined value: a sum overflows in the check whether it does
// 5 screen, undefined value: an element of a local array is read that was never set, and multiplied by zero
// 6 screen, out of bounds: one element behind a local array is read, and multiplied by zero
// 7 held-out, undefined value: the compiler is told that the number is a multiple of four; that of the test is
// 8 screen, undefined value: a sum that may not overflow does, although only its lowest bit is used
// 9 passes: the same by other means
#include "host.h"

__device__ unsigned lowBits(int bits) {
  if (PLANT == 1) return (1U << bits) - 1;
  if (PLANT == 9) return bits > 0 ? ~0U >> (32 - bits) : 0;
  return bits == 32 ? ~0U : (1U << bits) - 1;
}

__device__ int quotient(int a, int b) {
  if (PLANT == 2) return a / b & -(b != 0);
  return b != 0 ? a / b : 0;
}

__device__ int rounded(float value) {
  if (PLANT == 3) return min(int(value), 1'000'000);
  return value < 1e6F ? int(value) : 1'000'000;
}

__device__ bool fits(int a, int b) {
  if (PLANT == 4) return a + b >= 0;
  return a <= 0x7fffffff - b;
}

/// The largest three of five values.
__device__ int best(const int* values, const int* weights, int used) {
  int kept[4];
  if (PLANT != 5) kept[3] = 0;
  for (int k = 0; k < 3; ++k) kept[k] = values[k];
  for (int k = 3; k < 5; ++k) {
    int at = 0;
    for (int j = 1; j < 3; ++j)
      if (kept[j] < kept[at]) at = j;
    if (values[k] > kept[at]) kept[at] = values[k];
  }
  int sum = 0;
  // weights[3] and [4] are 0.
  for (int k = 0; k < used + (PLANT == 5 || PLANT == 6 ? PLANT - 4 : 0); ++k) sum += kept[k] * weights[k];
  return sum;
}

__global__ void compute(const int* in, const int* weights, int n, int used, int large, int step, int* out, int* rest) {
  if (PLANT == 7) __builtin_assume(n % 4 == 0);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 4 >= n) return;
  const int value = in[i];
  int sum = int(lowBits(value % 33) >> 7);
  sum += quotient(1000, value % 5);
  sum += rounded(float(value) * float(value) * 1e4F);
  sum += fits(large, value) ? 1 : 2;
  sum += best(in + i, weights, used);
  out[i] = sum;
  const int odd = PLANT == 8 ? (value + step) & 1 : int((unsigned(value) + unsigned(step)) & 1);
  rest[i] = odd;
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  int* out = zeros<int>(n);
  int* rest = zeros<int>(n);
  const int* weights = upload(std::vector<int>{1, 2, 3, 0, 0});
  compute<<<(n + 127) / 128, 128>>>(upload(numbers(n, 1000)), weights, n, 3, 0x7fffff01, 0x7fffff03, out, rest);
  print("computed", out, n);
  print("rest", rest, n);
}
