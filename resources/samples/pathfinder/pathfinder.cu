// The cheapest way through a grid of costs from the first row to each cell of the last,
// moving straight down or diagonally.
//
//   pathfinder ROWS COLS SEED
//
// Dynamic programming over the rows. Each launch advances up to ROWS_PER_LAUNCH rows; a
// block keeps one stretch of the current row in shared memory, with a halo of one cell
// per row on both sides.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define BLOCK 128
#define ROWS_PER_LAUNCH 8

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

// `wall` starts at the first row to be added; `source` holds the cheapest sums above
// it, `result` receives those of the last row added.
__global__ void pathfinder(const int* wall, const int* source, int* result, int rows,
                           int cols) {
  __shared__ int previous[BLOCK];
  __shared__ int current[BLOCK];

  const int tx = threadIdx.x;

  // The part of the block that still holds results after the last row.
  const int inner = BLOCK - 2 * rows;
  const int first = inner * blockIdx.x - rows;
  const int last = first + BLOCK - 1;
  const int col = first + tx;

  // Threads of the block that stand on the grid.
  const int valid_first = first < 0 ? -first : 0;
  const int valid_last = last > cols - 1 ? BLOCK - 1 - (last - cols + 1) : BLOCK - 1;
  const bool valid = tx >= valid_first && tx <= valid_last;

  const int W = max(tx - 1, valid_first);
  const int E = min(tx + 1, valid_last);

  if (valid) previous[tx] = source[col];
  __syncthreads();

  bool computed = false;
  for (int i = 0; i < rows; ++i) {
    computed = false;
    if (valid && tx >= i + 1 && tx <= BLOCK - i - 2) {
      computed = true;
      const int left = previous[W];
      const int up = previous[tx];
      const int right = previous[E];
      const int shortest = min(min(left, up), right);
      current[tx] = shortest + wall[cols * i + col];
    }
    __syncthreads();
    if (i == rows - 1) break;
    if (computed) previous[tx] = current[tx];
    __syncthreads();
  }

  if (computed) result[col] = current[tx];
}

// A small generator of our own, so that inputs are the same everywhere.
static int cost(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<int>((state >> 33) % 10);
}

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s ROWS COLS SEED\n", argv[0]);
    return 2;
  }
  const int rows = std::atoi(argv[1]);
  const int cols = std::atoi(argv[2]);
  std::uint64_t state = std::strtoull(argv[3], nullptr, 10);
  if (rows < 2 || cols < 1 || static_cast<long long>(rows) * cols > (1 << 28)) {
    std::fprintf(
        stderr,
        "%s: ROWS must be at least 2, COLS positive, ROWS x COLS at most 2^28\n",
        argv[0]);
    return 2;
  }

  const std::size_t cells = static_cast<std::size_t>(rows) * cols;
  std::vector<int> wall(cells);
  for (int& cell : wall) cell = cost(state);

  int *d_wall = nullptr, *d_source = nullptr, *d_result = nullptr;
  CHECK(cudaMalloc(&d_wall, (cells - cols) * sizeof(int)));
  CHECK(cudaMalloc(&d_source, cols * sizeof(int)));
  CHECK(cudaMalloc(&d_result, cols * sizeof(int)));
  CHECK(cudaMemcpy(d_source, wall.data(), cols * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_wall, wall.data() + cols, (cells - cols) * sizeof(int),
                   cudaMemcpyHostToDevice));

  for (int done = 0; done < rows - 1; done += ROWS_PER_LAUNCH) {
    const int now = std::min(ROWS_PER_LAUNCH, rows - 1 - done);
    const int inner = BLOCK - 2 * now;
    const int blocks = (cols + inner - 1) / inner;
    pathfinder<<<blocks, BLOCK>>>(d_wall + static_cast<std::size_t>(done) * cols,
                                  d_source, d_result, now, cols);
    CHECK(cudaGetLastError());
    std::swap(d_source, d_result);
  }

  std::vector<int> sums(cols);
  CHECK(cudaMemcpy(sums.data(), d_source, cols * sizeof(int), cudaMemcpyDeviceToHost));

  long long total = 0;
  for (const int sum : sums) total += sum;
  std::printf("%d x %d: cheapest path %d, sum over all ends %lld\n", rows, cols,
              *std::min_element(sums.begin(), sums.end()), total);

  CHECK(cudaFree(d_wall));
  CHECK(cudaFree(d_source));
  CHECK(cudaFree(d_result));
  return 0;
}
