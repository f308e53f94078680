// Agent-based model of a viral infection: epithelial cells on a grid, virions and an
// inflammatory signal that spread over it, and T cells that follow the signal.
//
//   simcov WIDTH HEIGHT STEPS SEED
//
// Each grid point has an epithelial cell and room for one T cell. A step is a sequence
// of launches with a thread for each point: T cells enter from the blood where there is
// signal, bind to infected cells or move to a random neighbour; infected cells produce
// virions and signal, and die; virions and signal diffuse. T cells that want the same
// place leave bids there, of which the smallest wins. Random numbers are a function of
// seed, step, point and purpose.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define BLOCK 128

// Epithelial cells.
#define HEALTHY 0
#define INCUBATING 1
#define EXPRESSING 2
#define APOPTOTIC 3
#define DEAD 4
#define STATES 5

// Columns of the history: cells of each state, T cells, those that entered.
#define T_CELLS 5
#define ENTERED 6
#define COLUMNS 7

// Purposes of random numbers.
#define PLACE 1
#define ENTER 2
#define LIFE 3
#define BIND 4
#define DIRECTION 5
#define BID 6
#define INFECT 7
#define PERIOD 8

// Periods are 1 to this many steps.
#define INCUBATION 8
#define EXPRESSION 16
#define APOPTOSIS 6
#define T_CELL_LIFE 60
#define BINDING 3
#define T_CELL_DELAY 8

#define FIRST_VIRIONS 1000.0f
#define INFECTIVITY 0.002f
#define PRODUCTION 40.0f
#define VIRION_DIFFUSION 0.3f
#define VIRION_CLEARANCE 0.03f
#define LEAST_VIRIONS 0.01f
#define SIGNAL 0.5f
#define SIGNAL_DIFFUSION 0.8f
#define SIGNAL_DECAY 0.05f
#define LEAST_SIGNAL 0.0001f
#define BINDS_INCUBATING 0.3f

#define NO_BID 0xffffffffu
#define MAX_POINTS (1 << 24) // a bid holds the number of a point

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

__device__ unsigned mix(unsigned bits) {
  bits = (bits ^ (bits >> 16)) * 0x7feb352du;
  bits = (bits ^ (bits >> 15)) * 0x846ca68bu;
  return bits ^ (bits >> 16);
}

__device__ unsigned random_bits(unsigned seed, int step, int point, int purpose) {
  return mix(mix(mix(seed ^ purpose * 0x9e3779b9u) + step) + point);
}

// In [0, 1).
__device__ float random_share(unsigned seed, int step, int point, int purpose) {
  return static_cast<float>(random_bits(seed, step, point, purpose) >> 8) *
         (1.0f / 16777216.0f);
}

// In [1, longest].
__device__ int random_period(unsigned seed, int step, int point, int purpose,
                             int longest) {
  return 1 + static_cast<int>(random_bits(seed, step, point, purpose) % longest);
}

// A thread for each T cell that tries to leave the blood, at a random point.
// t_cells[i] is how many steps the T cell at a point has left; 0: there is none.
__global__ void enter_tissue(const float* signal, int* t_cells, int* history,
                             int attempts, int points, int step, unsigned seed) {
  const int attempt = blockIdx.x * BLOCK + threadIdx.x;
  if (attempt >= attempts) return;
  const int point =
      static_cast<int>(random_bits(seed, step, attempt, PLACE) % points);
  if (signal[point] < LEAST_SIGNAL) return;
  if (random_share(seed, step, attempt, ENTER) >= signal[point]) return;
  const int life = random_period(seed, step, point, LIFE, T_CELL_LIFE);
  if (atomicCAS(&t_cells[point], 0, life) == 0)
    atomicAdd(&history[step * COLUMNS + ENTERED], 1);
}

// A free T cell binds to the cell at its point, or bids for a neighbouring point.
__global__ void bind_or_bid(int* states, int* timers, const int* t_cells, int* bound,
                            unsigned* bids, int width, int height, int step,
                            unsigned seed) {
  const int point = blockIdx.x * BLOCK + threadIdx.x;
  if (point >= width * height) return;
  if (t_cells[point] == 0 || bound[point] > 0) return;

  const int state = states[point];
  const float hidden = random_share(seed, step, point, BIND);
  if (state == EXPRESSING || (state == INCUBATING && hidden < BINDS_INCUBATING)) {
    bound[point] = BINDING;
    states[point] = APOPTOTIC;
    timers[point] = random_period(seed, step, point, PERIOD, APOPTOSIS);
    return;
  }

  const int direction =
      static_cast<int>(random_bits(seed, step, point, DIRECTION) % 9);
  const int x = point % width + direction % 3 - 1;
  const int y = point / width + direction / 3 - 1;
  if (x >= 0 && x < width && y >= 0 && y < height) {
    const int target = y * width + x;
    if (t_cells[target] == 0) {
      const unsigned bid =
          (random_bits(seed, step, point, BID) & 0xff000000u) | point;
      atomicMin(&bids[target], bid);
    }
  }
}

