// Figures of positive and negative numbers, and of those that are none. The last argument says whether there are such.
//
// test: 1000 0
// held-out: 1000 1
// 1 held-out, wrong output: the sign is not dropped; the test has no negative numbers
// 2 held-out, wrong output: a shift rounds negative numbers down, where a division rounds towards zero
// 3 held-out, not finite: a comparison keeps what is not a number, where the larger of two leaves it out
// 4 held-out, wrong output: the remainder of a negative number is taken by a mask
// 5 held-out, wrong output: a comparison as unsigned numbers
// 9 passes: the same by other means
#include "host.h"

__global__ void compute(const int* in, const float* reals, int n, int* out, float* limited) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int value = in[i];
  const int size = PLANT == 1 ? value : PLANT == 9 ? max(value, -value) : abs(value);
  const int half = PLANT == 2 ? value >> 3 : value / 8;
  const int rest = PLANT == 4 ? value & 7 : value % 8;
  const bool small = PLANT == 5 ? unsigned(value) < 500U : value < 500;
  out[i] = size * 4 + half * 3 + rest * 2 + small;
  const float real = reals[i];
  limited[i] = PLANT == 3 ? (real < 1.0F ? 1.0F : real) : fmaxf(real, 1.0F);
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  std::vector<int> values = numbers(n, 1000);
  std::vector<float> reals = numbers<float>(n, 10);
  if (argument(argc, argv, 2) != 0) {
    for (int i = 0; i < n; i += 3) values[i] = -values[i];
    reals[n / 2] = 0.0F / (reals[0] - reals[0]);
  }
  int* out = allocate<int>(n);
  float* limited = allocate<float>(n);
  compute<<<(n + 127) / 128, 128>>>(upload(values), upload(reals), n, out, limited);
  print("figures", out, n);
  print("limited", limited, n);
}
