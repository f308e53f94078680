// Sums of the rows of a sparse matrix, a warp for each: most values are zero, and only others are added. The last argument is the number
// of others in a row.
//
// test: 64 1
// held-out: 64 5
// 1 held-out, race: values are added by a plain load and store; in the test there is one in each row
// 2 held-out, wrong output: only the first lane with a value adds
// 3 tests, race: rows are added to the total by a plain load and store
// 9 passes: lanes add up by shuffles first
#include "host.h"

__global__ void sumRows(const float* in, int rows, float* sums, float* total) {
  __shared__ float sum;
  const int t = threadIdx.x;
  const float value = in[blockIdx.x * 32 + t];
  if (t == 0) sum = 0;
  __syncwarp();
  const unsigned others = __ballot_sync(~0U, value != 0);
  if (PLANT == 9) {
    float all = value;
    for (int d = 16; d > 0; d /= 2) all += __shfl_down_sync(~0U, all, d);
    if (t == 0) sum = all;
  } else if (PLANT == 2 ? t == __ffs(others) - 1 : value != 0) {
    if (PLANT == 1) sum += value; else atomicAdd(&sum, value);
  }
  __syncwarp();
  if (t != 0) return;
  sums[blockIdx.x] = sum;
  if (PLANT == 3) *total += sum; else atomicAdd(total, sum);
}

int main(int argc, char** argv) {
  const int rows = argument(argc, argv, 1);
  const int others = argument(argc, argv, 2);
  std::vector<float> values(rows * 32);
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < others; ++k) values[row * 32 + (row * 7 + k * 5) % 32] = float(row % 9 + k + 1);
  float* sums = allocate<float>(rows);
  float* total = zeros<float>(1);
  sumRows<<<rows, 32>>>(upload(values), rows, sums, total);
  print("sums", sums, rows);
  print("total", total, 1);
}