// The T cell that bid least moves to the point; its own becomes free.
__global__ void move_t_cells(int* t_cells, unsigned* bids, int points) {
  const int point = blockIdx.x * BLOCK + threadIdx.x;
  if (point >= points) return;
  const unsigned bid = bids[point];
  if (bid != NO_BID) {
    const int from = bid & 0x00ffffffu;
    t_cells[point] = t_cells[from];
    t_cells[from] = 0;
    bids[point] = NO_BID;
  }
}

__global__ void age_t_cells(int* t_cells, int* bound, int points) {
  const int point = blockIdx.x * BLOCK + threadIdx.x;
  if (point >= points) return;
  if (t_cells[point] > 0) {
    --t_cells[point];
    if (bound[point] > 0) --bound[point];
    if (t_cells[point] == 0) bound[point] = 0;
  }
}

__global__ void update_cells(int* states, int* timers, const float* virions,
                             int points, int step, unsigned seed) {
  const int point = blockIdx.x * BLOCK + threadIdx.x;
  if (point >= points) return;
  const int state = states[point];
  if (state == HEALTHY) {
    if (virions[point] > 0 &&
        random_share(seed, step, point, INFECT) < virions[point] * INFECTIVITY) {
      states[point] = INCUBATING;
      timers[point] = random_period(seed, step, point, PERIOD, INCUBATION);
    }
  } else if (state != DEAD) {
    --timers[point];
    if (timers[point] == 0) {
      if (state == INCUBATING) {
        states[point] = EXPRESSING;
        timers[point] = random_period(seed, step, point, PERIOD, EXPRESSION);
      } else {
        states[point] = DEAD;
      }
    }
  }
}

__global__ void produce(const int* states, float* virions, float* signal, int points) {
  const int point = blockIdx.x * BLOCK + threadIdx.x;
  if (point >= points) return;
  const int state = states[point];
  if (state == INCUBATING || state == EXPRESSING) virions[point] += PRODUCTION;
  if (state == EXPRESSING || state == APOPTOTIC)
    signal[point] = fminf(signal[point] + SIGNAL, 1.0f);
}

// Virions and signal mix with the average of the neighbouring points that there are.
__global__ void spread(const float* virions, const float* signal, float* next_virions,
                       float* next_signal, int width, int height) {
  const int point = blockIdx.x * BLOCK + threadIdx.x;
  if (point >= width * height) return;
  const int x = point % width;
  const int y = point / width;

  float near_virions = 0;
  float near_signal = 0;
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height) {
        const int neighbour = (y + dy) * width + x + dx;
        near_virions += virions[neighbour];
        near_signal += signal[neighbour];
        ++neighbours;
      }
    }
  }
  float v = virions[point];
  float s = signal[point];
  if (neighbours > 0) {
    v = (1 - VIRION_DIFFUSION) * v + VIRION_DIFFUSION * near_virions / neighbours;
    s = (1 - SIGNAL_DIFFUSION) * s + SIGNAL_DIFFUSION * near_signal / neighbours;
  }
  v *= 1 - VIRION_CLEARANCE;
  s *= 1 - SIGNAL_DECAY;
  next_virions[point] = v < LEAST_VIRIONS ? 0.0f : v;
  next_signal[point] = s < LEAST_SIGNAL ? 0.0f : s;
}

__global__ void count_cells(const int* states, const int* t_cells, int* history,
                            int points, int step) {
  __shared__ int counts[COLUMNS];
  const int point = blockIdx.x * BLOCK + threadIdx.x;
  if (threadIdx.x < COLUMNS) counts[threadIdx.x] = 0;
  __syncthreads();
  if (point < points) {
    atomicAdd(&counts[states[point]], 1);
    if (t_cells[point] > 0) atomicAdd(&counts[T_CELLS], 1);
  }
  __syncthreads();
  if (threadIdx.x < ENTERED)
    atomicAdd(&history[step * COLUMNS + threadIdx.x], counts[threadIdx.x]);
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

template <class T> static T* filled(std::size_t count, int byte) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, count * sizeof(T)));
  CHECK(cudaMemset(device, byte, count * sizeof(T)));
  return device;
}

