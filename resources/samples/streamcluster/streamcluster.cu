// Clustering of a stream of points: which of them should be centres, when opening a
// centre has a price and so has the distance of each point to its centre.
//
//   streamcluster POINTS DIMENSIONS CANDIDATES SEED
//
// All points first belong to point 0. One random candidate after the other is tried: a
// launch finds for each point what it would save by moving to the candidate, or lose,
// and leaves it in the point's row of a table: savings in the last column, losses in
// that of its centre. The host adds the columns up and opens the candidate if that
// pays. Centres whose points would lose less than the centre's price are closed then.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define BLOCK 128
#define MAX_DIMENSIONS 64

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

struct Point {
  float weight;
  float cost; // of its place: weight x squared distance to the centre
  int centre; // the point that is its centre
};

__device__ float squared_distance(const float* coordinates, const float* candidate,
                                  int point, int points, int dimensions) {
  float sum = 0;
  for (int i = 0; i < dimensions; ++i) {
    const float difference = coordinates[i * points + point] - candidate[i];
    sum += difference * difference;
  }
  return sum;
}

// Coordinate i of a point is at coordinates[i * points + point]. column[c] is that of
// centre c in the table, which has a row of centres + 1 for each point.
__global__ void gain(const Point* all, const float* coordinates, const int* column,
                     float* table, bool* moves, int points, int dimensions,
                     int candidate, int centres) {
  __shared__ float place[MAX_DIMENSIONS];
  const int point = blockIdx.x * BLOCK + threadIdx.x;
  if (threadIdx.x == 0)
    for (int i = 0; i < dimensions; ++i)
      place[i] = coordinates[i * points + candidate];
  __syncthreads();
  if (point >= points) return;

  float* row = &table[static_cast<std::size_t>(point) * (centres + 1)];
  const float cost = all[point].weight *
                     squared_distance(coordinates, place, point, points, dimensions);
  const float current = all[point].cost;
  if (cost < current) {
    moves[point] = true;
    row[centres] = current - cost;
  } else {
    // What it would cost to move the point, should its centre be closed.
    row[column[all[point].centre]] = cost - current;
  }
}

// A small generator of our own, so that inputs are the same everywhere.
static unsigned draw(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<unsigned>(state >> 33);
}

static float uniform(std::uint64_t& state) {
  return static_cast<float>(draw(state) % 65536) / 65536.0f;
}

template <class T> static T* reserve(std::size_t count) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, count * sizeof(T)));
  return device;
}

