// Hot spots of a superconducting magnet that quenches: strands of copper, once cooled by
// liquid nitrogen, carry the magnet's current until it has decayed, and heat up.
//
//   quench STRANDS STEPS SEED
//
// Each strand has its own copper fraction, purity and field, as those of a real cable do.
// A thread follows one strand: heat capacity by Debye's integral and resistivity by the
// integral of Bloch and Grueneisen, both by Simpson's rule, at the temperature of each
// step. What comes back is the temperature that each strand reaches.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define BLOCK 64
#define INTERVALS 16

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

// Heat capacity of copper in J / (m^3 K): 9 N k (T / theta)^3 times the integral of
// x^4 e^x / (e^x - 1)^2 from 0 to theta / T.
__device__ float heat_capacity(float T) {
  const float theta = 343.5f;         // K
  const float nine_n_k = 3.0f * 3.50e6f; // J / (m^3 K), three times that of Dulong and Petit
  const float upper = theta / T;
  const float width = upper / INTERVALS;
  // The integrand is 0 at 0.
  float sum = 0.0f;
  for (int i = 1; i <= INTERVALS; ++i) {
    const float x = i * width;
    const float e = expf(x);
    const float value = x * x * x * x * e / ((e - 1.0f) * (e - 1.0f));
    sum += value * (i == INTERVALS ? 1.0f : i % 2 == 1 ? 4.0f : 2.0f);
  }
  const float ratio = T / theta;
  return nine_n_k * ratio * ratio * ratio * sum * width / 3.0f;
}

// Resistivity of pure copper in ohm m, by its lattice alone: 4 R (T / theta)^5 times the
// integral of x^5 / ((e^x - 1) (1 - e^-x)) from 0 to theta / T.
__device__ float lattice_resistivity(float T) {
  const float theta = 343.5f;
  const float amplitude = 4.0f * 1.78e-8f; // ohm m
  const float upper = theta / T;
  const float width = upper / INTERVALS;
  float sum = 0.0f;
  for (int i = 1; i <= INTERVALS; ++i) {
    const float x = i * width;
    const float e = expf(x);
    const float value = x * x * x * x * x / ((e - 1.0f) * (1.0f - 1.0f / e));
    sum += value * (i == INTERVALS ? 1.0f : i % 2 == 1 ? 4.0f : 2.0f);
  }
  const float ratio = T / theta;
  return amplitude * ratio * ratio * ratio * ratio * ratio * sum * width / 3.0f;
}

__global__ void heat(const float* __restrict__ copper, const float* __restrict__ residual,
                     const float* __restrict__ field, float* __restrict__ hottest,
                     int strands, int steps, float step, float density, float decay,
                     float start) {
  const int strand = blockIdx.x * blockDim.x + threadIdx.x;
  if (strand >= strands) return;
  const float magneto = 4.5e-11f * field[strand]; // ohm m
  const float constant = residual[strand] + magneto;
  float T = start;
  float J = density / copper[strand]; // A / m^2, all of it in the copper
  for (int i = 0; i < steps; ++i) {
    const float power = (constant + lattice_resistivity(T)) * J * J; // W / m^3
    T += step * power / heat_capacity(T);
    J -= step / decay * J;
  }
  hottest[strand] = T;
}

// A small generator of our own, so that inputs are the same everywhere.
static float uniform(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<float>(state >> 40) / 16777216.0f;
}

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s STRANDS STEPS SEED\n", argv[0]);
    return 2;
  }
  const int strands = std::atoi(argv[1]);
  const int steps = std::atoi(argv[2]);
  std::uint64_t state = std::strtoull(argv[3], nullptr, 10);
  if (strands < 1 || steps < 8 || strands > (1 << 24) || steps > (1 << 20)) {
    std::fprintf(stderr, "%s: STRANDS must be 1 to 2^24, STEPS 8 to 2^20\n", argv[0]);
    return 2;
  }

  std::vector<float> copper(strands), residual(strands), field(strands), hottest(strands);
  for (int i = 0; i < strands; ++i) {
    copper[i] = 0.50f + 0.10f * uniform(state);             // share of the cross-section
    residual[i] = 1.55e-8f / (60.0f + 80.0f * uniform(state)); // ohm m, by purity
    field[i] = 12.0f * uniform(state);                      // T
  }
  const float start = 77.0f;      // K
  const float duration = 1.0f;    // s
  const float decay = 0.6f;       // s
  const float density = 2.6e8f;   // A / m^2 of the strand

  const std::size_t bytes = strands * sizeof(float);
  float *d_copper = nullptr, *d_residual = nullptr, *d_field = nullptr, *d_hottest = nullptr;
  CHECK(cudaMalloc(&d_copper, bytes));
  CHECK(cudaMalloc(&d_residual, bytes));
  CHECK(cudaMalloc(&d_field, bytes));
  CHECK(cudaMalloc(&d_hottest, bytes));
  CHECK(cudaMemcpy(d_copper, copper.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_residual, residual.data(), bytes, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_field, field.data(), bytes, cudaMemcpyHostToDevice));

  heat<<<(strands + BLOCK - 1) / BLOCK, BLOCK>>>(d_copper, d_residual, d_field, d_hottest,
                                                 strands, steps, duration / steps, density,
                                                 decay, start);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(hottest.data(), d_hottest, bytes, cudaMemcpyDeviceToHost));

  double sum = 0.0;
  float most = 0.0f;
  for (const float T : hottest) {
    sum += T;
    if (T > most) most = T;
  }
  std::printf("%d strands, %d steps: mean %.4f K, hottest %.4f K\n", strands, steps,
              sum / strands, most);

  CHECK(cudaFree(d_copper));
  CHECK(cudaFree(d_residual));
  CHECK(cudaFree(d_field));
  CHECK(cudaFree(d_hottest));
  return 0;
}
