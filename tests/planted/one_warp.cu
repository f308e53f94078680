// Threads hand values to their neighbours through shared memory, in blocks of one warp and in blocks of eight.
//
// test: 1024
// held-out: 4096
// 1 screen, race: threads of a block of eight warps wait for their own warp only
// 2 screen, race: lanes don't wait for each other at all
// 9 passes: in a block of one warp its threads wait for the warp
#include "host.h"

__global__ void turnWarps(const int* in, int* out) {
  __shared__ int shared[32];
  shared[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
  if (PLANT == 9)
    __syncwarp();
  else if (PLANT != 2)
    __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = shared[31 - threadIdx.x];
}

__global__ void turnBlocks(const int* in, int* out) {
  __shared__ int shared[256];
  shared[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  if (PLANT == 1)
    __syncwarp();
  else
    __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = shared[255 - threadIdx.x];
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  int* turned = allocate<int>(n);
  int* result = allocate<int>(n);
  turnWarps<<<n / 32, 32>>>(upload(numbers(n, 1000)), turned);
  turnBlocks<<<n / 256, 256>>>(turned, result);
  print("result", result, n);
}
