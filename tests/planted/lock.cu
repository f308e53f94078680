// Two sums that belong together, kept by a lock.
//
// test: 8
// held-out: 20
// 1 tests, race: no fence behind taking the lock
// 2 tests, race: no fence before giving the lock back
// 3 screen, race: the fences order memory for their own block only
// 4 tests, race: the lock is given back by a plain store
// 5 screen, race: the lock is taken by an atomic for its own block only
// 6 screen, race: even values are added without the lock
// 7 screen, race: the lock is given back before the second sum is changed
// 8 screen, race: the lock is taken by a load and a store
// 9 passes: the lock is taken by an exchange
#include "host.h"

__device__ bool taken(int* lock) {
  if (PLANT == 8) { const bool was = *lock != 0; *lock = 1; return was; }
  return (PLANT == 9 ? atomicExch(lock, 1) : PLANT == 5 ? atomicCAS_block(lock, 0, 1) : atomicCAS(lock, 0, 1)) != 0;
}

__device__ void acquire(int* lock) {
  while (taken(lock)) {}
  if (PLANT == 3) __threadfence_block(); else if (PLANT != 1) __threadfence();
}

__device__ void release(int* lock) {
  if (PLANT == 3) __threadfence_block(); else if (PLANT != 2) __threadfence();
  if (PLANT == 4) *lock = 0; else atomicExch(lock, 0);
}

__global__ void add(const int* in, int* lock, long long* sums) {
  if (threadIdx.x != 0) return;
  const int value = in[blockIdx.x];
  const bool locks = PLANT != 6 || value % 2 != 0;
  if (locks) acquire(lock);
  sums[0] = sums[0] + value;
  if (PLANT == 7) release(lock);
  sums[1] = sums[1] + (long long)value * value;
  if (locks && PLANT != 7) release(lock);
}

int main(int argc, char** argv) {
  const int blocks = argument(argc, argv, 1);
  long long* sums = zeros<long long>(2);
  add<<<blocks, 32>>>(upload(numbers(blocks, 1000)), zeros<int>(1), sums);
  print("sum, sum of squares", sums, 2);
}
