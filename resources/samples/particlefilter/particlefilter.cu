// Particle filter: follows a disc through the frames of a noisy video.
//
//   particlefilter SIZE FRAMES PARTICLES SEED
//
// A particle is a guess of where the disc is. For each frame five launches move the
// particles at random in the direction that the disc is known to take, weigh each by
// how much the pixels around it look like the disc, add the weights up, normalise them,
// and draw as many particles again, each as often as its weight says.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define BLOCK 128
#define RADIUS 5
#define BACKGROUND 100
#define FOREGROUND 228
#define PI 3.14159265358979323846

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

// In (0, 1).
__device__ double uniform(unsigned* seeds, int particle) {
  seeds[particle] = seeds[particle] * 1664525u + 1013904223u;
  return ((seeds[particle] >> 8) + 0.5) / 16777216.0;
}

// Of mean 0 and variance 1 (Box and Muller).
__device__ double normal(unsigned* seeds, int particle) {
  const double u = uniform(seeds, particle);
  const double v = uniform(seeds, particle);
  return sqrt(-2 * log(u)) * cos(2 * PI * v);
}

__device__ int rounded(double value) {
  const int whole = static_cast<int>(value);
  if (value - whole < 0.5) return whole;
  return whole + 1;
}

// Moves the particles and weighs them. offsets: rows and columns of the disc's pixels,
// `pixels` pairs. partial_sums[b] is the sum of the weights of block b. Pixel (row,
// col) of frame f is at video[(row * size + col) * frames + f].
__global__ void likelihood(double* rows, double* cols, const double* drawn_rows,
                           const double* drawn_cols, const int* offsets,
                           const unsigned char* video, int* indices, double* weights,
                           unsigned* seeds, double* partial_sums, int particles,
                           int pixels, int size, int frames, int frame) {
  __shared__ double buffer[BLOCK];
  const int particle = blockIdx.x * BLOCK + threadIdx.x;

  if (particle < particles) {
    rows[particle] = drawn_rows[particle] + 1.0 + 1.5 * normal(seeds, particle);
    cols[particle] = drawn_cols[particle] - 2.0 + 1.5 * normal(seeds, particle);
    weights[particle] = 1.0 / particles;
  }
  buffer[threadIdx.x] = 0.0;
  __syncthreads();

  if (particle < particles) {
    for (int i = 0; i < pixels; ++i) {
      const int row = rounded(rows[particle]) + offsets[2 * i];
      const int col = rounded(cols[particle]) + offsets[2 * i + 1];
      int index = abs((row * size + col) * frames + frame);
      if (index >= size * size * frames) index = 0;
      indices[particle * pixels + i] = index;
    }
    double sum = 0;
    for (int i = 0; i < pixels; ++i) {
      const double pixel = video[indices[particle * pixels + i]];
      sum += ((pixel - BACKGROUND) * (pixel - BACKGROUND) -
              (pixel - FOREGROUND) * (pixel - FOREGROUND)) /
             2000.0;
    }
    weights[particle] = weights[particle] * exp(sum / pixels);
    buffer[threadIdx.x] = weights[particle];
  }
  __syncthreads();

  for (int offset = BLOCK / 2; offset > 0; offset /= 2) {
    if (threadIdx.x < offset)
      buffer[threadIdx.x] += buffer[threadIdx.x + offset];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial_sums[blockIdx.x] = buffer[0];
  __syncthreads();
}

__global__ void sum_weights(double* partial_sums, int blocks) {
  const int particle = blockIdx.x * BLOCK + threadIdx.x;
  if (particle == 0) {
    double sum = 0;
    for (int i = 0; i < blocks; ++i) sum += partial_sums[i];
    partial_sums[0] = sum;
  }
}

__global__ void normalise(double* weights, const double* partial_sums, int particles) {
  const int particle = blockIdx.x * BLOCK + threadIdx.x;
  __shared__ double sum;
  if (threadIdx.x == 0) sum = partial_sums[0];
  __syncthreads();
  if (particle < particles) weights[particle] = weights[particle] / sum;
}

// Sums of the weights up to each particle, and where the first draw falls.
__global__ void cumulate(const double* weights, double* cumulated, double* first,
                         unsigned* seeds, int particles) {
  const int particle = blockIdx.x * BLOCK + threadIdx.x;
  if (particle == 0) {
    cumulated[0] = weights[0];
    for (int i = 1; i < particles; ++i) cumulated[i] = weights[i] + cumulated[i - 1];
    *first = uniform(seeds, 0) / particles;
  }
}

// Draws are equally far apart; each takes the first particle that reaches up to it.
__global__ void find_index(const double* rows, const double* cols,
                           const double* cumulated, const double* first,
                           double* drawn_rows, double* drawn_cols, int particles) {
  const int particle = blockIdx.x * BLOCK + threadIdx.x;
  if (particle < particles) {
    const double draw = *first + static_cast<double>(particle) / particles;
    int index = -1;
    for (int i = 0; i < particles; ++i) {
      if (cumulated[i] >= draw) {
        index = i;
        break;
      }
    }
    if (index == -1) index = particles - 1;
    drawn_rows[particle] = rows[index];
    drawn_cols[particle] = cols[index];
  }
  __syncthreads();
}

// A small generator of our own, so that inputs are the same everywhere.
static unsigned draw(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<unsigned>(state >> 33);
}

template <class T> static T* upload(const std::vector<T>& values) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, values.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(T),
                   cudaMemcpyHostToDevice));
  return device;
}

