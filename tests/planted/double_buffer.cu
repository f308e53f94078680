// Steps of a smoothing in shared memory: each step reads one buffer and writes the other, with one barrier.
//
// test: 1024 6
// held-out: 1024 7
// 1 screen, race: every step reads and writes the same buffer
// 2 screen, uninitialised read: no barrier between steps
// 3 screen, race: a barrier behind every other step only
// 4 screen, race: the last step has no barrier, although other threads read its result
// 5 screen, uninitialised read: no barrier between filling the buffer and the first step
// 9 passes: one buffer, with a barrier between reading and writing
#include "host.h"

constexpr int threads = 128;

__global__ void smooth(const int* in, int steps, int* out) {
  __shared__ int buffers[2][threads];
  const int t = threadIdx.x;
  const int first = blockIdx.x * threads;
  const int left = (t + threads - 1) % threads;
  const int right = (t + 1) % threads;
  buffers[0][t] = in[first + t];
  if (PLANT != 5) __syncthreads();
  for (int step = 0; step < steps; ++step) {
    const int* from = buffers[PLANT == 9 || PLANT == 1 ? 0 : step % 2];
    int* to = buffers[PLANT == 9 || PLANT == 1 ? 0 : (step + 1) % 2];
    const int value = (from[left] + 2 * from[t] + from[right]) / 4;
    if (PLANT == 9) __syncthreads();
    to[t] = value;
    if (PLANT != 2 && (PLANT != 3 || step % 2 == 0) && (PLANT != 4 || step + 1 < steps)) __syncthreads();
  }
  out[first + t] = buffers[PLANT == 9 || PLANT == 1 ? 0 : steps % 2][threads - 1 - t];
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  int* out = allocate<int>(n);
  smooth<<<n / threads, threads>>>(upload(numbers(n, 1000)), argument(argc, argv, 2), out);
  print("smoothed", out, n);
}
