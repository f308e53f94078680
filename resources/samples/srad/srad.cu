// Speckle-reducing anisotropic diffusion: smooths an ultrasound image where it is
// speckled, and not across edges.
//
//   srad ROWS COLS STEPS SEED
//
// Each step is three launches: the statistics of a region that is known to be speckle,
// the diffusion coefficient of each cell, and its new value. The last two have a tile
// of 16 x 16 cells and its neighbours in shared memory.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define BLOCK 16
#define REGION_THREADS 256
#define LAMBDA 0.5f

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

// One block: squared coefficient of variation of the cells of the first `rows` rows and
// `region_cols` columns.
__global__ void speckle(const float* image, float* scale, int cols, int rows,
                        int region_cols) {
  __shared__ float sums[REGION_THREADS];
  __shared__ float squares[REGION_THREADS];
  const int thread = threadIdx.x;
  const int count = rows * region_cols;
  float sum = 0;
  float square = 0;
  for (int i = thread; i < count; i += REGION_THREADS) {
    const float value = image[i / region_cols * cols + i % region_cols];
    sum += value;
    square += value * value;
  }
  sums[thread] = sum;
  squares[thread] = square;
  __syncthreads();
  for (int offset = REGION_THREADS / 2; offset > 0; offset /= 2) {
    if (thread < offset) {
      sums[thread] += sums[thread + offset];
      squares[thread] += squares[thread + offset];
    }
    __syncthreads();
  }
  if (thread == 0) {
    const float mean = sums[0] / count;
    const float variance = squares[0] / count - mean * mean;
    *scale = variance / (mean * mean);
  }
}

