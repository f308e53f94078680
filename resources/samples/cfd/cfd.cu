// Flow of a gas around a body: the Euler equations in 3D by finite volumes on an
// unstructured mesh of tetrahedra.
//
//   cfd CUBES STEPS SEED
//
// The mesh fills CUBES x CUBES x CUBES distorted cubes but those of the body in the
// middle, six tetrahedra each, numbered at random. Each time step has three stages of a
// Runge-Kutta scheme with a time step of their own for each cell.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#define BLOCK 192
#define FACES 4
#define STAGES 3

#define GAMMA 1.4f
#define FAR_MACH 1.2f
#define SMOOTHING 0.2f

#define WALL -1
#define FAR_FIELD -2

// Places of the conserved variables, an array of all cells for each.
#define DENSITY 0
#define MOMENTUM 1
#define ENERGY 4
#define VARIABLES 5

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

// What streams in from far away: its variables, and their flux in each direction.
__constant__ float far_variables[VARIABLES];
__constant__ float3 far_momentum_flux[3];
__constant__ float3 far_energy_flux;

__host__ __device__ inline float3 velocity_of(float density, float3 momentum) {
  return make_float3(momentum.x / density, momentum.y / density, momentum.z / density);
}

__host__ __device__ inline float squared(float3 v) {
  return v.x * v.x + v.y * v.y + v.z * v.z;
}

__host__ __device__ inline float pressure_of(float density, float energy,
                                             float speed_squared) {
  return (GAMMA - 1.0f) * (energy - 0.5f * density * speed_squared);
}

__host__ __device__ inline float sound_of(float density, float pressure) {
  return sqrtf(GAMMA * pressure / density);
}

__host__ __device__ inline void flux_of(float3 momentum, float energy, float pressure,
                                        float3 velocity, float3* momentum_flux,
                                        float3* energy_flux) {
  momentum_flux[0] = make_float3(velocity.x * momentum.x + pressure,
                                 velocity.x * momentum.y, velocity.x * momentum.z);
  momentum_flux[1] = make_float3(momentum_flux[0].y, velocity.y * momentum.y + pressure,
                                 velocity.y * momentum.z);
  momentum_flux[2] = make_float3(momentum_flux[0].z, momentum_flux[1].z,
                                 velocity.z * momentum.z + pressure);
  const float enthalpy = energy + pressure;
  *energy_flux =
      make_float3(velocity.x * enthalpy, velocity.y * enthalpy, velocity.z * enthalpy);
}

__device__ inline float through(float3 normal, float3 a, float3 b) {
  return 0.5f *
         (normal.x * (a.x + b.x) + normal.y * (a.y + b.y) + normal.z * (a.z + b.z));
}

// The mesh is padded to whole blocks, so no kernel asks whether its cell exists.
__global__ void initialize(int cells, float* variables) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  for (int j = 0; j < VARIABLES; ++j) variables[i + j * cells] = far_variables[j];
}

__global__ void compute_step_factor(int cells, const float* variables,
                                    const float* surfaces, float* step_factors) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  const float density = variables[i + DENSITY * cells];
  const float3 momentum = make_float3(variables[i + (MOMENTUM + 0) * cells],
                                      variables[i + (MOMENTUM + 1) * cells],
                                      variables[i + (MOMENTUM + 2) * cells]);
  const float energy = variables[i + ENERGY * cells];
  const float3 velocity = velocity_of(density, momentum);
  const float speed_squared = squared(velocity);
  const float pressure = pressure_of(density, energy, speed_squared);
  const float sound = sound_of(density, pressure);
  step_factors[i] = 0.5f / (surfaces[i] * (sqrtf(speed_squared) + sound));
}

// Normals point outwards and are as long as the face is large.
__global__ void compute_flux(int cells, const int* neighbours, const float* normals,
                             const float* variables, float* fluxes) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;

  const float density_i = variables[i + DENSITY * cells];
  const float3 momentum_i = make_float3(variables[i + (MOMENTUM + 0) * cells],
                                        variables[i + (MOMENTUM + 1) * cells],
                                        variables[i + (MOMENTUM + 2) * cells]);
  const float energy_i = variables[i + ENERGY * cells];
  const float3 velocity_i = velocity_of(density_i, momentum_i);
  const float speed_squared_i = squared(velocity_i);
  const float speed_i = sqrtf(speed_squared_i);
  const float pressure_i = pressure_of(density_i, energy_i, speed_squared_i);
  const float sound_i = sound_of(density_i, pressure_i);
  float3 momentum_flux_i[3], energy_flux_i;
  flux_of(momentum_i, energy_i, pressure_i, velocity_i, momentum_flux_i,
          &energy_flux_i);

  // What flows into the cell.
  float density = 0.0f, energy = 0.0f;
  float3 momentum = make_float3(0.0f, 0.0f, 0.0f);