template <class T> static void upload(T* device, const std::vector<T>& values) {
  CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(T),
                   cudaMemcpyHostToDevice));
}

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: %s POINTS DIMENSIONS CANDIDATES SEED\n", argv[0]);
    return 2;
  }
  const int points = std::atoi(argv[1]);
  const int dimensions = std::atoi(argv[2]);
  const int candidates = std::atoi(argv[3]);
  std::uint64_t state = std::strtoull(argv[4], nullptr, 10);
  if (points < 1 || points > (1 << 20) || dimensions < 1 ||
      dimensions > MAX_DIMENSIONS || candidates < 1 || candidates > 10000) {
    std::fprintf(stderr,
                 "%s: POINTS must be 1 to 2^20, DIMENSIONS 1 to %d, CANDIDATES 1 to "
                 "10000\n",
                 argv[0], MAX_DIMENSIONS);
    return 2;
  }

  // Around a few places, some nearer and some farther; weights of 1 to 3.
  const int places = 6;
  std::vector<float> middle(static_cast<std::size_t>(places) * dimensions);
  for (float& value : middle) value = uniform(state);
  std::vector<float> coordinates(static_cast<std::size_t>(points) * dimensions);
  std::vector<Point> all(points);
  for (int p = 0; p < points; ++p) {
    const int nearest = static_cast<int>(draw(state) % places);
    for (int i = 0; i < dimensions; ++i)
      coordinates[static_cast<std::size_t>(i) * points + p] =
          middle[static_cast<std::size_t>(nearest) * dimensions + i] +
          (uniform(state) - 0.5f) * 0.4f;
    all[p].weight = static_cast<float>(1 + draw(state) % 3);
  }
  const auto distance = [&](int a, int b) {
    float sum = 0;
    for (int i = 0; i < dimensions; ++i) {
      const float difference = coordinates[static_cast<std::size_t>(i) * points + a] -
                               coordinates[static_cast<std::size_t>(i) * points + b];
      sum += difference * difference;
    }
    return sum;
  };
  double total = 0;
  for (int p = 0; p < points; ++p) {
    all[p].centre = 0;
    all[p].cost = all[p].weight * distance(p, 0);
    total += all[p].cost;
  }
  // A price at which some ten centres pay.
  const double price = total / 30 + 1e-6;
  total += price;

  const std::size_t table_size =
      static_cast<std::size_t>(points) * (candidates + 2);
  if (table_size > (1u << 28)) {
    std::fprintf(stderr, "%s: POINTS x CANDIDATES must be below 2^28\n", argv[0]);
    return 2;
  }
  float* d_coordinates = reserve<float>(coordinates.size());
  Point* d_all = reserve<Point>(points);
  int* d_column = reserve<int>(points);
  bool* d_moves = reserve<bool>(points);
  float* d_table = reserve<float>(table_size);
  upload(d_coordinates, coordinates);

  std::vector<bool> is_centre(points, false);
  is_centre[0] = true;
  int centres = 1;
  for (int attempt = 0; attempt < candidates; ++attempt) {
    const int candidate = static_cast<int>(draw(state) % points);
    if (is_centre[candidate]) continue;

    std::vector<int> column(points, -1);
    int columns = 0;
    for (int p = 0; p < points; ++p)
      if (is_centre[p]) column[p] = columns++;
    std::vector<float> table(static_cast<std::size_t>(points) * (columns + 1));

    upload(d_all, all);
    upload(d_column, column);
    CHECK(cudaMemset(d_moves, 0, points));
    CHECK(cudaMemset(d_table, 0, table.size() * sizeof(float)));
    gain<<<(points + BLOCK - 1) / BLOCK, BLOCK>>>(d_all, d_coordinates, d_column,
                                                  d_table, d_moves, points, dimensions,
                                                  candidate, columns);
    CHECK(cudaGetLastError());
    std::vector<char> moves(points);
    CHECK(cudaMemcpy(table.data(), d_table, table.size() * sizeof(float),
                     cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(moves.data(), d_moves, points, cudaMemcpyDeviceToHost));

    // Closing a centre saves its price, and costs what its points pay to move.
    std::vector<double> sums(columns + 1, 0.0);
    for (int p = 0; p < points; ++p)
      for (int c = 0; c <= columns; ++c)
        sums[c] += table[static_cast<std::size_t>(p) * (columns + 1) + c];
    double saved = sums[columns] - price;
    std::vector<bool> closes(columns, false);
    for (int c = 0; c < columns; ++c) {
      if (price <= sums[c]) continue;
      closes[c] = true;
      saved += price - sums[c];
    }
    if (saved <= 0) continue;

    for (int p = 0; p < points; ++p) {
      if (!moves[p] && !closes[column[all[p].centre]]) continue;
      all[p].centre = candidate;
      all[p].cost = all[p].weight * distance(p, candidate);
    }
    for (int p = 0; p < points; ++p)
      if (is_centre[p] && closes[column[p]]) {
        is_centre[p] = false;
        --centres;
      }
    is_centre[candidate] = true;
    ++centres;
  }

  total = price * centres;
  for (const Point& point : all) total += point.cost;
  std::printf("%d points, %d centres: cost = %.6f\n", points, centres, total);

  CHECK(cudaFree(d_coordinates));
  CHECK(cudaFree(d_all));
  CHECK(cudaFree(d_column));
  CHECK(cudaFree(d_moves));
  CHECK(cudaFree(d_table));
  return 0;
}