// Differences to the neighbours in the four directions, and the coefficient of each
// cell. ROWS and COLS are multiples of BLOCK.
__global__ void coefficients(const float* image, float* north_differences,
                             float* south_differences, float* west_differences,
                             float* east_differences, float* coefficient,
                             const float* scale, int rows, int cols) {
  __shared__ float tile[BLOCK][BLOCK];
  __shared__ float north[BLOCK][BLOCK];
  __shared__ float south[BLOCK][BLOCK];
  __shared__ float west[BLOCK][BLOCK];
  __shared__ float east[BLOCK][BLOCK];
  __shared__ float result[BLOCK][BLOCK];

  const int bx = blockIdx.x;
  const int by = blockIdx.y;
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int index = cols * (BLOCK * by + ty) + BLOCK * bx + tx;
  int index_n = cols * (BLOCK * by - 1) + BLOCK * bx + tx;
  int index_s = cols * (BLOCK * by + BLOCK) + BLOCK * bx + tx;
  int index_w = cols * (BLOCK * by + ty) + BLOCK * bx - 1;
  int index_e = cols * (BLOCK * by + ty) + BLOCK * bx + BLOCK;

  // Beyond the border is the border itself.
  if (by == 0) index_n = BLOCK * bx + tx;
  if (by == gridDim.y - 1) index_s = cols * (rows - 1) + BLOCK * bx + tx;
  if (bx == 0) index_w = cols * (BLOCK * by + ty);
  if (bx == gridDim.x - 1) index_e = cols * (BLOCK * by + ty) + cols - 1;

  north[ty][tx] = image[index_n];
  south[ty][tx] = image[index_s];
  __syncthreads();
  west[ty][tx] = image[index_w];
  east[ty][tx] = image[index_e];
  __syncthreads();
  tile[ty][tx] = image[index];
  __syncthreads();

  const float here = tile[ty][tx];
  float n, s, w, e;
  if (ty == 0 && tx == 0) { // the corners of the tile
    n = north[ty][tx] - here;
    s = tile[ty + 1][tx] - here;
    w = west[ty][tx] - here;
    e = tile[ty][tx + 1] - here;
  } else if (ty == 0 && tx == BLOCK - 1) {
    n = north[ty][tx] - here;
    s = tile[ty + 1][tx] - here;
    w = tile[ty][tx - 1] - here;
    e = east[ty][tx] - here;
  } else if (ty == BLOCK - 1 && tx == BLOCK - 1) {
    n = tile[ty - 1][tx] - here;
    s = south[ty][tx] - here;
    w = tile[ty][tx - 1] - here;
    e = east[ty][tx] - here;
  } else if (ty == BLOCK - 1 && tx == 0) {
    n = tile[ty - 1][tx] - here;
    s = south[ty][tx] - here;
    w = west[ty][tx] - here;
    e = tile[ty][tx + 1] - here;
  } else if (ty == 0) { // its edges
    n = north[ty][tx] - here;
    s = tile[ty + 1][tx] - here;
    w = tile[ty][tx - 1] - here;
    e = tile[ty][tx + 1] - here;
  } else if (tx == BLOCK - 1) {
    n = tile[ty - 1][tx] - here;
    s = tile[ty + 1][tx] - here;
    w = tile[ty][tx - 1] - here;
    e = east[ty][tx] - here;
  } else if (ty == BLOCK - 1) {
    n = tile[ty - 1][tx] - here;
    s = south[ty][tx] - here;
    w = tile[ty][tx - 1] - here;
    e = tile[ty][tx + 1] - here;
  } else if (tx == 0) {
    n = tile[ty - 1][tx] - here;
    s = tile[ty + 1][tx] - here;
    w = west[ty][tx] - here;
    e = tile[ty][tx + 1] - here;
  } else {
    n = tile[ty - 1][tx] - here;
    s = tile[ty + 1][tx] - here;
    w = tile[ty][tx - 1] - here;
    e = tile[ty][tx + 1] - here;
  }

  // The instantaneous coefficient of variation against that of speckle.
  const float gradient = (n * n + s * s + w * w + e * e) / (here * here);
  const float laplacian = (n + s + w + e) / here;
  const float numerator = 0.5f * gradient - (1.0f / 16.0f) * (laplacian * laplacian);
  const float denominator = 1 + 0.25f * laplacian;
  const float variation = numerator / (denominator * denominator);
  const float speckled = *scale;
  const float excess = (variation - speckled) / (speckled * (1 + speckled));
  const float c = 1.0f / (1.0f + excess);
  if (c < 0)
    result[ty][tx] = 0;
  else if (c > 1)
    result[ty][tx] = 1;
  else
    result[ty][tx] = c;
  __syncthreads();

  coefficient[index] = result[ty][tx];
  east_differences[index] = e;
  west_differences[index] = w;
  south_differences[index] = s;
  north_differences[index] = n;
}

// One explicit step of the diffusion, with the coefficients of the cell itself and of
// those to the south and the east.
__global__ void diffuse(const float* north_differences, const float* south_differences,
                        const float* west_differences, const float* east_differences,
                        const float* coefficient, float* image, int rows, int cols) {
  __shared__ float south[BLOCK][BLOCK];
  __shared__ float east[BLOCK][BLOCK];
  __shared__ float tile[BLOCK][BLOCK];
  __shared__ float old[BLOCK][BLOCK];
  __shared__ float result[BLOCK][BLOCK];

  const int bx = blockIdx.x;
  const int by = blockIdx.y;
  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int index = cols * (BLOCK * by + ty) + BLOCK * bx + tx;
  int index_s = cols * (BLOCK * by + BLOCK) + BLOCK * bx + tx;
  int index_e = cols * (BLOCK * by + ty) + BLOCK * bx + BLOCK;
  if (by == gridDim.y - 1) index_s = cols * (rows - 1) + BLOCK * bx + tx;
  if (bx == gridDim.x - 1) index_e = cols * (BLOCK * by + ty) + cols - 1;

  old[ty][tx] = image[index];
  __syncthreads();
  south[ty][tx] = coefficient[index_s];
  __syncthreads();
  east[ty][tx] = coefficient[index_e];
  __syncthreads();
  tile[ty][tx] = coefficient[index];
  __syncthreads();

  const float here = tile[ty][tx];
  float to_south, to_east;
  if (ty == BLOCK - 1 && tx == BLOCK - 1) {
    to_south = south[ty][tx];
    to_east = east[ty][tx];
  } else if (tx == BLOCK - 1) {
    to_south = tile[ty + 1][tx];
    to_east = east[ty][tx];
  } else if (ty == BLOCK - 1) {
    to_south = south[ty][tx];
    to_east = tile[ty][tx + 1];
  } else {
    to_south = tile[ty + 1][tx];
    to_east = tile[ty][tx + 1];
  }
  const float divergence =
      here * north_differences[index] + to_south * south_differences[index] +
      here * west_differences[index] + to_east * east_differences[index];
  result[ty][tx] = old[ty][tx] + 0.25f * LAMBDA * divergence;
  __syncthreads();
  image[index] = result[ty][tx];
}

