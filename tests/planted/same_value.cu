// Every block stores the same number at one place. That is a race, and excuses nothing else.
//
// test: 1024
// held-out: 3000
// 0 race: all blocks store the size
// 1 screen, race: blocks store the same flag elsewhere, where the program has an atomic
// 2 screen, uninitialised read: on that line, all blocks but the first read the size that the first one has stored
// 3 screen, wrong output: on that line, blocks store different numbers; the last one's is right where blocks run in order
// 9 passes: the flag is set by another atomic
#include "host.h"

__global__ void search(const int* in, int n, int* size, int* found, int* counts) {
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  int limit = n;
  if (t == 0) limit = PLANT == 2 && blockIdx.x > 0 ? *size : (*size = PLANT == 3 ? min(n, int(blockIdx.x + 1) * 128) : n);
  limit = __shfl_sync(~0U, limit, 0);
  const bool hit = i < limit && in[i] == 77;
  if (hit) { if (PLANT == 1) *found = 1; else if (PLANT == 9) atomicOr(found, 1); else atomicExch(found, 1); }
  const unsigned hits = __ballot_sync(~0U, hit);
  if (t % 32 == 0) counts[i / 32] = __popc(hits);
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  std::vector<int> values = numbers(n, 70);
  for (int i = 5; i < n; i += 100) values[i] = 77;
  const int blocks = (n + 127) / 128;
  int* size = allocate<int>(1);
  int* found = zeros<int>(1);
  int* counts = allocate<int>(blocks * 4);
  search<<<blocks, 128>>>(upload(values), n, size, found, counts);
  print("size", size, 1);
  print("found", found, 1);
  print("counts", counts, blocks * 4);
}
