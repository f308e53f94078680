// The positive values, in their order; and their sum in floating point, added up in a fixed order.
//
// test: 1024
// held-out: 3000
// 1 screen, wrong output: blocks get their place by an atomic, in the order in which they come
// 2 screen, wrong output: warps get their place by an atomic in shared memory, in the order in which they come
// 3 tests, uninitialised read: blocks add their sums by an atomic, so that rounding depends on their order
// 4 screen, race: threads that find their place taken overwrite each other's count
// 9 passes: places are counted by votes
#include "host.h"

constexpr int threads = 128;

__global__ void keepPositive(const int* in, int n, int* taken, int* out, float* sums, float* sum) {
  __shared__ int kept[threads];
  __shared__ int place;
  __shared__ int warpPlace;
  const int t = threadIdx.x;
  const int i = blockIdx.x * threads + t;
  const int value = i < n ? in[i] : 0;
  kept[t] = value > 0;
  if (t == 0) warpPlace = 0;
  __syncthreads();
  int ofBlock = 0;
  int before = 0;
  for (int k = 0; k < threads; ++k) {
    ofBlock += kept[k];
    if (k < t) before += kept[k];
  }
  const unsigned vote = __ballot_sync(~0U, value > 0);
  if (PLANT == 2) {
    int ofWarp = t % 32 == 0 ? atomicAdd(&warpPlace, __popc(vote)) : 0;
    before = __shfl_sync(~0U, ofWarp, 0) + __popc(vote & ((1U << t % 32) - 1));
  }
  if (PLANT == 9) {
    before = __popc(vote & ((1U << t % 32) - 1));
    for (int k = 0; k < t / 32 * 32; ++k) before += kept[k];
  }
  if (t == 0) {
    place = 0;
    if (PLANT == 1)
      place = atomicAdd(taken, ofBlock);
    else
      for (int k = 0; k < blockIdx.x * threads; ++k) place += in[k] > 0;
    if (PLANT == 4) *taken = *taken + ofBlock; else if (PLANT != 1) atomicAdd(taken, ofBlock);
  }
  __syncthreads();
  if (value > 0) out[place + before] = value;
  if (t == 0) sums[blockIdx.x] = 1.0F / (1001 + value);
  if (PLANT == 3 && t == 0) atomicAdd(sum, 1.0F / (1001 + value));
}

__global__ void addUp(const float* sums, int blocks, float* sum) {
  if (PLANT == 3) return;
  float all = 0;
  for (int b = 0; b < blocks; ++b) all += sums[b];
  *sum = all;
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  const int blocks = (n + threads - 1) / threads;
  std::vector<int> values = numbers(n, 1000);
  for (int& value : values) value -= 400;
  int* taken = zeros<int>(1);
  int* out = zeros<int>(n);
  float* sums = allocate<float>(blocks);
  float* sum = zeros<float>(1);
  keepPositive<<<blocks, threads>>>(upload(values), n, taken, out, sums, sum);
  addUp<<<1, 1>>>(sums, blocks, sum);
  print("count", taken, 1);
  print("positive", out, n);
  print("sum", sum, 1);
}