// A small generator of our own, so that inputs are the same everywhere.
static float uniform(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<float>((state >> 33) % 65536) / 65536.0f;
}

static float* reserve(std::size_t count) {
  float* device = nullptr;
  CHECK(cudaMalloc(&device, count * sizeof(float)));
  return device;
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
  if (rows < BLOCK || cols < BLOCK || rows % BLOCK != 0 || cols % BLOCK != 0 ||
      rows > 16384 || cols > 16384 || steps < 1 || steps > 10000) {
    std::fprintf(stderr,
                 "%s: ROWS and COLS must be multiples of %d up to 16384, STEPS 1 to "
                 "10000\n",
                 argv[0], BLOCK);
    return 2;
  }

  // Bright discs on a dark ground, and speckle that grows with brightness.
  const std::size_t cells = static_cast<std::size_t>(rows) * cols;
  std::vector<float> image(cells, 0.4f);
  for (int disc = 0; disc < 2 + static_cast<int>(cells / 2000); ++disc) {
    const float row = uniform(state) * rows;
    const float col = uniform(state) * cols;
    const float radius = 3 + uniform(state) * 8;
    const float bright = 0.6f + uniform(state);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < cols; ++j)
        if ((i - row) * (i - row) + (j - col) * (j - col) < radius * radius)
          image[static_cast<std::size_t>(i) * cols + j] = bright;
  }
  for (float& value : image)
    value = std::exp(value * (0.6f + 0.8f * uniform(state)));

  float* d_image = reserve(cells);
  float* d_north = reserve(cells);
  float* d_south = reserve(cells);
  float* d_west = reserve(cells);
  float* d_east = reserve(cells);
  float* d_coefficient = reserve(cells);
  float* d_scale = reserve(1);
  CHECK(cudaMemcpy(d_image, image.data(), cells * sizeof(float),
                   cudaMemcpyHostToDevice));

  const dim3 grid(cols / BLOCK, rows / BLOCK);
  const dim3 block(BLOCK, BLOCK);
  for (int step = 0; step < steps; ++step) {
    speckle<<<1, REGION_THREADS>>>(d_image, d_scale, cols, rows / 2, cols / 2);
    coefficients<<<grid, block>>>(d_image, d_north, d_south, d_west, d_east,
                                  d_coefficient, d_scale, rows, cols);
    diffuse<<<grid, block>>>(d_north, d_south, d_west, d_east, d_coefficient, d_image,
                             rows, cols);
    CHECK(cudaGetLastError());
  }
  CHECK(cudaMemcpy(image.data(), d_image, cells * sizeof(float),
                   cudaMemcpyDeviceToHost));

  double sum = 0;
  for (const float value : image) sum += value;
  std::printf("%d x %d cells, %d steps: average %.6f\n", rows, cols, steps,
              sum / static_cast<double>(cells));

  CHECK(cudaFree(d_image));
  CHECK(cudaFree(d_north));
  CHECK(cudaFree(d_south));
  CHECK(cudaFree(d_west));
  CHECK(cudaFree(d_east));
  CHECK(cudaFree(d_coefficient));
  CHECK(cudaFree(d_scale));
  return 0;
}
