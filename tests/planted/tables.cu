// Look-ups in constant memory, in a device variable and in a texture.
//
// test: 1000
// held-out: 1500
// 1 screen, out of bounds: an element behind the constant table is read, and multiplied by zero
// 2 screen, out of bounds: an element before the variable's first is read, and multiplied by zero
// 9 passes: the texture's border gives the zero behind its end
#include "host.h"

__constant__ int bounds[16];
__device__ int offsets[16];

__global__ void lookUp(const int* in, const int* weights, int n, cudaTextureObject_t texture, int width, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int value = in[i] % 16;
  // weights[0] and weights[16] are 0.
  const int next = PLANT == 1 || value + 1 < 16 ? bounds[value + 1] * weights[value + 1] : 0;
  const int previous = PLANT == 2 || value > 0 ? offsets[value - 1] * weights[value] : 0;
  const int place = value + width - 15;
  const int texel = PLANT == 9 || place < width ? tex1Dfetch<int>(texture, place) : 0;
  out[i] = previous + texel + 2 * next;
}

int main(int argc, char** argv) {
  const int n = argument(argc, argv, 1);
  const std::vector<int> table = numbers(16, 1000);
  const std::vector<int> other = numbers(16, 1000, 2);
  succeed(cudaMemcpyToSymbol(bounds, table.data(), sizeof bounds));
  succeed(cudaMemcpyToSymbol(offsets, other.data(), sizeof offsets));
  std::vector<int> weights(17, 1);
  weights[0] = 0;
  weights[16] = 0;
  const int width = 64;
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = upload(numbers(width, 1000, 3));
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = width * sizeof(int);
  cudaTextureDesc description = {};
  description.addressMode[0] = cudaAddressModeBorder;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  succeed(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  int* out = allocate<int>(n);
  lookUp<<<(n + 127) / 128, 128>>>(upload(numbers(n, 1000, 4)), upload(weights), n, texture, width, out);
  print("found", out, n);
}
