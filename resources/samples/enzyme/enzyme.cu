// Fits the kinetics of an enzyme to measured progress curves: for every pair of a largest
// rate and a Michaelis constant on a grid, how far the curves that they predict are from
// the measured ones.
//
//   enzyme PAIRS TIMES SEED
//
// PAIRS^2 pairs, one to a thread, and four experiments of TIMES measurements each. Schnell
// and Mendoza's closed form gives the substrate that is left: S = K w(y), where
// w + log w = y and y = S0 / K + log(S0 / K) - V t / K. w is Wright's omega function, by
// Newton's method. What comes back is the mean square of each pair, whose smallest is the
// fit and whose shape is its confidence region.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define BLOCK 64
#define EXPERIMENTS 4

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

// The root w of w + log w = y, for which w e^w = e^y.
__host__ __device__ inline double omega(double y) {
  double w = y > 1.0 ? y - log(y) : exp(y - exp(y - 1.0));
  for (int i = 0; i < 30; ++i) {
    const double change = w * (y - w - log(w)) / (1.0 + w);
    w += change;
    if (fabs(change) <= 1e-13 * w) break;
  }
  return w;
}

__global__ void misfit(const double* __restrict__ times, const double* __restrict__ starts,
                       const double* __restrict__ measured, double* __restrict__ squares,
                       int pairs, int count, double least_rate, double rate_step,
                       double least_constant, double constant_step) {
  const int pair = blockIdx.x * blockDim.x + threadIdx.x;
  if (pair >= pairs * pairs) return;
  const double rate = least_rate + rate_step * (pair % pairs);
  const double constant = least_constant + constant_step * (pair / pairs);
  const double per_constant = 1.0 / constant;
  double sum = 0.0;
  for (int e = 0; e < EXPERIMENTS; ++e) {
    const double ratio = starts[e] * per_constant;
    const double first = ratio + log(ratio);
    for (int i = 0; i < count; ++i) {
      const double left = constant * omega(first - rate * per_constant * times[i]);
      const double difference = left - measured[e * count + i];
      sum += difference * difference;
    }
  }
  squares[pair] = sum / (EXPERIMENTS * count);
}

// A small generator of our own, so that inputs are the same everywhere.
static double uniform(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<double>(state >> 40) / 16777216.0;
}

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s PAIRS TIMES SEED\n", argv[0]);
    return 2;
  }
  const int pairs = std::atoi(argv[1]);
  const int count = std::atoi(argv[2]);
  std::uint64_t state = std::strtoull(argv[3], nullptr, 10);
  if (pairs < 2 || count < 1 || pairs > 4096 || count > 65536) {
    std::fprintf(stderr, "%s: PAIRS must be 2 to 4096, TIMES 1 to 65536\n", argv[0]);
    return 2;
  }

  // The enzyme to be found, measured with an error of some percent.
  const double rate = 0.8 + 0.4 * uniform(state);     // mmol / (l min)
  const double constant = 1.5 + 1.0 * uniform(state); // mmol / l
  const double last = 3.0;                            // min
  const double starts[EXPERIMENTS] = {0.5, 1.0, 2.0, 4.0};
  std::vector<double> times(count), measured(EXPERIMENTS * count), squares(pairs * pairs);
  for (int i = 0; i < count; ++i) times[i] = last * (i + 1) / count;
  for (int e = 0; e < EXPERIMENTS; ++e)
    for (int i = 0; i < count; ++i) {
      const double ratio = starts[e] / constant;
      const double left = constant * omega(ratio + std::log(ratio) - rate * times[i] / constant);
      measured[e * count + i] = left + 0.1 * (uniform(state) + uniform(state) - 1.0);
    }
  const double least_rate = 0.6, largest_rate = 1.4;
  const double least_constant = 1.0, largest_constant = 3.0;

  double *d_times = nullptr, *d_starts = nullptr, *d_measured = nullptr, *d_squares = nullptr;
  CHECK(cudaMalloc(&d_times, count * sizeof(double)));
  CHECK(cudaMalloc(&d_starts, sizeof starts));
  CHECK(cudaMalloc(&d_measured, measured.size() * sizeof(double)));
  CHECK(cudaMalloc(&d_squares, squares.size() * sizeof(double)));
  CHECK(cudaMemcpy(d_times, times.data(), count * sizeof(double), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_starts, starts, sizeof starts, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_measured, measured.data(), measured.size() * sizeof(double),
                   cudaMemcpyHostToDevice));

  misfit<<<(pairs * pairs + BLOCK - 1) / BLOCK, BLOCK>>>(
      d_times, d_starts, d_measured, d_squares, pairs, count, least_rate,
      (largest_rate - least_rate) / (pairs - 1), least_constant,
      (largest_constant - least_constant) / (pairs - 1));
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(squares.data(), d_squares, squares.size() * sizeof(double),
                   cudaMemcpyDeviceToHost));

  int best = 0;
  for (int i = 1; i < pairs * pairs; ++i)
    if (squares[i] < squares[best]) best = i;
  std::printf("rate %.4f (true %.4f), constant %.4f (true %.4f), mean square %.6f\n",
              least_rate + (largest_rate - least_rate) / (pairs - 1) * (best % pairs), rate,
              least_constant + (largest_constant - least_constant) / (pairs - 1) * (best / pairs),
              constant, squares[best]);

  CHECK(cudaFree(d_times));
  CHECK(cudaFree(d_starts));
  CHECK(cudaFree(d_measured));
  CHECK(cudaFree(d_squares));
  return 0;
}
