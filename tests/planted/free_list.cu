// Nodes from a free list: the head has a count of changes beside the node's number, so that a node that comes back is noticed.
//
// test: 8
// held-out: 20
// 1 validation, wrong output: no count of changes: a head that was taken and put back looks unchanged, and its old successor is used (ABA)
// 2 tests, race: no fence between taking a node and using it
// 3 tests, race: no fence between using a node and putting it back
// 4 screen, wrong output: a node is put back by a plain store to the head
// 5 screen, race: compare-and-swap is atomic for its own block only
// 9 passes: the head is read by compare-and-swap
#include "host.h"

using Head = unsigned long long; ///< changes so far in the upper half, number of the first node in the lower half, from 1

__device__ Head swap(Head* head, Head expected, Head wanted) {
  return PLANT == 5 ? atomicCAS_block(head, expected, wanted) : atomicCAS(head, expected, wanted);
}

__device__ Head changed(Head before, unsigned node) { return (PLANT == 1 ? 0 : (before >> 32) + 1) << 32 | node; }

__device__ Head read(Head* head) { return PLANT == 9 ? atomicCAS(head, Head(0), Head(0)) : atomicAdd(head, Head(0)); }

__device__ unsigned take(Head* head, unsigned* next) {
  Head seen = read(head);
  for (;;) {
    const unsigned node = unsigned(seen);
    const unsigned after = atomicAdd(&next[node], 0U);
    const Head before = swap(head, seen, changed(seen, after));
    if (before == seen) return node;
    seen = before;
  }
}

__device__ void putBack(Head* head, unsigned* next, unsigned node) {
  Head seen = read(head);
  for (;;) {
    atomicExch(&next[node], unsigned(seen));
    if (PLANT == 4) { *head = changed(seen, node); return; }
    const Head before = swap(head, seen, changed(seen, node));
    if (before == seen) return;
    seen = before;
  }
}

__global__ void use(Head* head, unsigned* next, int* uses) {
  if (threadIdx.x % 32 != 0) return;
  for (int round = 0; round < 4; ++round) {
    const unsigned node = take(head, next);
    if (PLANT != 2) __threadfence();
    uses[node] = uses[node] + 1;
    if (PLANT != 3) __threadfence();
    putBack(head, next, node);
  }
}

/// Nodes on the list, and how often they were used.
__global__ void sumUp(const Head* head, const unsigned* next, const int* uses, int nodes, int* out) {
  int used = 0;
  for (int node = 1; node <= nodes; ++node) used += uses[node];
  int length = 0;
  for (unsigned node = unsigned(*head); node != 0 && length <= nodes; node = next[node]) ++length;
  out[0] = used;
  out[1] = length;
}

int main(int argc, char** argv) {
  const int blocks = argument(argc, argv, 1);
  const int threads = 64;
  const int nodes = blocks * threads / 32; // as many as may be in use at once
  std::vector<unsigned> next(nodes + 1);
  for (int node = 1; node < nodes; ++node) next[node] = node + 1;
  Head* head = upload(std::vector<Head>{1});
  unsigned* links = upload(next);
  int* uses = zeros<int>(nodes + 1);
  int* out = allocate<int>(2);
  use<<<blocks, threads>>>(head, links, uses);
  sumUp<<<1, 1>>>(head, links, uses, nodes, out);
  print("used, free", out, 2);
}
