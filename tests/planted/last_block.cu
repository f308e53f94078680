// Sum of an array by its last block: each block writes its part, and a counter says which block is the last.
//
// test: 2048
// held-out: 5000
// 1 screen, uninitialised read: the counter's result is replaced by the block's number, which comes last only where blocks run in order
// 2 screen, race: the fence before the counter is dropped: the counter may be seen before the part
// 3 tests, race: the fence after the counter is dropped: parts may be read from before the counter's last step
// 4 tests, race: the fence before the counter orders memory for its own block only
// 5 screen, race: the counter is atomic for its own block only
// 6 screen, race: the counter is incremented by a plain load and store, so that two blocks may get the same number
// 7 screen, uninitialised read: no barrier between the first thread's verdict and the other threads that read it
// 8 screen, wrong output: the counter is not set back, so that the second launch has no last block
// 9 passes: a counter that wraps around needs no setting back
#include "host.h"

constexpr int threads = 256;

__device__ int blockSum(int value, int* shared) {
  const int t = threadIdx.x;
  shared[t] = value;
  __syncthreads();
  for (int half = threads / 2; half > 0; half /= 2) {
    if (t < half) shared[t] += shared[t + half];
    __syncthreads();
  }
  return shared[0];
}

__device__ unsigned count(unsigned* counter) {
  if (PLANT == 1) return blockIdx.x;
  if (PLANT == 4) __threadfence_block();
  if (PLANT != 2 && PLANT != 4) __threadfence();
  unsigned before = 0;
  if (PLANT == 5)
    before = atomicAdd_block(counter, 1U);
  else if (PLANT == 6)
    before = (*counter)++;
  else if (PLANT == 9)
    before = atomicInc(counter, gridDim.x - 1);
  else
    before = atomicAdd(counter, 1U);
  if (PLANT != 3) __threadfence();
  return before;
}

__global__ void sum(const int* in, int n, int* parts, unsigned* counter, int* out) {
  __shared__ int shared[threads];
  __shared__ bool isLast;
  const int t = threadIdx.x;
  const int i = blockIdx.x * threads + t;
  const int part = blockSum(i < n ? in[i] : 0, shared);
  if (t == 0) {
    parts[blockIdx.x] = part;
    isLast = count(counter) == gridDim.x - 1;
  }
  if (PLANT != 7) __syncthreads();
  if (!isLast) return;
  int mine = 0;
  for (int b = t; b < gridDim.x; b += threads) mine += parts[b];
  const int all = blockSum(mine, shared);
  if (t == 0) {
    *out = all;
    if (PLANT != 8 && PLANT != 9) *counter = 0;
  }
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  const int blocks = (n + threads - 1) / threads;
  const int* in = upload(numbers(n, 1000));
  int* parts = allocate<int>(blocks);
  int* out = zeros<int>(2);
  auto* counter = zeros<unsigned>(1);
  sum<<<blocks, threads>>>(in, n, parts, counter, out);
  sum<<<blocks, threads>>>(in, n, parts, counter, out + 1);
  print("sums", out, 2);
}
