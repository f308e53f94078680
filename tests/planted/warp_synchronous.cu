// A reduction as it was written before Volta: the last warp's lanes run together, it is believed, and volatile keeps the compiler from
// holding values in registers.
//
// test: 1024
// held-out: 3000
// 0 race: lanes read what others wrote without __syncwarp
// 1 screen, race: volatile is dropped, so that compilers may keep or reorder what other lanes wait for
// 2 screen, wrong output: the other warps' sums are read without a barrier
// 9 passes: __syncwarp between the steps
#include "host.h"

constexpr int threads = 128;

#if PLANT == 1
using Word = int;
#else
using Word = volatile int;
#endif

__global__ void blockSums(const int* in, int n, int* sums) {
  __shared__ int shared[threads];
  const int t = threadIdx.x;
  const int i = blockIdx.x * threads + t;
  shared[t] = i < n ? in[i] : 0;
  __syncthreads();
  if (t < 64) shared[t] += shared[t + 64];
  if (PLANT != 2) __syncthreads();
  if (t >= 32) return;
  Word* words = shared;
  for (int half = 32; half > 0; half /= 2) {
    int other = words[t + half];
    if (PLANT == 9) __syncwarp();
    words[t] = words[t] + other;
    if (PLANT == 9) __syncwarp();
  }
  if (t == 0) sums[blockIdx.x] = shared[0];
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  const int blocks = (n + threads - 1) / threads;
  int* sums = allocate<int>(blocks);
  blockSums<<<blocks, threads>>>(upload(numbers(n, 1000)), n, sums);
  print("sums", sums, blocks);
}
