// Product of two matrices by tiles in shared memory.
//
// test: 44
// held-out: 5
// 1 screen, uninitialised read: no barrier between loading the tiles and using them
// 2 screen, race: no barrier between using the tiles and loading the next ones
// 3 held-out, uninitialised read: the rows of a tile behind the matrix are not filled: in the last tile of several, zeros hide what
//   the tile before left there
// 4 screen, out of bounds: a tile's columns behind the matrix are read, and multiplied by zero
// 5 screen, uninitialised read: threads outside of the product return before they load their share of the tiles
// 6 screen, barrier divergence: only threads inside of the product reach the barrier
// 7 screen, out of bounds: the product is stored without a check of the row
// 9 passes: the sum runs from the last column to the first
#include "host.h"

constexpr int side = 8;

__global__ void multiply(const int* a, const int* b, int n, int* c) {
  __shared__ int ofA[side][side];
  __shared__ int ofB[side][side];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int column = blockIdx.x * side + x;
  const int row = blockIdx.y * side + y;
  const bool inside = row < n && column < n;
  if (PLANT == 5 && !inside) return;
  int sum = 0;
  for (int first = 0; first < n; first += side) {
    ofA[y][x] = row < n && (PLANT == 4 || first + x < n) ? a[row * n + first + x] : 0;
    if (PLANT != 3 || first + y < n) ofB[y][x] = first + y < n && column < n ? b[(first + y) * n + column] : 0;
    if (PLANT != 1 && (PLANT != 6 || inside)) __syncthreads();
    for (int k = 0; k < side; ++k) sum += PLANT == 9 ? ofA[y][side - 1 - k] * ofB[side - 1 - k][x] : ofA[y][k] * ofB[k][x];
    if (PLANT != 2) __syncthreads();
  }
  if (PLANT == 7 ? column < n : inside) c[row * n + column] = sum;
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  const dim3 blocks((n + side - 1) / side, (n + side - 1) / side);
  int* c = allocate<int>(n * n);
  multiply<<<blocks, dim3(side, side)>>>(upload(numbers(n * n, 100)), upload(numbers(n * n, 100, 2)), n, c);
  print("product", c, n * n);
}
