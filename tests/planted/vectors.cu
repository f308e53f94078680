// Sums of rows, four elements at a time where the row allows it.
//
// test: 64 32
// held-out: 33 32
// 1 held-out, misaligned: every row is read by four elements; a row of odd length does not begin at a multiple of 16 bytes
// 2 held-out, out of bounds: the last group of a row is read whole
// 3 held-out, wrong output: the rest of a row is left out
// 9 passes: two elements at a time
#include "host.h"

__global__ void sumRows(const int* in, int width, int rows, int* out) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= rows) return;
  const int* row = in + y * width;
  int sum = 0;
  int x = 0;
  if (PLANT == 2) {
    for (; x < width; x += 4)
      for (int k = 0; k < 4; ++k) sum += row[x + k] * (x + k < width);
  }
  if (PLANT == 9 && width % 2 == 0) {
    for (; x + 2 <= width; x += 2) {
      const int2 two = *(const int2*)(row + x);
      sum += two.x + two.y;
    }
  }
  if (PLANT == 1 || width % 4 == 0) {
    for (; x + 4 <= width; x += 4) {
      const int4 four = *(const int4*)(row + x);
      sum += four.x + four.y + four.z + four.w;
    }
  }
  if (PLANT == 3) width -= width % 4;
  for (; x < width; ++x) sum += row[x];
  out[y] = sum;
}

int main(int argc, char** argv) {
  const int width = argument(argc, argv, 1);
  const int rows = argument(argc, argv, 2);
  int* out = allocate<int>(rows);
  sumRows<<<(rows + 31) / 32, 32>>>(upload(numbers(width * rows, 1000)), width, rows, out);
  print("sums", out, rows);
}
