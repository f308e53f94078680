// Values at places that are spread over the array: the place is a product that needs more than 32 bits for long arrays.
//
// test: 1021
// held-out: 4093
// 1 held-out, out of bounds: the product is computed in 32 bits, signed
// 2 held-out, race: the product is computed in 32 bits, unsigned, and wraps around: two values get one place
// 9 passes: the step's remainder is taken first
#include "host.h"

constexpr int step = 1'299'709;

__device__ int placeOf(int i, int n) {
  if (PLANT == 1) return i * step % n;
  if (PLANT == 2) return int(unsigned(i) * unsigned(step) % unsigned(n));
  if (PLANT == 9) return step % n * i % n;
  return int((long long)i * step % n);
}

__global__ void scatter(const int* in, int n, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[placeOf(i, n)] = in[i];
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1); // prime
  int* out = allocate<int>(n);
  scatter<<<(n + 127) / 128, 128>>>(upload(numbers(n, 1000)), n, out);
  print("scattered", out, n);
}