#pragma unroll
  for (int face = 0; face < FACES; ++face) {
    const int nb = neighbours[i + face * cells];
    const float3 normal = make_float3(normals[i + (face * 3 + 0) * cells],
                                      normals[i + (face * 3 + 1) * cells],
                                      normals[i + (face * 3 + 2) * cells]);
    const float area = sqrtf(squared(normal));

    if (nb >= 0) {
      const float density_nb = variables[nb + DENSITY * cells];
      const float3 momentum_nb = make_float3(variables[nb + (MOMENTUM + 0) * cells],
                                             variables[nb + (MOMENTUM + 1) * cells],
                                             variables[nb + (MOMENTUM + 2) * cells]);
      const float energy_nb = variables[nb + ENERGY * cells];
      const float3 velocity_nb = velocity_of(density_nb, momentum_nb);
      const float speed_squared_nb = squared(velocity_nb);
      const float pressure_nb = pressure_of(density_nb, energy_nb, speed_squared_nb);
      const float sound_nb = sound_of(density_nb, pressure_nb);
      float3 momentum_flux_nb[3], energy_flux_nb;
      flux_of(momentum_nb, energy_nb, pressure_nb, velocity_nb, momentum_flux_nb,
              &energy_flux_nb);

      // Artificial viscosity.
      const float factor = area * SMOOTHING * 0.5f *
                           (speed_i + sqrtf(speed_squared_nb) + sound_i + sound_nb);
      density += factor * (density_nb - density_i);
      energy += factor * (energy_nb - energy_i);
      momentum.x += factor * (momentum_nb.x - momentum_i.x);
      momentum.y += factor * (momentum_nb.y - momentum_i.y);
      momentum.z += factor * (momentum_nb.z - momentum_i.z);

      density -= through(normal, momentum_i, momentum_nb);
      energy -= through(normal, energy_flux_i, energy_flux_nb);
      momentum.x -= through(normal, momentum_flux_i[0], momentum_flux_nb[0]);
      momentum.y -= through(normal, momentum_flux_i[1], momentum_flux_nb[1]);
      momentum.z -= through(normal, momentum_flux_i[2], momentum_flux_nb[2]);
    } else if (nb == WALL) {
      momentum.x -= normal.x * pressure_i;
      momentum.y -= normal.y * pressure_i;
      momentum.z -= normal.z * pressure_i;
    } else if (nb == FAR_FIELD) {
      const float3 far_momentum =
          make_float3(far_variables[MOMENTUM + 0], far_variables[MOMENTUM + 1],
                      far_variables[MOMENTUM + 2]);
      density -= through(normal, momentum_i, far_momentum);
      energy -= through(normal, energy_flux_i, far_energy_flux);
      momentum.x -= through(normal, momentum_flux_i[0], far_momentum_flux[0]);
      momentum.y -= through(normal, momentum_flux_i[1], far_momentum_flux[1]);
      momentum.z -= through(normal, momentum_flux_i[2], far_momentum_flux[2]);
    }
  }

  fluxes[i + DENSITY * cells] = density;
  fluxes[i + (MOMENTUM + 0) * cells] = momentum.x;
  fluxes[i + (MOMENTUM + 1) * cells] = momentum.y;
  fluxes[i + (MOMENTUM + 2) * cells] = momentum.z;
  fluxes[i + ENERGY * cells] = energy;
}

__global__ void time_step(int stage, int cells, const float* old_variables,
                          float* variables, const float* step_factors,
                          const float* fluxes) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  const float factor = step_factors[i] / static_cast<float>(STAGES - stage);
  variables[i + DENSITY * cells] =
      old_variables[i + DENSITY * cells] + factor * fluxes[i + DENSITY * cells];
  variables[i + ENERGY * cells] =
      old_variables[i + ENERGY * cells] + factor * fluxes[i + ENERGY * cells];
  variables[i + (MOMENTUM + 0) * cells] = old_variables[i + (MOMENTUM + 0) * cells] +
                                          factor * fluxes[i + (MOMENTUM + 0) * cells];
  variables[i + (MOMENTUM + 1) * cells] = old_variables[i + (MOMENTUM + 1) * cells] +
                                          factor * fluxes[i + (MOMENTUM + 1) * cells];
  variables[i + (MOMENTUM + 2) * cells] = old_variables[i + (MOMENTUM + 2) * cells] +
                                          factor * fluxes[i + (MOMENTUM + 2) * cells];
}

