// Jobs that warps take by a counter, and slots of which there are fewer than values.
//
// test: 64 16
// held-out: 100 24
// 1 screen, wrong output: the counter is read once more by a plain load, when others may have changed it (double fetch)
// 2 validation, wrong output: the counter is read once more by an atomic, when others may have changed it (double fetch)
// 3 validation, wrong output: the check for a free slot and taking one are two steps (check, then act)
// 4 tests, race: the counter is read by a plain load before it is changed
// 5 screen, wrong output: the check for a job that exists is left out
// 9 passes: jobs are taken from the last to the first
#include "host.h"

/// One warp a block.
__global__ void work(const int* in, int n, int* next, int* out, int capacity, int* taken, int* slots) {
  if (threadIdx.x != 0) return;
  for (;;) {
    int job = 0;
    if (PLANT == 4) { job = *next; atomicAdd(next, 1); } else job = atomicAdd(next, 1);
    if (PLANT == 1) job = *next - 1;
    if (PLANT == 2) job = atomicAdd(next, 0) - 1;
    if (PLANT == 5 ? job > n : job >= n) return;
    const int at = PLANT == 9 ? n - 1 - job : job;
    if (at >= 0) out[at] = PLANT == 5 ? in[at % n] * 2 : in[at] * 2;
    if (PLANT == 3 && atomicAdd(taken, 0) >= capacity) continue;
    const int slot = atomicAdd(taken, 1);
    if (PLANT == 3 || slot < capacity) slots[slot] = 1;
  }
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  const int capacity = argument(argc, argv, 2);
  int* out = zeros<int>(n + 1);
  int* slots = zeros<int>(n); // no more than `capacity` are to be used
  work<<<16, 32>>>(upload(numbers(n, 1000)), n, zeros<int>(1), out, capacity, zeros<int>(1), slots);
  print("done", out, n + 1);
  print("slots", slots, n);
}
