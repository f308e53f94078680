// Needleman-Wunsch: the score matrix of the global alignment of two protein sequences.
//
//   nw LENGTH PENALTY SEED
//
// LENGTH is a multiple of 16. The matrix is filled in blocks of 16 x 16 along its
// anti-diagonals: one launch per diagonal of blocks, the upper left triangle first,
// then the lower right one. Within a block, threads follow the anti-diagonals of its
// cells.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define BLOCK 16
#define LETTERS 24

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

__device__ __host__ int maximum(int a, int b, int c) {
  const int k = a <= b ? b : a;
  return k <= c ? c : k;
}

// Fills the block of the matrix at (by, bx). `cols` counts the matrix' columns, the
// border column included.
__device__ void fill_block(const int* reference, int* score, int cols, int penalty,
                           int bx, int by) {
  __shared__ int temp[BLOCK + 1][BLOCK + 1];
  __shared__ int ref[BLOCK][BLOCK];

  const int tx = threadIdx.x;

  // Indices of the first cell of the block and of its neighbours above and to the left.
  const int index = cols * BLOCK * by + BLOCK * bx + tx + (cols + 1);
  const int index_n = cols * BLOCK * by + BLOCK * bx + tx + 1;
  const int index_w = cols * BLOCK * by + BLOCK * bx + cols;
  const int index_nw = cols * BLOCK * by + BLOCK * bx;

  if (tx == 0) temp[tx][0] = score[index_nw];
  for (int ty = 0; ty < BLOCK; ++ty) ref[ty][tx] = reference[index + cols * ty];
  __syncthreads();

  temp[tx + 1][0] = score[index_w + cols * tx];
  __syncthreads();

  temp[0][tx + 1] = score[index_n];
  __syncthreads();

  for (int m = 0; m < BLOCK; ++m) {
    if (tx <= m) {
      const int x = tx + 1;
      const int y = m - tx + 1;
      temp[y][x] = maximum(temp[y - 1][x - 1] + ref[y - 1][x - 1],
                           temp[y][x - 1] - penalty, temp[y - 1][x] - penalty);
    }
    __syncthreads();
  }
  for (int m = BLOCK - 2; m >= 0; --m) {
    if (tx <= m) {
      const int x = tx + BLOCK - m;
      const int y = BLOCK - tx;
      temp[y][x] = maximum(temp[y - 1][x - 1] + ref[y - 1][x - 1],
                           temp[y][x - 1] - penalty, temp[y - 1][x] - penalty);
    }
    __syncthreads();
  }

  for (int ty = 0; ty < BLOCK; ++ty) score[index + ty * cols] = temp[ty + 1][tx + 1];
}

// Blocks of the `diagonal`-th anti-diagonal, counted from 1, up to the main one.
__global__ void nw_upper_left(const int* reference, int* score, int cols, int penalty,
                              int diagonal) {
  const int bx = blockIdx.x;
  const int by = diagonal - 1 - bx;
  fill_block(reference, score, cols, penalty, bx, by);
}

// Blocks of the anti-diagonals below the main one, which have `diagonal` blocks.
__global__ void nw_lower_right(const int* reference, int* score, int cols, int penalty,
                               int diagonal, int width) {
  const int bx = blockIdx.x + width - diagonal;
  const int by = width - blockIdx.x - 1;
  fill_block(reference, score, cols, penalty, bx, by);
}

// A small generator of our own, so that inputs are the same everywhere.
static int below(std::uint64_t& state, int limit) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<int>((state >> 33) % limit);
}

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s LENGTH PENALTY SEED\n", argv[0]);
    return 2;
  }
  const int length = std::atoi(argv[1]);
  const int penalty = std::atoi(argv[2]);
  std::uint64_t state = std::strtoull(argv[3], nullptr, 10);
  if (length < BLOCK || length % BLOCK != 0 || length > 16384) {
    std::fprintf(stderr, "%s: LENGTH must be a multiple of %d, at most 16384\n",
                 argv[0], BLOCK);
    return 2;
  }

  // Scores of pairs of letters: symmetric, positive on the diagonal.
  int substitution[LETTERS][LETTERS];
  for (int a = 0; a < LETTERS; ++a) {
    substitution[a][a] = 4 + below(state, 6);
    for (int b = 0; b < a; ++b)
      substitution[a][b] = substitution[b][a] = 2 - below(state, 7);
  }

  const int cols = length + 1;
  const std::size_t cells = static_cast<std::size_t>(cols) * cols;
  std::vector<int> first(cols), second(cols);
  for (int i = 1; i < cols; ++i) first[i] = below(state, LETTERS);
  for (int i = 1; i < cols; ++i) second[i] = below(state, LETTERS);

  std::vector<int> reference(cells, 0), score(cells, 0);
  for (int i = 1; i < cols; ++i) {
    for (int j = 1; j < cols; ++j)
      reference[static_cast<std::size_t>(i) * cols + j] =
          substitution[first[i]][second[j]];
    score[static_cast<std::size_t>(i) * cols] = -i * penalty;
    score[i] = -i * penalty;
  }

  int *d_reference = nullptr, *d_score = nullptr;
  CHECK(cudaMalloc(&d_reference, cells * sizeof(int)));
  CHECK(cudaMalloc(&d_score, cells * sizeof(int)));
  CHECK(cudaMemcpy(d_reference, reference.data(), cells * sizeof(int),
                   cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_score, score.data(), cells * sizeof(int), cudaMemcpyHostToDevice));

  const int width = length / BLOCK;
  for (int diagonal = 1; diagonal <= width; ++diagonal) {
    nw_upper_left<<<diagonal, BLOCK>>>(d_reference, d_score, cols, penalty, diagonal);
    CHECK(cudaGetLastError());
  }
  for (int diagonal = width - 1; diagonal >= 1; --diagonal) {
    nw_lower_right<<<diagonal, BLOCK>>>(d_reference, d_score, cols, penalty, diagonal,
                                        width);
    CHECK(cudaGetLastError());
  }
  CHECK(cudaMemcpy(score.data(), d_score, cells * sizeof(int), cudaMemcpyDeviceToHost));

  // Modulo 2^64, so that every cell counts.
  std::uint64_t checksum = 0;
  for (const int cell : score)
    checksum = checksum * 31 + static_cast<std::uint64_t>(cell);
  std::printf("length %d: alignment score %d, checksum %016llx\n", length,
              score[cells - 1], static_cast<unsigned long long>(checksum));

  CHECK(cudaFree(d_reference));
  CHECK(cudaFree(d_score));
  return 0;
}