// A small generator of our own, so that inputs are the same everywhere.
static float uniform(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<float>(state >> 40) / 16777216.0f;
}

template <class T> static T* upload(const std::vector<T>& values) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, values.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(T),
                   cudaMemcpyHostToDevice));
  return device;
}

static float* reserve(std::size_t count) {
  float* device = nullptr;
  CHECK(cudaMalloc(&device, count * sizeof(float)));
  return device;
}

using Corners = std::array<int, 4>;
using Point = std::array<double, 3>;

static Point from(const Point& a, const Point& b) {
  return {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
}
static Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
          a[0] * b[1] - a[1] * b[0]};
}
static double dot(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

struct Mesh {
  int cells = 0;  // that are there
  int padded = 0; // to whole blocks, with copies of the last one
  std::vector<int> neighbours;
  std::vector<float> normals;
  std::vector<float> surfaces;
};

// The tetrahedra of all cubes but those of the body: each goes from corner 0 of its
// cube to the opposite one, along one axis after the other in one of six orders.
static std::vector<Corners> make_tetrahedra(int cubes) {
  const int line = cubes + 1, plane = line * line;
  const int body = cubes / 3;
  std::vector<Corners> tetrahedra;
  for (int z = 0; z < cubes; ++z) {
    for (int y = 0; y < cubes; ++y) {
      for (int x = 0; x < cubes; ++x) {
        const int corner = z * plane + y * line + x;
        if (std::min({x, y, z}) >= body && std::max({x, y, z}) < 2 * body) continue;
        std::array<int, 3> steps{1, line, plane};
        do {
          const int second = corner + steps[0], third = second + steps[1];
          tetrahedra.push_back({corner, second, third, third + steps[2]});
        } while (std::next_permutation(steps.begin(), steps.end()));
      }
    }
  }
  return tetrahedra;
}

// All three corners of a face on the same side of the whole mesh.
static bool outside(const std::array<int, 3>& face, int cubes) {
  const int line = cubes + 1;
  for (const int step : {1, line, line * line})
    for (const int side : {0, cubes})
      if (std::all_of(face.begin(), face.end(),
                      [&](int corner) { return corner / step % line == side; }))
        return true;
  return false;
}

static Mesh make_mesh(int cubes, std::uint64_t& state) {
  const int line = cubes + 1;
  std::vector<Point> points(static_cast<std::size_t>(line) * line * line);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const int corner = static_cast<int>(i);
    points[i] = {corner % line + 0.2 * (uniform(state) - 0.5),
                 corner / line % line + 0.2 * (uniform(state) - 0.5),
                 corner / (line * line) + 0.2 * (uniform(state) - 0.5)};
  }
  std::vector<Corners> tetrahedra = make_tetrahedra(cubes);
  for (std::size_t i = tetrahedra.size() - 1; i > 0; --i)
    std::swap(tetrahedra[i],
              tetrahedra[static_cast<std::size_t>(uniform(state) * (i + 1))]);

  // The face opposite to each corner, and who has it.
  std::map<std::array<int, 3>, std::array<int, 2>> owners;
  const auto face_of = [&](int cell, int opposite) {
    std::array<int, 3> face{};
    for (int i = 0, to = 0; i < 4; ++i)
      if (i != opposite) face[to++] = tetrahedra[cell][i];
    std::sort(face.begin(), face.end());
    return face;
  };
  Mesh mesh;
  mesh.cells = static_cast<int>(tetrahedra.size());
  mesh.padded = (mesh.cells + BLOCK - 1) / BLOCK * BLOCK;
  for (int cell = 0; cell < mesh.cells; ++cell) {
    for (int face = 0; face < FACES; ++face) {
      auto& both =
          owners.try_emplace(face_of(cell, face), std::array{-1, -1}).first->second;
      both[both[0] < 0 ? 0 : 1] = cell;
    }
  }

  const std::size_t padded = mesh.padded;
  mesh.neighbours.resize(FACES * padded);
  mesh.normals.resize(FACES * 3 * padded);
  mesh.surfaces.resize(padded);
  for (std::size_t i = 0; i < padded; ++i) {
    const int cell = std::min(static_cast<int>(i), mesh.cells - 1);
    for (int face = 0; face < FACES; ++face) {
      const std::array<int, 3> corners = face_of(cell, face);
      const auto& both = owners.at(corners);
      const int other = both[0] == cell ? both[1] : both[0];
      const Point& a = points[corners[0]];
      Point normal = cross(from(a, points[corners[1]]), from(a, points[corners[2]]));
      const bool inwards = dot(normal, from(a, points[tetrahedra[cell][face]])) > 0.0;
      for (double& part : normal) part *= inwards ? -0.5 : 0.5;
      mesh.neighbours[i + face * padded] =
          other >= 0 ? other : (outside(corners, cubes) ? FAR_FIELD : WALL);
      for (int axis = 0; axis < 3; ++axis)
        mesh.normals[i + (face * 3 + axis) * padded] = static_cast<float>(normal[axis]);
      mesh.surfaces[i] += static_cast<float>(std::sqrt(dot(normal, normal)));
    }
  }
  return mesh;
}

