// A result that every launch computes again, and values that are limited to a range.
//
// test: 1000 0
// held-out: 1000 1
// 1 tests, uninitialised read: later launches do nothing: the first one's result is still there
// 2 screen, uninitialised read: a place that is not zero any more counts as done
// 3 tests, uninitialised read: the limited values are not stored; in the test they are what the host has put there
// 4 held-out, wrong output: values in place are not limited; those of the test are within the limits
// 5 tests, uninitialised read: every second launch computes the first half only
// 6 screen, wrong output: the result of the launch before is added
// 9 passes: the same in another order
#include "host.h"

__global__ void compute(const int* in, int n, int launch, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || (PLANT == 1 && launch > 0)) return;
  if (PLANT == 2 && out[i] != 0) return;
  if (PLANT == 5 && launch % 2 != 0 && i >= n / 2) return;
  int sum = 0;
  for (int k = 0; k < 8; ++k) sum += 3 * in[(i + (PLANT == 9 ? 7 - k : k)) % n] + 1;
  out[i] = PLANT == 6 ? sum + out[i] / 2 : sum;
}

__global__ void limit(const int* in, int n, int* out, int* inPlace) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (PLANT != 3) out[i] = min(max(in[i], 100), 900);
  if (PLANT != 4) inPlace[i] = PLANT == 9 ? max(min(inPlace[i], 900), 100) : min(max(inPlace[i], 100), 900);
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  std::vector<int> values = numbers(n, 800);
  for (int& value : values) value += 100;
  if (argument(argc, argv, 2) != 0) values[n / 3] = 1000;
  const int blocks = (n + 127) / 128;
  const int* in = upload(values);
  int* out = zeros<int>(n);
  for (int launch = 0; launch < 4; ++launch) compute<<<blocks, 128>>>(in, n, launch, out);
  int* limited = upload(numbers(n, 800));
  if (values[n / 3] > 900) values[n / 3] = 900;
  succeed(cudaMemcpy(limited, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  int* inPlace = allocate<int>(n);
  succeed(cudaMemcpy(inPlace, in, n * sizeof(int), cudaMemcpyDeviceToDevice));
  limit<<<blocks, 128>>>(in, n, limited, inPlace);
  print("computed", out, n);
  print("limited", limited, n);
  print("in place", inPlace, n);
}
