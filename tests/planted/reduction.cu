// Sum of each block's values by a tree in shared memory; the last warp goes on alone.
//
// test: 1024
// held-out: 1000
// 1 screen, race: no barrier between the stores of the values and the first step
// 2 screen, race: no barrier between steps
// 3 screen, race: only the warps that add reach the step's barrier; the others run ahead to the next one
// 4 screen, race: no __syncwarp between the steps of the last warp, whose lanes need not run together
// 5 screen, trap: __syncwarp names half of the lanes that reach it
// 6 screen, race: the block's other threads use the sum without a barrier behind it
// 7 held-out, uninitialised read: threads behind the end return before they store their zero
// 8 screen, barrier divergence: lanes of one warp wait at different barriers
// 9 passes: the last warp adds by shuffles
#include "host.h"

constexpr int threads = 256;

__device__ void lastWarp(int* shared, int t) {
  if (PLANT == 9) {
    int value = shared[t] + shared[t + 32];
    for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(~0U, value, d);
    if (t == 0) shared[0] = value;
    return;
  }
  for (int half = 32; half > 0; half /= 2) {
    const int value = shared[t] + shared[t + half];
    if (PLANT == 5) __syncwarp(0xffff); else if (PLANT != 4) __syncwarp();
    shared[t] = value;
    if (PLANT != 4) __syncwarp();
  }
}

__global__ void blockSums(const int* in, int n, int* sums, int* rests) {
  __shared__ int shared[threads];
  const int t = threadIdx.x;
  const int i = blockIdx.x * threads + t;
  if (PLANT == 7 && i >= n) return;
  shared[t] = i < n ? in[i] : 0;
  if (PLANT != 1 && PLANT != 8) __syncthreads();
  if (PLANT == 8 && t % 2 == 0) { __syncthreads(); rests[i] = 1; } else if (PLANT == 8) { __syncthreads(); rests[i] = shared[t]; }
  for (int half = threads / 2; half > 32; half /= 2) {
    if (t < half) {
      shared[t] += shared[t + half];
      if (PLANT == 3) __syncthreads();
    }
    if (PLANT != 2 && PLANT != 3) __syncthreads();
  }
  if (t < 32) lastWarp(shared, t);
  if (PLANT != 6) __syncthreads();
  if (t == 0) sums[blockIdx.x] = shared[0];
  if (i < n) rests[i] = shared[0] - in[i];
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  const int blocks = (n + threads - 1) / threads;
  int* sums = allocate<int>(blocks);
  int* rests = allocate<int>(n);
  blockSums<<<blocks, threads>>>(upload(numbers(n, 1000)), n, sums, rests);
  print("sums", sums, blocks);
  print("rests", rests, n);
}
