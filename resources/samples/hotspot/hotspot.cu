// Temperature of a chip over time: an explicit finite-difference scheme on a 2D grid
// with a power density per cell.
//
//   hotspot ROWS COLS STEPS SEED
//
// Each launch advances the grid by up to STEPS_PER_LAUNCH steps. A block loads a tile
// with a halo of one cell per step into shared memory; its valid part shrinks by one
// cell on each side per step.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define BLOCK 16
#define STEPS_PER_LAUNCH 2

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

__global__ void hotspot(const float* __restrict__ power,
                        const float* __restrict__ temp_in, float* __restrict__ temp_out,
                        int rows, int cols, int steps, float cap, float Rx, float Ry,
                        float Rz, float step) {
  __shared__ float temp[BLOCK][BLOCK];
  __shared__ float power_tile[BLOCK][BLOCK];
  __shared__ float next[BLOCK][BLOCK];

  const float ambient = 45.0f;
  const float step_div_cap = step / cap;
  const float Rx_1 = 1.0f / Rx;
  const float Ry_1 = 1.0f / Ry;
  const float Rz_1 = 1.0f / Rz;

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;

  // The part of the block that still holds results after the last step.
  const int inner = BLOCK - 2 * steps;
  const int first_row = inner * blockIdx.y - steps;
  const int first_col = inner * blockIdx.x - steps;
  const int last_row = first_row + BLOCK - 1;
  const int last_col = first_col + BLOCK - 1;

  const int row = first_row + ty;
  const int col = first_col + tx;
  const int index = cols * row + col;

  if (row >= 0 && row < rows && col >= 0 && col < cols) {
    temp[ty][tx] = temp_in[index];
    power_tile[ty][tx] = power[index];
  }
  __syncthreads();

  // Rows and columns of the tile that lie on the grid.
  const int vy0 = first_row < 0 ? -first_row : 0;
  const int vy1 = last_row > rows - 1 ? BLOCK - 1 - (last_row - rows + 1) : BLOCK - 1;
  const int vx0 = first_col < 0 ? -first_col : 0;
  const int vx1 = last_col > cols - 1 ? BLOCK - 1 - (last_col - cols + 1) : BLOCK - 1;

  // Beyond the border of the grid a cell sees itself.
  int N = ty - 1, S = ty + 1;
  int W = tx - 1, E = tx + 1;
  N = max(N, vy0);
  S = min(S, vy1);
  W = max(W, vx0);
  E = min(E, vx1);

  bool computed = false;
  for (int i = 0; i < steps; ++i) {
    computed = false;
    if (tx >= i + 1 && tx <= BLOCK - i - 2 && ty >= i + 1 && ty <= BLOCK - i - 2 &&
        tx >= vx0 && tx <= vx1 && ty >= vy0 && ty <= vy1) {
      computed = true;
      // Heat from the cell itself, its four neighbours and the heat sink.
      next[ty][tx] =
          temp[ty][tx] +
          step_div_cap * (power_tile[ty][tx] +
                          (temp[S][tx] + temp[N][tx] - 2.0f * temp[ty][tx]) * Ry_1 +
                          (temp[ty][E] + temp[ty][W] - 2.0f * temp[ty][tx]) * Rx_1 +
                          (ambient - temp[ty][tx]) * Rz_1);
    }
    __syncthreads();
    if (i == steps - 1) break;
    if (computed) temp[ty][tx] = next[ty][tx];
    __syncthreads();
  }

  // After the last step `computed` holds for exactly the inner cells.
  if (computed) temp_out[index] = next[ty][tx];
}

// A small generator of our own, so that inputs are the same everywhere.
static float uniform(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<float>(state >> 40) / 16777216.0f;
}

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: %s ROWS COLS STEPS SEED\n", argv[0]);
    return 2;
  }
  const int rows = std::atoi(argv[1]);
  const int cols = std::atoi(argv[2]);
  const int steps = std::atoi(argv[3]);
  std::uint64_t state = std::strtoull(argv[4], nullptr, 10);
  if (rows < 1 || cols < 1 || steps < 1 ||
      static_cast<long long>(rows) * cols > (1 << 28)) {
    std::fprintf(
        stderr, "%s: ROWS, COLS and STEPS must be positive, ROWS x COLS at most 2^28\n",
        argv[0]);
    return 2;
  }

  const std::size_t cells = static_cast<std::size_t>(rows) * cols;
  const std::size_t bytes = cells * sizeof(float);
  std::vector<float> temp(cells), power(cells);
  for (std::size_t i = 0; i < cells; ++i) {
    temp[i] = 50.0f + 30.0f * uniform(state); // degrees Celsius
    power[i] = 2.0f * uniform(state);         // watts
  }

  // Silicon of 0.5 mm in cells of 1 mm x 1 mm, on a heat sink behind 0.2 mm of paste.
  const float cell = 1e-3f;              // m
  const float thickness = 5e-4f;         // m
  const float paste = 2e-4f;             // m
  const float heat_capacity = 1.75e6f;   // J / (m^3 K)
  const float conductivity = 100.0f;     // W / (m K)
  const float paste_conductivity = 1.0f; // W / (m K)
  const float cap = heat_capacity * thickness * cell * cell;
  const float Rx = cell / (conductivity * thickness * cell);
  const float Ry = cell / (conductivity * thickness * cell);
  const float Rz = paste / (paste_conductivity * cell * cell);
  // Two fifths of the largest step at which the scheme is stable.
  const float step = 0.4f * cap / (2.0f / Rx + 2.0f / Ry + 1.0f / Rz);

  float *d_power = nullptr, *d_temp = nullptr, *d_next = nullptr;
  CHECK(cudaMalloc(&d_power, bytes));
  CHECK(cudaMalloc(&d_temp, bytes));
  CHECK(cudaMalloc(&d_next, bytes));
  CHECK(cudaMemcpy(d_power, power.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_temp, temp.data(), bytes, cudaMemcpyHostToDevice));

  const dim3 block(BLOCK, BLOCK);
  for (int done = 0; done < steps; done += STEPS_PER_LAUNCH) {
    const int now = steps - done < STEPS_PER_LAUNCH ? steps - done : STEPS_PER_LAUNCH;
    const int inner = BLOCK - 2 * now;
    const dim3 grid((cols + inner - 1) / inner, (rows + inner - 1) / inner);
    hotspot<<<grid, block>>>(d_power, d_temp, d_next, rows, cols, now, cap, Rx, Ry, Rz,
                             step);
    CHECK(cudaGetLastError());
    std::swap(d_temp, d_next);
  }
  CHECK(cudaMemcpy(temp.data(), d_temp, bytes, cudaMemcpyDeviceToHost));

  double sum = 0.0;
  for (const float t : temp) sum += t;
  std::printf("%d x %d, %d steps: mean temperature %.6f\n", rows, cols, steps,
              sum / cells);

  CHECK(cudaFree(d_power));
  CHECK(cudaFree(d_temp));
  CHECK(cudaFree(d_next));
  return 0;
}
