// Lists that threads keep in memory from malloc.
//
// test: 64
// held-out: 100
// 1 screen, out of bounds: a list is read after free
// 2 screen, uninitialised read: an element that was never set is read, and multiplied by zero
// 3 screen, race: a thread reads its neighbour's list without a barrier
// 4 screen, out of bounds: one element behind the list is read, and multiplied by zero
// 5 screen, trap: a list is freed twice
// 9 passes: the list is summed from its end
#include "host.h"

__global__ void lists(const int* in, const int* weights, int n, int* out) {
  __shared__ int* all[64];
  const int t = threadIdx.x;
  const int i = blockIdx.x * blockDim.x + t;
  const int length = 4;
  int* list = (int*)malloc(length * sizeof(int));
  all[t] = list;
  for (int k = 0; k < (PLANT == 2 ? length - 1 : length); ++k) list[k] = i < n ? in[i] + k : 0;
  if (PLANT != 3) __syncthreads();
  const int* other = all[(t + 1) % 64];
  int sum = 0;
  // weights[3] and weights[4] are 0.
  for (int k = 0; k < (PLANT == 4 ? length + 1 : length); ++k) {
    const int at = PLANT == 9 ? length - 1 - k : k;
    sum += other[at] * weights[at];
  }
  __syncthreads();
  if (PLANT == 1) { free(list); sum += list[0]; }
  if (PLANT != 1) { sum += list[0]; free(list); }
  if (PLANT == 5) free(list);
  if (i < n) out[i] = sum;
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  int* out = allocate<int>(n);
  lists<<<(n + 63) / 64, 64>>>(upload(numbers(n, 1000)), upload(std::vector<int>{1, 2, 3, 0, 0}), n, out);
  print("sums", out, n);
}
