// Nearest neighbours: which of many places, given by latitude and longitude, are the
// closest to one.
//
//   nn RECORDS NEIGHBOURS LATITUDE LONGITUDE SEED
//
// The kernel computes all distances, a record for each thread; the host then picks the
// smallest ones.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#define BLOCK 256
#define GRID_WIDTH 128

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

struct Place {
  float latitude;
  float longitude;
};

// Two dimensions of blocks: one alone did not reach far on early GPUs.
__global__ void euclid(const Place* places, float* distances, int count, float latitude,
                       float longitude) {
  const int index = blockDim.x * (gridDim.x * blockIdx.y + blockIdx.x) + threadIdx.x;
  const Place* place = places + index;
  float* distance = distances + index;
  if (index < count)
    *distance = sqrtf((latitude - place->latitude) * (latitude - place->latitude) +
                      (longitude - place->longitude) * (longitude - place->longitude));
}

// A small generator of our own, so that inputs are the same everywhere.
static float uniform(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<float>(state >> 40) / 16777216.0f;
}

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: %s RECORDS NEIGHBOURS LATITUDE LONGITUDE SEED\n",
                 argv[0]);
    return 2;
  }
  const int count = std::atoi(argv[1]);
  const int wanted = std::atoi(argv[2]);
  const float latitude = static_cast<float>(std::atof(argv[3]));
  const float longitude = static_cast<float>(std::atof(argv[4]));
  std::uint64_t state = std::strtoull(argv[5], nullptr, 10);
  if (count < 1 || count > (1 << 28) || wanted < 1 || wanted > count) {
    std::fprintf(stderr,
                 "%s: RECORDS must be from 1 to 2^28, NEIGHBOURS from 1 to RECORDS\n",
                 argv[0]);
    return 2;
  }

  std::vector<Place> places(count);
  for (Place& place : places) {
    place.latitude = 7.0f + 63.0f * uniform(state);
    place.longitude = -359.0f * uniform(state);
  }

  Place* d_places = nullptr;
  float* d_distances = nullptr;
  CHECK(cudaMalloc(&d_places, count * sizeof(Place)));
  CHECK(cudaMalloc(&d_distances, count * sizeof(float)));
  CHECK(cudaMemcpy(d_places, places.data(), count * sizeof(Place),
                   cudaMemcpyHostToDevice));

  const int blocks = (count + BLOCK - 1) / BLOCK;
  const dim3 grid(std::min(blocks, GRID_WIDTH), (blocks + GRID_WIDTH - 1) / GRID_WIDTH);
  euclid<<<grid, BLOCK>>>(d_places, d_distances, count, latitude, longitude);
  CHECK(cudaGetLastError());
  std::vector<float> distances(count);
  CHECK(cudaMemcpy(distances.data(), d_distances, count * sizeof(float),
                   cudaMemcpyDeviceToHost));

  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::partial_sort(
      order.begin(), order.begin() + wanted, order.end(), [&](int a, int b) {
        return distances[a] != distances[b] ? distances[a] < distances[b] : a < b;
      });
  std::printf("nearest to %.3f, %.3f:\n", latitude, longitude);
  for (int i = 0; i < wanted; ++i) {
    const Place& place = places[order[i]];
    std::printf("%8d %9.3f %9.3f  %.5f away\n", order[i], place.latitude,
                place.longitude, distances[order[i]]);
  }

  CHECK(cudaFree(d_places));
  CHECK(cudaFree(d_distances));
  return 0;
}
