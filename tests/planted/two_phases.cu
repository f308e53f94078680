// Every thread stores a value; the last block to be done turns the whole array around.
//
// test: 1024
// held-out: 3000
// 1 screen, race: no barrier between the threads' stores and the first thread's fence and counter
// 2 screen, race: a fence of every thread, but no barrier before the first thread counts
// 3 screen, race: no fence before the counter; a barrier orders the block's own threads only
// 4 screen, race: no fence behind the counter
// 5 tests, race: the other warps take the block with the highest number for the last one, and don't wait for the first thread
// 6 screen, uninitialised read: the block with the highest number goes on, whether it is the last or not
// 9 passes: the counter runs down
#include "host.h"

constexpr int threads = 128;

__global__ void fillAndTurn(const int* in, int n, int* values, int* counter, int* out) {
  __shared__ bool isLast;
  const int t = threadIdx.x;
  const int i = blockIdx.x * threads + t;
  if (i < n) values[i] = 3 * in[i] + 1;
  if (t == 0) isLast = false;
  if (PLANT == 2) __threadfence();
  if (PLANT == 1 || PLANT == 2) __syncwarp(); else __syncthreads();
  if (t == 0) {
    if (PLANT != 2 && PLANT != 3) __threadfence();
    isLast = PLANT == 9 ? atomicSub(counter, 1) == 1 - int(gridDim.x) : atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (PLANT != 4) __threadfence();
  }
  if (PLANT == 5) __syncwarp(); else __syncthreads();
  const bool goesOn = PLANT == 6 || (PLANT == 5 && t >= 32) ? blockIdx.x == gridDim.x - 1 : isLast;
  for (int k = t; goesOn && k < n; k += threads) out[k] = values[n - 1 - k];
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  int* values = allocate<int>(n);
  int* out = allocate<int>(n);
  fillAndTurn<<<(n + threads - 1) / threads, threads>>>(upload(numbers(n, 1000)), n, values, zeros<int>(1), out);
  print("turned around", out, n);
}
