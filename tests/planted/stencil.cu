// One step of a smoothing over an array; the ends count as zero.
//
// test: 1000
// held-out: 1500
// 1 screen, race: the step is done in place, so that threads read what their neighbours have changed already
// 2 screen, out of bounds: the element before the first is read, and multiplied by zero
// 3 screen, out of bounds: the element behind the last is read, and multiplied by zero
// 4 screen, out of bounds: one thread too many stores
// 5 screen, race: the sum of a block's values is stored over the first value of the next block
// 6 screen, uninitialised read: the last thread of the array leaves its result out
// 9 passes: each thread takes the element opposite
#include "host.h"

__global__ void smooth(const int* in, const int* weights, int n, int* out, int* copy) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (PLANT == 4 ? thread > n : thread >= n) return;
  const int i = PLANT == 9 ? n - 1 - thread : thread;
  // Both hold the same values at first.
  const int* from = PLANT == 1 ? out : in;
  // weights[i] is 0 at the left end, weights[i + 1] at the right end.
  const int left = PLANT == 2 || i > 0 ? from[i - 1] * weights[i] : 0;
  const int right = PLANT == 3 || i + 1 < n ? from[i + 1] * weights[i + 1] : 0;
  const int value = i < n ? in[i] : 0;
  if (PLANT != 6 || i + 1 < n) out[i] = (left + 2 * value + right) / 4;
  if (PLANT == 5 && threadIdx.x == blockDim.x - 1 && i + 1 < n) out[i + 1] = in[i + 1];
  if (i < n) copy[i] = PLANT == 9 ? value : in[i];
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  const std::vector<int> values = numbers(n, 1000);
  std::vector<int> weights(n + 1, 1);
  weights[0] = 0;
  weights[n] = 0;
  int* out = upload(values);
  int* copy = allocate<int>(n);
  smooth<<<n / 128 + 1, 128>>>(upload(values), upload(weights), n, out, copy);
  print("smoothed", out, n);
  print("copy", copy, n);
}
