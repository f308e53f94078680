// A picture in rows that are padded to a pitch; neighbours outside of it count as zero.
//
// test: 100 20
// held-out: 128 20
// 1 held-out, out of bounds: the right neighbour of the last element is read: padding, which is zero, or the next row where there is none
// 2 held-out, out of bounds: one element too many is stored in each row: into padding, or the next row where there is none
// 3 screen, uninitialised read: the padding of the result, which nobody writes, is read and multiplied by zero
// 4 screen, out of bounds: the row below the last is read, and multiplied by zero
// 9 passes: rows are found from the last
#include "host.h"

__global__ void sharpen(const char* in, size_t inPitch, char* out, size_t outPitch, int width, int height, const int* weights) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = PLANT == 9 ? gridDim.y - 1 - blockIdx.y : blockIdx.y;
  if (PLANT == 2 ? x > width : x >= width) return;
  const int* row = (const int*)(in + y * inPitch);
  int* result = (int*)(out + y * outPitch);
  const int right = PLANT == 1 || x + 1 < width ? row[x + 1] : 0;
  const int* below = (const int*)(in + (y + 1) * inPitch);
  // weights[y] is 0 in the last row.
  const int down = PLANT == 4 || y + 1 < height ? below[x] * weights[y] : 0;
  const int own = x < width ? row[x] : 0;
  result[x] = 4 * own - right - down;
  if (PLANT == 3) result[x] += result[x + 1 < width ? x : width] * weights[height - 1];
}

int main(int argc, char** argv) {
  const int width = argument(argc, argv, 1);
  const int height = argument(argc, argv, 2);
  const std::vector<int> values = numbers(width * height, 1000);
  std::vector<int> weights(height, 1);
  weights[height - 1] = 0;
  char* in = nullptr;
  char* out = nullptr;
  size_t inPitch = 0;
  size_t outPitch = 0;
  succeed(cudaMallocPitch((void**)&in, &inPitch, width * sizeof(int), height));
  succeed(cudaMallocPitch((void**)&out, &outPitch, width * sizeof(int), height));
  succeed(cudaMemset(in, 0, inPitch * height));
  succeed(cudaMemcpy2D(in, inPitch, values.data(), width * sizeof(int), width * sizeof(int), height, cudaMemcpyHostToDevice));
  sharpen<<<dim3(width / 64 + 1, height), 64>>>(in, inPitch, out, outPitch, width, height, upload(weights));
  int* dense = allocate<int>(width * height);
  succeed(cudaMemcpy2D(dense, width * sizeof(int), out, outPitch, width * sizeof(int), height, cudaMemcpyDeviceToDevice));
  print("sharpened", dense, width * height);
}
