// Electrostatic energy of the ions in a hot salt, near part of Ewald's sum: every ion
// meets the nearest image of every other one within a cutoff, in double precision, as a
// Monte Carlo simulation needs it for each configuration.
//
//   ewald CELLS SEED
//
// CELLS^3 cells of rock salt with eight ions each, displaced by heat. A block loads ions
// in tiles into shared memory. What comes back is each ion's potential and its share of
// the virial, of which the pressure follows.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define BLOCK 64

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

struct Ion {
  double x, y, z; // angstrom
  double charge;  // of the electron
};

// erfc(a r) / r, at the square of a distance.
__device__ double screened_potential(double r2, double alpha) {
  const double r = sqrt(r2);
  return erfc(alpha * r) / r;
}

// -r d/dr of the same.
__device__ double screened_virial(double r2, double alpha) {
  const double two_over_root_pi = 1.1283791670955126;
  const double r = sqrt(r2);
  return erfc(alpha * r) / r + two_over_root_pi * alpha * exp(-alpha * alpha * r2);
}

__device__ double nearest_image(double distance, double side) {
  return distance - side * rint(distance / side);
}

__global__ void near_part(const Ion* __restrict__ ions, double* __restrict__ potential,
                          double* __restrict__ virial, int count, double side,
                          double alpha, double cutoff) {
  __shared__ Ion tile[BLOCK];
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  const Ion own = ions[min(i, count - 1)];
  const double cutoff2 = cutoff * cutoff;
  double phi = 0.0, w = 0.0;
  for (int first = 0; first < count; first += BLOCK) {
    const int mine = first + threadIdx.x;
    if (mine < count) tile[threadIdx.x] = ions[mine];
    __syncthreads();
    const int last = min(BLOCK, count - first);
    for (int j = 0; j < last; ++j) {
      const double dx = nearest_image(own.x - tile[j].x, side);
      const double dy = nearest_image(own.y - tile[j].y, side);
      const double dz = nearest_image(own.z - tile[j].z, side);
      const double r2 = dx * dx + dy * dy + dz * dz;
      if (r2 == 0.0 || r2 >= cutoff2) continue; // the ion itself, or too far
      phi += tile[j].charge * screened_potential(r2, alpha);
      w += tile[j].charge * screened_virial(r2, alpha);
    }
    __syncthreads();
  }
  if (i < count) {
    potential[i] = phi;
    virial[i] = own.charge * w;
  }
}

// A small generator of our own, so that inputs are the same everywhere.
static double uniform(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<double>(state >> 40) / 16777216.0;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s CELLS SEED\n", argv[0]);
    return 2;
  }
  const int cells = std::atoi(argv[1]);
  std::uint64_t state = std::strtoull(argv[2], nullptr, 10);
  if (cells < 2 || cells > 64) {
    std::fprintf(stderr, "%s: CELLS must be 2 to 64\n", argv[0]);
    return 2;
  }

  const double spacing = 2.82; // angstrom, from sodium to chlorine
  const double shift = 0.40;   // angstrom
  const double cutoff = 5.6;   // angstrom, less than half of the smallest box
  const double alpha = 0.50;   // per angstrom
  const int edge = 2 * cells;
  const double side = edge * spacing;
  std::vector<Ion> ions;
  for (int x = 0; x < edge; ++x)
    for (int y = 0; y < edge; ++y)
      for (int z = 0; z < edge; ++z)
        ions.push_back({x * spacing + shift * (uniform(state) - 0.5),
                        y * spacing + shift * (uniform(state) - 0.5),
                        z * spacing + shift * (uniform(state) - 0.5),
                        (x + y + z) % 2 == 0 ? 1.0 : -1.0});
  const int count = static_cast<int>(ions.size());
  const std::size_t bytes = count * sizeof(double);

  Ion* d_ions = nullptr;
  double *d_potential = nullptr, *d_virial = nullptr;
  CHECK(cudaMalloc(&d_ions, count * sizeof(Ion)));
  CHECK(cudaMalloc(&d_potential, bytes));
  CHECK(cudaMalloc(&d_virial, bytes));
  CHECK(cudaMemcpy(d_ions, ions.data(), count * sizeof(Ion), cudaMemcpyHostToDevice));

  near_part<<<(count + BLOCK - 1) / BLOCK, BLOCK>>>(d_ions, d_potential, d_virial, count,
                                                    side, alpha, cutoff);
  CHECK(cudaGetLastError());
  std::vector<double> potential(count), virial(count);
  CHECK(cudaMemcpy(potential.data(), d_potential, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(virial.data(), d_virial, bytes, cudaMemcpyDeviceToHost));

  const double coulomb = 14.399645; // eV angstrom
  double energy = 0.0, pressure = 0.0;
  for (int i = 0; i < count; ++i) {
    energy += 0.5 * coulomb * ions[i].charge * potential[i];
    pressure += 0.5 * coulomb * virial[i] / (3.0 * side * side * side);
  }
  std::printf("%d ions: %.6f eV an ion, %.6f eV / angstrom^3\n", count, energy / count,
              pressure);

  CHECK(cudaFree(d_ions));
  CHECK(cudaFree(d_potential));
  CHECK(cudaFree(d_virial));
  return 0;
}
