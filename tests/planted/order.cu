// Running sums: within warps, over a block's warps and over blocks, each read only where it is known.
//
// test: 1024
// held-out: 3000
// 1 screen, uninitialised read: a block reads what the block before it stored in the same launch
// 2 screen, uninitialised read: a warp reads what the warp before it stored in shared memory, without a barrier
// 3 tests, race: a lane reads what the lane before it stored in shared memory, without __syncwarp
// 4 tests, race: every block stores its number; the last block's stays only where blocks run in order
// 5 screen, race: the first block clears the total that all blocks add to: its own atomic hides the store
// 9 passes: the blocks before are summed from the last to the first
#include "host.h"

constexpr int threads = 128;

__global__ void runningSums(const int* in, int n, int* out, int* last, int* total) {
  __shared__ int sums[threads];
  __shared__ int ofWarps[threads / 32];
  const int t = threadIdx.x;
  const int first = blockIdx.x * threads;
  const int i = first + t;
  const int value = i < n ? in[i] : 0;
  int inWarp = value;
  for (int d = 1; d < 32; d *= 2) {
    const int other = __shfl_up_sync(~0U, inWarp, d);
    if (t % 32 >= d) inWarp += other;
  }
  sums[t] = inWarp;
  if (t % 32 == 31) ofWarps[t / 32] = inWarp;
  if (PLANT != 3) __syncwarp();
  // What comes before this lane in its warp.
  int sum = value + (t % 32 > 0 ? sums[t - 1] : 0);
  if (PLANT != 2) __syncthreads();
  for (int warp = 0; warp < t / 32; ++warp) sum += ofWarps[warp];
  if (PLANT == 1) {
    if (first > 0) sum += out[first - 1];
  } else {
    for (int k = 0; k < first; ++k) sum += in[PLANT == 9 ? first - 1 - k : k];
  }
  if (i < n) out[i] = sum;
  if (t == 0 && (PLANT == 4 || blockIdx.x == gridDim.x - 1)) *last = blockIdx.x;
  if (PLANT == 5 && t == 0 && blockIdx.x == 0) *total = 0;
  if (t == 0) atomicAdd(total, sum);
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  int* out = allocate<int>(n);
  int* last = allocate<int>(1);
  int* total = zeros<int>(1);
  runningSums<<<(n + threads - 1) / threads, threads>>>(upload(numbers(n, 1000)), n, out, last, total);
  print("running sums", out, n);
  print("last block", last, 1);
  print("total", total, 1);
}
