// How many of a block's values exceed a limit, and their histogram, by atomics in shared memory.
//
// test: 1024
// held-out: 3000
// 1 screen, uninitialised read: no barrier between the first thread's zero and everybody's atomics
// 10 screen, uninitialised read: that barrier orders the first warp only, whose atomics then hide the store from those of the other warps
// 2 screen, wrong output: no barrier between the atomics and the read of their sum
// 3 tests, race: the counter is incremented by a plain load and store: of two warps' increments one is lost
// 4 screen, uninitialised read: no barrier between clearing the histogram and counting
// 5 screen, uninitialised read: the histogram is not cleared
// 6 screen, race: the histogram is added to the total by plain loads and stores: blocks overwrite each other's
// 7 screen, race: the total is added to by atomics for their own block only
// 8 screen, wrong output: the counter is set to zero once more behind the barrier, while other warps add
// 9 passes: one thread of each warp counts for all of its lanes
#include "host.h"

constexpr int threads = 128;
constexpr int bins = 64;

__global__ void countValues(const int* in, int n, int limit, int* counts, int* total) {
  __shared__ int above;
  __shared__ int histogram[bins];
  const int t = threadIdx.x;
  const int i = blockIdx.x * threads + t;
  const int value = i < n ? in[i] : 0;
  const bool isAbove = value > limit;
  if (t == 0) above = 0;
  if (PLANT == 10) __syncwarp(); else if (PLANT != 1) __syncthreads();
  if (PLANT == 8 && t == 0) above = 0;
  if (PLANT == 3) {
    // One lane of each warp has work in the tests.
    if (isAbove) above = above + 1;
  } else if (PLANT == 9) {
    const unsigned vote = __ballot_sync(~0U, isAbove);
    if (t % 32 == 0) atomicAdd(&above, __popc(vote));
  } else if (isAbove) {
    atomicAdd(&above, 1);
  }
  if (PLANT != 2) __syncthreads();
  if (t == 0) counts[blockIdx.x] = above;
  if (PLANT == 2) __syncthreads();

  if (PLANT != 5 && t < bins) histogram[t] = 0;
  if (PLANT != 4) __syncthreads();
  if (i < n) atomicAdd(&histogram[value % bins], 1);
  __syncthreads();
  if (t >= bins) return;
  if (PLANT == 6)
    total[t] += histogram[t];
  else if (PLANT == 7)
    atomicAdd_block(&total[t], histogram[t]);
  else
    atomicAdd(&total[t], histogram[t]);
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  const int blocks = (n + threads - 1) / threads;
  // One value in 32 is above the limit.
  std::vector<int> values = numbers(n, 900);
  for (int i = 7; i < n; i += 32) values[i] += 1000;
  int* counts = allocate<int>(blocks);
  int* total = zeros<int>(bins);
  countValues<<<blocks, threads>>>(upload(values), n, 999, counts, total);
  print("above the limit", counts, blocks);
  print("histogram", total, bins);
}
