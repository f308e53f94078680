// Sums and leaders of warps by shuffles, votes and matches. The last argument is the smallest value.
//
// test: 1024 2
// held-out: 1001 0
// 1 screen, trap: the mask names half of the lanes that shuffle
// 2 held-out, barrier divergence: lanes behind the end don't take part, but the mask names them; the test has no such lanes
// 3 held-out, barrier divergence: the mask of an earlier vote names lanes that have left the branch since
// 4 held-out, barrier divergence: lanes match with the mask of an earlier vote
// 5 held-out, wrong output: the leader's value is read from a lane that takes no part
// 9 passes: every lane gets the sum by exchanging with its opposite
#include "host.h"

__device__ int warpSum(int value) {
  const unsigned mask = PLANT == 1 ? 0xffffU : ~0U;
  for (int d = 16; d > 0; d /= 2) value += PLANT == 9 ? __shfl_xor_sync(mask, value, d) : __shfl_down_sync(mask, value, d);
  return __shfl_sync(mask, value, 0);
}

__global__ void sums(const int* in, int n, int* ofWarps, int* ofPositive, int* peers) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = i < n ? in[i] : 0;
  int sum = 0;
  if (PLANT != 2 || i < n) sum = warpSum(value);
  if (threadIdx.x % 32 == 0) ofWarps[i / 32] = sum;

  const unsigned positive = __ballot_sync(~0U, value > 0);
  const unsigned large = __ballot_sync(~0U, value > 1);
  int leader = 0;
  int equal = 0;
  if (value > 1) {
    // The first of the large values, by its own lane.
    const int first = PLANT == 5 ? 0 : __ffs(large) - 1;
    leader = __shfl_sync(PLANT == 3 ? positive : large, value, first);
    equal = __popc(__match_any_sync(PLANT == 4 ? positive : large, value));
  }
  ofPositive[i] = leader;
  peers[i] = equal;
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  const int threads = 128;
  const int blocks = (n + threads - 1) / threads;
  std::vector<int> values = numbers(n, 8);
  for (int& value : values) value += argument(argc, argv, 2);
  int* ofWarps = allocate<int>(blocks * threads / 32);
  int* ofPositive = zeros<int>(blocks * threads);
  int* peers = zeros<int>(blocks * threads);
  sums<<<blocks, threads>>>(upload(values), n, ofWarps, ofPositive, peers);
  print("sums", ofWarps, blocks * threads / 32);
  print("leaders", ofPositive, n);
  print("peers", peers, n);
}
