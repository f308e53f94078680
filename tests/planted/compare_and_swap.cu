// The largest value, the sum of saturating costs and the last writer's order, by read-modify-write on words that all blocks share.
//
// test: 1024
// held-out: 3000
// 1 screen, race: the largest value is kept by a comparison and a store, between which another block may store more
// 2 tests, race: the loop of compare-and-swap is a load and a store
// 3 screen, wrong output: compare-and-swap is not repeated when another block was faster
// 4 screen, race: the sum is a load, an addition and a store
// 5 screen, race: the loop's compare-and-swap is atomic for its own block only
// 6 screen, race: the largest value is kept by an atomic for its own block only
// 9 passes: the largest value by a loop of compare-and-swap
#include "host.h"

constexpr int threads = 128;
constexpr int most = 1'000'000'000;

__device__ void keepLargest(int* largest, int value) {
  if (PLANT == 1) { if (value > *largest) *largest = value; return; }
  if (PLANT == 6) { atomicMax_block(largest, value); return; }
  if (PLANT != 9) { atomicMax(largest, value); return; }
  for (int seen = atomicAdd(largest, 0); value > seen;) {
    const int before = atomicCAS(largest, seen, value);
    if (before == seen) return;
    seen = before;
  }
}

__device__ void addUpTo(int* sum, int value) {
  for (int seen = atomicAdd(sum, 0);;) {
    const int wanted = min(seen + value, most);
    if (PLANT == 2) { *sum = min(*sum + value, most); return; }
    const int before = PLANT == 5 ? atomicCAS_block(sum, seen, wanted) : atomicCAS(sum, seen, wanted);
    if (before == seen || PLANT == 3) return;
    seen = before;
  }
}

__global__ void collect(const int* in, int n, int* largest, int* limited, int* sum) {
  __shared__ int values[threads];
  const int t = threadIdx.x;
  const int i = blockIdx.x * threads + t;
  values[t] = i < n ? in[i] : 0;
  __syncthreads();
  if (t != 0) return;
  int best = 0;
  int cost = 0;
  for (int k = 0; k < threads; ++k) {
    best = max(best, values[k]);
    cost += values[k];
  }
  keepLargest(largest, best);
  addUpTo(limited, cost);
  if (PLANT == 4) *sum += cost; else atomicAdd(sum, cost);
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  int* largest = zeros<int>(1);
  int* limited = zeros<int>(1);
  int* sum = zeros<int>(1);
  collect<<<(n + threads - 1) / threads, threads>>>(upload(numbers(n, 1'000'000)), n, largest, limited, sum);
  print("largest", largest, 1);
  print("limited sum", limited, 1);
  print("sum", sum, 1);
}
