// Rows weighted by a table that each block keeps in shared memory. With 0 as the last argument all rows are equal.
//
// test: 8 0
// held-out: 8 1
// 1 screen, uninitialised read: only the first block loads the table; others find it where an earlier block left it
// 2 screen, uninitialised read: only the first launch loads the table
// 3 held-out, wrong output: only the first row is loaded; the rows of the test are equal
// 4 screen, out of bounds: one element behind the block's dynamic shared memory is read, and multiplied by zero
// 5 screen, race: the next row is loaded while other warps still use this one; in the test it is the same row
// 9 passes: the table is loaded from its last element to its first
#include "host.h"

constexpr int width = 128;
constexpr int rowsOfBlock = 2;

__global__ void weigh(const int* rows, const int* table, int launch, int* out) {
  __shared__ int weights[width + 1];
  extern __shared__ int row[];
  const int t = threadIdx.x;
  const int loaded = PLANT == 9 ? width - 1 - t : t;
  if ((PLANT != 1 || blockIdx.x == 0) && (PLANT != 2 || launch == 0)) weights[loaded] = table[loaded];
  if (t == 0) weights[width] = 0;
  for (int r = 0; r < rowsOfBlock; ++r) {
    const int first = (blockIdx.x * rowsOfBlock + r) * width;
    if (PLANT != 3 || r == 0) row[t] = rows[first + t];
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < 4; ++i) sum += weights[(t + i) % width] * row[(t + i) % width];
    if (PLANT == 4 || t + 1 < width) sum += row[t + 1] * weights[t + 1];
    out[first + t] = sum;
    if (PLANT != 5) __syncthreads();
  }
}

int main(int argc, char** argv) {
  const int count = argument(argc, argv, 1);
  std::vector<int> values = numbers(count * width, 1000);
  if (argument(argc, argv, 2) == 0)
    for (int i = width; i < count * width; ++i) values[i] = values[i - width];
  const int* rows = upload(values);
  const int* table = upload(numbers(width, 100, 2));
  int* out = allocate<int>(2 * count * width);
  for (int launch = 0; launch < 2; ++launch)
    weigh<<<count / rowsOfBlock, width, width * sizeof(int)>>>(rows, table, launch, out + launch * count * width);
  print("weighted", out, 2 * count * width);
}