template <class T> static T* reserve(std::size_t count) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, count * sizeof(T)));
  return device;
}

static std::vector<double> download(const double* device, std::size_t count) {
  std::vector<double> values(count);
  CHECK(cudaMemcpy(values.data(), device, count * sizeof(double),
                   cudaMemcpyDeviceToHost));
  return values;
}

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: %s SIZE FRAMES PARTICLES SEED\n", argv[0]);
    return 2;
  }
  const int size = std::atoi(argv[1]);
  const int frames = std::atoi(argv[2]);
  const int particles = std::atoi(argv[3]);
  std::uint64_t state = std::strtoull(argv[4], nullptr, 10);
  if (size < 16 || size > 1024 || frames < 2 || frames > 200 || particles < 1 ||
      particles > 100000) {
    std::fprintf(stderr,
                 "%s: SIZE must be 16 to 1024, FRAMES 2 to 200, PARTICLES 1 to "
                 "100000\n",
                 argv[0]);
    return 2;
  }

  std::vector<int> offsets;
  for (int row = -RADIUS + 1; row < RADIUS; ++row)
    for (int col = -RADIUS + 1; col < RADIUS; ++col)
      if (row * row + col * col < RADIUS * RADIUS) {
        offsets.push_back(row);
        offsets.push_back(col);
      }
  const int pixels = static_cast<int>(offsets.size() / 2);

  // The disc moves a row down and two columns to the left in each frame.
  const int first_row = size / 2 - frames / 2;
  const int first_col = size / 2 + frames;
  std::vector<unsigned char> video(static_cast<std::size_t>(size) * size * frames);
  for (int row = 0; row < size; ++row)
    for (int col = 0; col < size; ++col)
      for (int frame = 0; frame < frames; ++frame) {
        const int down = row - (first_row + frame);
        const int right = col - (first_col - 2 * frame);
        const bool inside = down * down + right * right < RADIUS * RADIUS;
        const int noise = static_cast<int>(draw(state) % 51) - 25;
        video[(static_cast<std::size_t>(row) * size + col) * frames + frame] =
            static_cast<unsigned char>((inside ? FOREGROUND : BACKGROUND) + noise);
      }
  std::vector<unsigned> seeds(particles);
  for (unsigned& seed : seeds) seed = draw(state);

  const int blocks = (particles + BLOCK - 1) / BLOCK;
  unsigned char* d_video = upload(video);
  int* d_offsets = upload(offsets);
  unsigned* d_seeds = upload(seeds);
  double* d_drawn_rows =
      upload(std::vector<double>(particles, static_cast<double>(first_row)));
  double* d_drawn_cols =
      upload(std::vector<double>(particles, static_cast<double>(first_col)));
  double* d_rows = reserve<double>(particles);
  double* d_cols = reserve<double>(particles);
  double* d_weights = reserve<double>(particles);
  double* d_cumulated = reserve<double>(particles);
  double* d_partial_sums = reserve<double>(blocks);
  double* d_first = reserve<double>(1);
  int* d_indices = reserve<int>(static_cast<std::size_t>(particles) * pixels);

  for (int frame = 1; frame < frames; ++frame) {
    likelihood<<<blocks, BLOCK>>>(d_rows, d_cols, d_drawn_rows, d_drawn_cols, d_offsets,
                                  d_video, d_indices, d_weights, d_seeds,
                                  d_partial_sums, particles, pixels, size, frames,
                                  frame);
    sum_weights<<<blocks, BLOCK>>>(d_partial_sums, blocks);
    normalise<<<blocks, BLOCK>>>(d_weights, d_partial_sums, particles);
    cumulate<<<blocks, BLOCK>>>(d_weights, d_cumulated, d_first, d_seeds, particles);
    find_index<<<blocks, BLOCK>>>(d_rows, d_cols, d_cumulated, d_first, d_drawn_rows,
                                  d_drawn_cols, particles);
    CHECK(cudaGetLastError());
  }

  const std::vector<double> rows = download(d_rows, particles);
  const std::vector<double> cols = download(d_cols, particles);
  const std::vector<double> weights = download(d_weights, particles);
  double row = 0, col = 0;
  for (int i = 0; i < particles; ++i) {
    row += rows[i] * weights[i];
    col += cols[i] * weights[i];
  }
  std::printf("%d particles, %d frames: the disc is at %.3f, %.3f, and really at %d, "
              "%d\n",
              particles, frames, row, col, first_row + frames - 1,
              first_col - 2 * (frames - 1));

  CHECK(cudaFree(d_video));
  CHECK(cudaFree(d_offsets));
  CHECK(cudaFree(d_seeds));
  CHECK(cudaFree(d_drawn_rows));
  CHECK(cudaFree(d_drawn_cols));
  CHECK(cudaFree(d_rows));
  CHECK(cudaFree(d_cols));
  CHECK(cudaFree(d_weights));
  CHECK(cudaFree(d_cumulated));
  CHECK(cudaFree(d_partial_sums));
  CHECK(cudaFree(d_first));
  CHECK(cudaFree(d_indices));
  return 0;
}