// A gas of density 1.4 and pressure 1, in which sound has speed 1.
static std::array<float, VARIABLES> set_far_field() {
  const float angle = 0.1f;
  const float density = 1.4f, pressure = 1.0f;
  const float speed = FAR_MACH * sound_of(density, pressure);
  const float3 velocity =
      make_float3(speed * std::cos(angle) * std::cos(angle),
                  speed * std::sin(angle) * std::cos(angle), speed * std::sin(angle));
  const float3 momentum =
      make_float3(density * velocity.x, density * velocity.y, density * velocity.z);
  const float energy = 0.5f * density * speed * speed + pressure / (GAMMA - 1.0f);
  float3 momentum_flux[3], energy_flux;
  flux_of(momentum, energy, pressure, velocity, momentum_flux, &energy_flux);
  const std::array<float, VARIABLES> variables{density, momentum.x, momentum.y,
                                               momentum.z, energy};
  CHECK(cudaMemcpyToSymbol(far_variables, variables.data(), sizeof far_variables));
  CHECK(cudaMemcpyToSymbol(far_momentum_flux, momentum_flux, sizeof momentum_flux));
  CHECK(cudaMemcpyToSymbol(far_energy_flux, &energy_flux, sizeof energy_flux));
  return variables;
}

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s CUBES STEPS SEED\n", argv[0]);
    return 2;
  }
  const int cubes = std::atoi(argv[1]);
  const int steps = std::atoi(argv[2]);
  std::uint64_t state = std::strtoull(argv[3], nullptr, 10);
  if (cubes < 3 || cubes > 100 || steps < 1) {
    std::fprintf(stderr, "%s: CUBES must be from 3 to 100, STEPS positive\n", argv[0]);
    return 2;
  }

  const Mesh mesh = make_mesh(cubes, state);
  const int cells = mesh.padded;
  const std::size_t bytes = static_cast<std::size_t>(VARIABLES) * cells * sizeof(float);
  const std::array<float, VARIABLES> far = set_far_field();
  const int* d_neighbours = upload(mesh.neighbours);
  const float* d_normals = upload(mesh.normals);
  const float* d_surfaces = upload(mesh.surfaces);
  float* d_variables = reserve(bytes / sizeof(float));
  float* d_old_variables = reserve(bytes / sizeof(float));
  float* d_fluxes = reserve(bytes / sizeof(float));
  float* d_step_factors = reserve(cells);

  const int blocks = cells / BLOCK;
  initialize<<<blocks, BLOCK>>>(cells, d_variables);
  for (int step = 0; step < steps; ++step) {
    CHECK(cudaMemcpy(d_old_variables, d_variables, bytes, cudaMemcpyDeviceToDevice));
    compute_step_factor<<<blocks, BLOCK>>>(cells, d_variables, d_surfaces,
                                           d_step_factors);
    for (int stage = 0; stage < STAGES; ++stage) {
      compute_flux<<<blocks, BLOCK>>>(cells, d_neighbours, d_normals, d_variables,
                                      d_fluxes);
      time_step<<<blocks, BLOCK>>>(stage, cells, d_old_variables, d_variables,
                                   d_step_factors, d_fluxes);
    }
    CHECK(cudaGetLastError());
  }
  std::vector<float> variables(bytes / sizeof(float));
  CHECK(cudaMemcpy(variables.data(), d_variables, bytes, cudaMemcpyDeviceToHost));

  const auto [thinnest, densest] =
      std::minmax_element(variables.begin(), variables.begin() + mesh.cells);
  std::printf("%d cells, %d steps: density from %.6f to %.6f, far away %.6f\n",
              mesh.cells, steps, *thinnest, *densest, far[DENSITY]);

  CHECK(cudaFree(const_cast<int*>(d_neighbours)));
  CHECK(cudaFree(const_cast<float*>(d_normals)));
  CHECK(cudaFree(const_cast<float*>(d_surfaces)));
  for (float* used : {d_variables, d_old_variables, d_fluxes, d_step_factors})
    CHECK(cudaFree(used));
  return 0;
}
