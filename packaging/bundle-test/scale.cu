// For packaging/bundle-test.sh: a program in two files that uses the headers of the CUDA toolkit, of CUB and of C++.
#include <cstdio>
#include <cstdlib>
#include <cub/cub.cuh>
#include <vector>

std::vector<float> makeInput(int n);

__global__ void scaleAndSum(const float* in, float* sums, int n) {
  using Reduce = cub::BlockReduce<float, 64>;
  __shared__ typename Reduce::TempStorage storage;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float sum = Reduce(storage).Sum(i < n ? expf(in[i]) : 0.0f);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

int main(int, char** arguments) {
  const int n = std::atoi(arguments[1]);
  const int blocks = (n + 63) / 64;
  const std::vector<float> input = makeInput(n);
  std::vector<float> output(blocks);
  float* in;
  float* sums;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&sums, blocks * sizeof(float));
  cudaMemcpy(in, input.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scaleAndSum<<<blocks, 64>>>(in, sums, n);
  cudaMemcpy(output.data(), sums, blocks * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("%f\n", output[0]);
}
