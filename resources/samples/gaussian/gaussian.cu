// Solves a system of linear equations by Gaussian elimination without pivoting.
//
//   gaussian SIZE SEED
//
// Two launches for each column: `multipliers` computes what each row below the pivot is
// multiplied with, `eliminate` subtracts the multiples of the pivot row. Their grids
// always cover the whole matrix, whatever is left of it. The host solves the triangular
// system that remains.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define BLOCK 512
#define TILE 4

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

__global__ void multipliers(float* m, const float* a, int size, int pivot) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= size - 1 - pivot) return;
  m[size * (i + pivot + 1) + pivot] =
      a[size * (i + pivot + 1) + pivot] / a[size * pivot + pivot];
}

__global__ void eliminate(const float* m, float* a, float* b, int size, int pivot) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  const int j = threadIdx.y + blockIdx.y * blockDim.y;
  if (i >= size - 1 - pivot) return;
  if (j >= size - pivot) return;
  const int row = i + 1 + pivot;
  const int col = j + pivot;
  a[size * row + col] -= m[size * row + pivot] * a[size * pivot + col];
  // Those of the first column see to the right-hand side.
  if (j == 0) b[row] -= m[size * row + pivot] * b[pivot];
}

// A small generator of our own, so that inputs are the same everywhere.
static float uniform(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<float>(state >> 40) / 16777216.0f;
}

template <class T> static T* upload(const std::vector<T>& values) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, values.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(T),
                   cudaMemcpyHostToDevice));
  return device;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s SIZE SEED\n", argv[0]);
    return 2;
  }
  const int size = std::atoi(argv[1]);
  std::uint64_t state = std::strtoull(argv[2], nullptr, 10);
  if (size < 2 || size > 8192) {
    std::fprintf(stderr, "%s: SIZE must be from 2 to 8192\n", argv[0]);
    return 2;
  }

  // Entries fade away from a diagonal that outweighs them, so that no pivot is small.
  const std::size_t cells = static_cast<std::size_t>(size) * size;
  std::vector<float> a(cells), b(size), m(cells, 0.0f);
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j)
      a[static_cast<std::size_t>(i) * size + j] =
          i == j ? 30.0f + uniform(state)
                 : (uniform(state) - 0.3f) * std::exp(-0.05f * std::abs(i - j));
    b[i] = 1.0f + uniform(state);
  }

  float* d_a = upload(a);
  float* d_b = upload(b);
  float* d_m = upload(m);
  const int blocks = (size + BLOCK - 1) / BLOCK;
  const dim3 tiles((size + TILE - 1) / TILE, (size + TILE - 1) / TILE);
  for (int pivot = 0; pivot < size - 1; ++pivot) {
    multipliers<<<blocks, BLOCK>>>(d_m, d_a, size, pivot);
    eliminate<<<tiles, dim3(TILE, TILE)>>>(d_m, d_a, d_b, size, pivot);
    CHECK(cudaGetLastError());
  }
  CHECK(cudaMemcpy(m.data(), d_m, cells * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(a.data(), d_a, cells * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(b.data(), d_b, size * sizeof(float), cudaMemcpyDeviceToHost));

  std::vector<double> x(size);
  double sum = 0.0;
  for (int i = size - 1; i >= 0; --i) {
    double rest = b[i];
    for (int j = i + 1; j < size; ++j)
      rest -= a[static_cast<std::size_t>(i) * size + j] * x[j];
    x[i] = rest / a[static_cast<std::size_t>(i) * size + i];
    sum += x[i];
  }
  std::printf("%d equations: x[0] %.6f, x[%d] %.6f, sum %.6f\n", size, x[0], size - 1,
              x[size - 1], sum);

  CHECK(cudaFree(d_a));
  CHECK(cudaFree(d_b));
  CHECK(cudaFree(d_m));
  return 0;
}
