// y += a x by a grid-stride loop, in place.
//
// test: 1024 3
// held-out: 1500 3
// 1 held-out, wrong output: the loop leaves out the tail behind the last full round; the test has no tail
// 2 held-out, wrong output: the tail is added once more after the loop
// 3 screen, out of bounds: the last round goes one element too far
// 9 passes: the loop counts down
#include "host.h"

__global__ void axpy(int n, int a, const int* x, int* y) {
  const int stride = gridDim.x * blockDim.x;
  const int first = blockIdx.x * blockDim.x + threadIdx.x;
  const int end = PLANT == 1 ? n - n % stride : PLANT == 3 ? n + 1 : n;
  if (PLANT == 9) {
    for (int i = (n - 1 - first) / stride * stride + first; i >= first; i -= stride) y[i] += a * x[i];
    return;
  }
  for (int i = first; i < end; i += stride) y[i] += a * x[i];
  const int tail = n - n % stride + first;
  if (PLANT == 2 && tail < n) y[tail] += a * x[tail];
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  int* y = upload(numbers(n, 1000, 2));
  axpy<<<2, 128>>>(n, argument(argc, argv, 2), upload(numbers(n, 1000)), y);
  print("y", y, n);
}
