// LU decomposition of a matrix in place, without pivoting.
//
//   lud SIZE SEED
//
// SIZE is a multiple of 16. For each tile of 16 x 16 on the diagonal there are three
// launches: `lud_diagonal` decomposes the tile, `lud_perimeter` the tiles to its right
// and below it, `lud_internal` subtracts their products from all the others.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define TILE 16

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

// One block of TILE threads: less than a warp. Step i makes column i of L, a row for
// each thread, then row i + 1 of U, a column for each thread.
__global__ void lud_diagonal(float* m, int size, int offset) {
  __shared__ float tile[TILE][TILE];
  const int tx = threadIdx.x;

  int place = offset * size + offset;
  for (int i = 0; i < TILE; ++i) {
    tile[i][tx] = m[place + tx];
    place += size;
  }
  __syncthreads();

  for (int i = 0; i < TILE - 1; ++i) {
    if (tx > i) {
      for (int j = 0; j < i; ++j) tile[tx][i] -= tile[tx][j] * tile[j][i];
      tile[tx][i] /= tile[i][i];
    }
    __syncthreads();
    if (tx > i) {
      for (int j = 0; j < i + 1; ++j) tile[i + 1][tx] -= tile[i + 1][j] * tile[j][tx];
    }
    __syncthreads();
  }

  // The first row of U is that of the matrix.
  place = (offset + 1) * size + offset;
  for (int i = 1; i < TILE; ++i) {
    m[place + tx] = tile[i][tx];
    place += size;
  }
}

// A block has TILE threads for a tile to the right of the diagonal one and TILE for the
// tile below it, which make one warp.
__global__ void lud_perimeter(float* m, int size, int offset) {
  __shared__ float diagonal[TILE][TILE];
  __shared__ float right[TILE][TILE];
  __shared__ float below[TILE][TILE];
  const int along = (blockIdx.x + 1) * TILE;

  if (threadIdx.x < TILE) {
    const int tx = threadIdx.x;
    int place = offset * size + offset;
    for (int i = 0; i < TILE / 2; ++i) {
      diagonal[i][tx] = m[place + tx];
      place += size;
    }
    place = offset * size + offset;
    for (int i = 0; i < TILE; ++i) {
      right[i][tx] = m[place + along + tx];
      place += size;
    }
  } else {
    const int tx = threadIdx.x - TILE;
    int place = (offset + TILE / 2) * size + offset;
    for (int i = TILE / 2; i < TILE; ++i) {
      diagonal[i][tx] = m[place + tx];
      place += size;
    }
    place = (offset + along) * size + offset;
    for (int i = 0; i < TILE; ++i) {
      below[i][tx] = m[place + tx];
      place += size;
    }
  }
  __syncthreads();

  if (threadIdx.x < TILE) {
    const int tx = threadIdx.x;
    for (int i = 1; i < TILE; ++i) {
      for (int j = 0; j < i; ++j) right[i][tx] -= diagonal[i][j] * right[j][tx];
    }
  } else {
    const int tx = threadIdx.x - TILE;
    for (int i = 0; i < TILE; ++i) {
      for (int j = 0; j < i; ++j) below[tx][i] -= below[tx][j] * diagonal[j][i];
      below[tx][i] /= diagonal[i][i];
    }
  }
  __syncthreads();

  if (threadIdx.x < TILE) {
    const int tx = threadIdx.x;
    int place = (offset + 1) * size + offset;
    for (int i = 1; i < TILE; ++i) {
      m[place + along + tx] = right[i][tx];
      place += size;
    }
  } else {
    const int tx = threadIdx.x - TILE;
    int place = (offset + along) * size + offset;
    for (int i = 0; i < TILE; ++i) {
      m[place + tx] = below[i][tx];
      place += size;
    }
  }
}

__global__ void lud_internal(float* m, int size, int offset) {
  __shared__ float right[TILE][TILE];
  __shared__ float below[TILE][TILE];
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = offset + (blockIdx.y + 1) * TILE;
  const int col = offset + (blockIdx.x + 1) * TILE;

  right[ty][tx] = m[(offset + ty) * size + col + tx];
  below[ty][tx] = m[(row + ty) * size + offset + tx];
  __syncthreads();

  float sum = 0.0f;
  for (int i = 0; i < TILE; ++i) sum += below[ty][i] * right[i][tx];
  m[(row + ty) * size + col + tx] -= sum;
}

// A small generator of our own, so that inputs are the same everywhere.
static float uniform(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<float>(state >> 40) / 16777216.0f;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s SIZE SEED\n", argv[0]);
    return 2;
  }
  const int size = std::atoi(argv[1]);
  std::uint64_t state = std::strtoull(argv[2], nullptr, 10);
  if (size < TILE || size % TILE != 0 || size > 16384) {
    std::fprintf(stderr, "%s: SIZE must be a multiple of %d, at most 16384\n", argv[0],
                 TILE);
    return 2;
  }

  // Entries fade away from a diagonal that outweighs them, so that no pivot is small.
  const std::size_t cells = static_cast<std::size_t>(size) * size;
  std::vector<float> m(cells);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j)
      m[static_cast<std::size_t>(i) * size + j] =
          i == j ? 30.0f + uniform(state)
                 : (0.2f + uniform(state)) * std::exp(-0.08f * std::abs(i - j));

  float* d_m = nullptr;
  CHECK(cudaMalloc(&d_m, cells * sizeof(float)));
  CHECK(cudaMemcpy(d_m, m.data(), cells * sizeof(float), cudaMemcpyHostToDevice));

  int offset = 0;
  for (; offset < size - TILE; offset += TILE) {
    const int others = (size - offset) / TILE - 1;
    lud_diagonal<<<1, TILE>>>(d_m, size, offset);
    lud_perimeter<<<others, 2 * TILE>>>(d_m, size, offset);
    lud_internal<<<dim3(others, others), dim3(TILE, TILE)>>>(d_m, size, offset);
    CHECK(cudaGetLastError());
  }
  lud_diagonal<<<1, TILE>>>(d_m, size, offset);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(m.data(), d_m, cells * sizeof(float), cudaMemcpyDeviceToHost));

  // The determinant is the product of U's diagonal.
  double logarithm = 0.0;
  for (int i = 0; i < size; ++i)
    logarithm += std::log(std::fabs(m[static_cast<std::size_t>(i) * size + i]));
  std::printf("%d x %d: determinant e^%.6f\n", size, size, logarithm);

  CHECK(cudaFree(d_m));
  return 0;
}