template <class T> static std::vector<T> download(const T* device, std::size_t count) {
  std::vector<T> values(count);
  CHECK(cudaMemcpy(values.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  return values;
}

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: %s WIDTH HEIGHT STEPS SEED\n", argv[0]);
    return 2;
  }
  const int width = std::atoi(argv[1]);
  const int height = std::atoi(argv[2]);
  const int steps = std::atoi(argv[3]);
  std::uint64_t state = std::strtoull(argv[4], nullptr, 10);
  const long long cells = static_cast<long long>(width) * height;
  if (width < 1 || height < 1 || cells > MAX_POINTS || steps < 1 || steps > 100000) {
    std::fprintf(stderr,
                 "%s: WIDTH and HEIGHT must be positive, WIDTH x HEIGHT at most 2^24, "
                 "STEPS 1 to 100000\n",
                 argv[0]);
    return 2;
  }

  // One point in 400 has virions, anywhere.
  const int points = static_cast<int>(cells);
  std::vector<float> virions(points, 0.0f);
  for (int i = 0; i < points / 400 + 1; ++i)
    virions[draw(state) % points] = FIRST_VIRIONS;
  const unsigned seed = draw(state);

  float* d_virions = upload(virions);
  float* d_next_virions = filled<float>(points, 0);
  float* d_signal = filled<float>(points, 0);
  float* d_next_signal = filled<float>(points, 0);
  int* d_states = filled<int>(points, HEALTHY);
  int* d_timers = filled<int>(points, 0);
  int* d_t_cells = filled<int>(points, 0);
  int* d_bound = filled<int>(points, 0);
  unsigned* d_bids = filled<unsigned>(points, 0xff);
  int* d_history = filled<int>(static_cast<std::size_t>(steps) * COLUMNS, 0);

  const int blocks = (points + BLOCK - 1) / BLOCK;
  const int attempts = points / 20 + 1;
  for (int step = 0; step < steps; ++step) {
    if (step >= T_CELL_DELAY)
      enter_tissue<<<(attempts + BLOCK - 1) / BLOCK, BLOCK>>>(
          d_signal, d_t_cells, d_history, attempts, points, step, seed);
    bind_or_bid<<<blocks, BLOCK>>>(d_states, d_timers, d_t_cells, d_bound, d_bids,
                                   width, height, step, seed);
    move_t_cells<<<blocks, BLOCK>>>(d_t_cells, d_bids, points);
    age_t_cells<<<blocks, BLOCK>>>(d_t_cells, d_bound, points);
    update_cells<<<blocks, BLOCK>>>(d_states, d_timers, d_virions, points, step, seed);
    produce<<<blocks, BLOCK>>>(d_states, d_virions, d_signal, points);
    spread<<<blocks, BLOCK>>>(d_virions, d_signal, d_next_virions, d_next_signal, width,
                              height);
    std::swap(d_virions, d_next_virions);
    std::swap(d_signal, d_next_signal);
    count_cells<<<blocks, BLOCK>>>(d_states, d_t_cells, d_history, points, step);
    CHECK(cudaGetLastError());
  }

  const std::vector<int> history =
      download(d_history, static_cast<std::size_t>(steps) * COLUMNS);
  const std::vector<int> states = download(d_states, points);
  const std::vector<int> t_cells = download(d_t_cells, points);
  virions = download(d_virions, points);
  const std::vector<float> signal = download(d_signal, points);

  double total = 0;
  for (const float v : virions) total += v;
  const int* last = &history[static_cast<std::size_t>(steps - 1) * COLUMNS];
  std::printf("%d points, %d steps: %d healthy, %d infected, %d dying, %d dead, "
              "%d T cells, %.0f virions\n",
              points, steps, last[HEALTHY], last[INCUBATING] + last[EXPRESSING],
              last[APOPTOTIC], last[DEAD], last[T_CELLS], total);

  CHECK(cudaFree(d_virions));
  CHECK(cudaFree(d_next_virions));
  CHECK(cudaFree(d_signal));
  CHECK(cudaFree(d_next_signal));
  CHECK(cudaFree(d_states));
  CHECK(cudaFree(d_timers));
  CHECK(cudaFree(d_t_cells));
  CHECK(cudaFree(d_bound));
  CHECK(cudaFree(d_bids));
  CHECK(cudaFree(d_history));
  return 0;
}
