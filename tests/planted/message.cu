// Prefix sums over blocks: each block waits for the flag of the one before it, then reads what that one wrote.
//
// test: 1024
// held-out: 3000
// 1 tests, race: the flag is set before the sum that it announces
// 2 tests, race: the fence between sum and flag is dropped
// 3 screen, race: the fence between sum and flag orders memory for its own block only
// 4 screen, race: the flag is set by a plain store
// 5 screen, uninitialised read: the flag is polled by a plain load, which compilers read once
// 6 tests, race: the reader's fence after the flag is dropped
// 7 screen, barrier divergence: the block's number replaces its ticket: where later blocks run first, they wait for ever
// 8 screen, uninitialised read: the reader does not wait for the flag
// 10 screen, uninitialised read: the flag is polled by a load through the read-only cache, which need not see changes
// 12 tests, race: the flag is set by a release and polled by a relaxed load, without a fence
// 13 tests, race: the flag is set by a relaxed store, without a fence, and polled by an acquire
// 14 screen, race: the flag is set by a release for its own block only
// 9 passes: the flag is set and polled by atomics
// 11 passes: the flag is set by a release and polled by an acquire, without fences
#include "host.h"

constexpr int threads = 128;

// Release and acquire without fences.
constexpr bool withOrders = PLANT >= 11;

__device__ int loadOrdered(int* flag) {
  int value = 0;
  if (PLANT == 12)
    asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  else
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  return value;
}

__device__ void storeOrdered(int* flag, int value) {
  if (PLANT == 13)
    asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
  else if (PLANT == 14)
    asm volatile("st.release.cta.global.s32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
  else
    asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag), "r"(value) : "memory");
}

__device__ int poll(int* flag) {
  if (withOrders) return loadOrdered(flag);
  if (PLANT == 9) return atomicAdd(flag, 0);
  return PLANT == 5 ? *flag : PLANT == 10 ? __ldg(flag) : *(volatile int*)flag;
}

__device__ void waitFor(int* flag) {
  while (PLANT != 8 && poll(flag) == 0) {}
  if (PLANT != 6 && !withOrders) __threadfence();
}

__device__ void announce(int* flag) {
  if (PLANT == 3) __threadfence_block();
  if (PLANT != 2 && PLANT != 3 && !withOrders) __threadfence();
  if (withOrders)
    storeOrdered(flag, 1);
  else if (PLANT == 9)
    atomicExch(flag, 1);
  else
    if (PLANT == 4) *flag = 1; else *(volatile int*)flag = 1;
}

__global__ void scan(const int* in, int n, unsigned* tickets, int* sums, int* flags, int* out) {
  __shared__ int shared[threads];
  __shared__ int block;
  __shared__ int before;
  const int t = threadIdx.x;
  if (t == 0) block = PLANT == 7 ? blockIdx.x : atomicAdd(tickets, 1U);
  __syncthreads();
  const int i = block * threads + t;
  shared[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int step = 1; step < threads; step *= 2) {
    const int other = t >= step ? shared[t - step] : 0;
    __syncthreads();
    shared[t] += other;
    __syncthreads();
  }
  if (t == 0) {
    before = 0;
    if (block > 0) {
      waitFor(&flags[block - 1]);
      before = sums[block - 1];
    }
    if (PLANT == 1) announce(&flags[block]);
    sums[block] = before + shared[threads - 1];
    if (PLANT != 1) announce(&flags[block]);
  }
  __syncthreads();
  if (i < n) out[i] = before + shared[t];
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  const int blocks = (n + threads - 1) / threads;
  const int* in = upload(numbers(n, 1000));
  int* out = allocate<int>(n);
  int* sums = allocate<int>(blocks);
  scan<<<blocks, threads>>>(in, n, zeros<unsigned>(1), sums, zeros<int>(blocks), out);
  print("prefix sums", out, n);
}
