// Support vector machine: a C-SVM with a Gaussian kernel, trained by sequential minimal
// optimisation, and its accuracy on points that it was not trained on.
//
//   svm SAMPLES FEATURES SEED
//
// SAMPLES points of two overlapping classes are split into two halves; each half is
// judged by a machine trained on the other one (two-fold cross-validation).
//
// Training goes in rounds. The host puts together a working set of the WORKING_SET
// points that violate the optimality conditions most, and one launch computes their
// rows of the kernel matrix. `smo_solve` then optimises the multipliers of these
// points alone, pair by pair, in one block with a thread for each point; what this
// changes for all points is added by `update_gradient`. The machine is trained when the
// largest violation is below EPSILON.

#include <algorithm>
#include <cfloat>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#define BLOCK 128
#define WORKING_SET 64
#define COST 2.0f
#define EPSILON 1e-3f
#define MAX_PAIRS 1000
#define MAX_ROUNDS 500

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

// Whether the multiplier of a point can grow in the direction of its label, or shrink.
__host__ __device__ inline bool can_rise(float alpha, float label) {
  return label > 0 ? alpha < COST : alpha > 0;
}
__host__ __device__ inline bool can_fall(float alpha, float label) {
  return label > 0 ? alpha > 0 : alpha < COST;
}

// rows[w * count + i] is the kernel of points working[w] and i.
__global__ void kernel_rows(const float* points, const int* working, float* rows,
                            int count, int features, float gamma) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  const int w = blockIdx.y;
  if (i >= count) return;
  const int other = working[w];
  float distance = 0;
  for (int k = 0; k < features; ++k) {
    const float difference = points[k * count + i] - points[k * count + other];
    distance += difference * difference;
  }
  rows[w * count + i] = expf(-gamma * distance);
}

// The index of the smallest of WORKING_SET values, the first one if there are several.
// All threads of the block call it, and values[] is untouched.
__device__ int index_of_minimum(const float* values, int* index) {
  const int thread = threadIdx.x;
  index[thread] = thread;
  __syncthreads();
  for (int offset = WORKING_SET / 2; offset > 0; offset /= 2) {
    if (thread < offset) {
      const int a = index[thread];
      const int b = index[thread + offset];
      if (values[b] < values[a] || (values[b] == values[a] && b < a)) index[thread] = b;
    }
    __syncthreads();
  }
  return index[0];
}

// One block of WORKING_SET threads. step[w] tells by how much label x multiplier of the
// point has changed; violation[0] how much the optimality conditions were violated.
__global__ void smo_solve(const float* labels, const float* gradient, float* alpha,
                          float* step, const int* working, const float* rows,
                          float* violation, int count) {
  __shared__ float values[WORKING_SET];
  __shared__ int index[WORKING_SET];
  __shared__ float diagonal[WORKING_SET];
  __shared__ float up_room;
  __shared__ float low_room;

  const int thread = threadIdx.x;
  const int point = working[thread];
  const float label = labels[point];
  const float before = alpha[point];
  float a = before;
  float f = gradient[point];
  float tolerance = 0;
  diagonal[thread] = rows[thread * count + point];
  __syncthreads();

  for (int pairs = 0;; ++pairs) {
    // The first of the pair: the most negative gradient of those that can rise.
    values[thread] = can_rise(a, label) ? f : FLT_MAX;
    const int up = index_of_minimum(values, index);
    const float up_value = values[up];
    const float kernel_up = rows[up * count + point];
    __syncthreads();

    // The largest violation, by the most positive gradient of those that can fall.
    values[thread] = can_fall(a, label) ? -f : FLT_MAX;
    const int worst = index_of_minimum(values, index);
    const float largest = -values[worst] - up_value;
    if (pairs == 0) {
      tolerance = fmaxf(EPSILON, 0.1f * largest);
      if (thread == 0) violation[0] = largest;
    }
    if (pairs >= MAX_PAIRS || largest < tolerance) break;
    __syncthreads();

    // The second of the pair: the largest gain of the objective.
    float gain = FLT_MAX;
    if (can_fall(a, label) && f > up_value) {
      const float curvature = diagonal[up] + diagonal[thread] - 2 * kernel_up;
      const float slope = f - up_value;
      gain = -slope * slope / fmaxf(curvature, 1e-12f);
    }
    values[thread] = gain;
    __syncthreads();
    const int low = index_of_minimum(values, index);

    if (thread == up) up_room = label > 0 ? COST - a : a;
    if (thread == low) {
      const float curvature = diagonal[up] + diagonal[low] - 2 * kernel_up;
      low_room = fminf(label > 0 ? a : COST - a,
                       (f - up_value) / fmaxf(curvature, 1e-12f));
    }
    __syncthreads();

    const float length = fminf(up_room, low_room);
    if (thread == up) a += length * label;
    if (thread == low) a -= length * label;
    f -= length * (rows[low * count + point] - kernel_up);
    __syncthreads();
  }
  alpha[point] = a;
  step[thread] = (a - before) * label;
}

__global__ void update_gradient(float* gradient, const float* step, const float* rows,
                                int count) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= count) return;
  float sum = 0;
  for (int w = 0; w < WORKING_SET; ++w) {
    const float s = step[w];
    if (s != 0) sum += s * rows[w * count + i];
  }
  gradient[i] += sum;
}

// decision[i] is above 0 for points of the first class.
__global__ void decide(const float* machine, const float* weights, const float* points,
                       float* decision, int count, int features, float gamma,
                       float bias) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= count) return;
  float sum = bias;
  for (int j = 0; j < count; ++j) {
    const float weight = weights[j];
    if (weight != 0) {
      float distance = 0;
      for (int k = 0; k < features; ++k) {
        const float difference = points[k * count + i] - machine[k * count + j];
        distance += difference * difference;
      }
      sum += weight * expf(-gamma * distance);
    }
  }
  decision[i] = sum;
}

// A small generator of our own, so that inputs are the same everywhere.
static unsigned draw(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<unsigned>(state >> 33);
}

static float uniform(std::uint64_t& state) {
  return static_cast<float>(draw(state) % 65536) / 65536.0f;
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

template <class T> static void download(std::vector<T>& values, const T* device) {
  CHECK(cudaMemcpy(values.data(), device, values.size() * sizeof(T),
                   cudaMemcpyDeviceToHost));
}

// Feature k of point i is at points[k * labels.size() + i].
struct Half {
  std::vector<float> points;
  std::vector<float> labels; // 1 or -1
};

// Points on and around two interleaved arcs in the first two features; the others are
// noise that both classes share. One point in twenty has the wrong label.
static Half make_half(int count, int features, std::uint64_t& state) {
  Half half{std::vector<float>(static_cast<std::size_t>(count) * features),
            std::vector<float>(count)};
  for (int i = 0; i < count; ++i) {
    const bool first = i % 2 == 0;
    const float x = 2 * uniform(state) - 1;
    const float y = 1 - x * x - 0.25f;
    half.points[i] = first ? x : x + 1;
    half.points[count + i] = first ? y : -y;
    for (int k = 0; k < features; ++k)
      half.points[static_cast<std::size_t>(k) * count + i] +=
          (uniform(state) + uniform(state) - 1) * (k < 2 ? 0.6f : 0.4f);
    half.labels[i] = first == (draw(state) % 20 != 0) ? 1.0f : -1.0f;
  }
  return half;
}

// Half of the set from either end of the gradients, as far as their multipliers can
// move; filled up with others where there are too few.
static std::vector<int> choose(const std::vector<float>& gradient,
                               const std::vector<float>& alpha,
                               const std::vector<float>& labels) {
  const int count = static_cast<int>(gradient.size());
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return gradient[a] < gradient[b]; });
  std::vector<bool> chosen(count, false);
  std::vector<int> working;
  const auto take = [&](int point) {
    if (chosen[point]) return;
    chosen[point] = true;
    working.push_back(point);
  };
  for (int i = 0; i < count && working.size() < WORKING_SET / 2; ++i)
    if (can_rise(alpha[order[i]], labels[order[i]])) take(order[i]);
  for (int i = count - 1; i >= 0 && working.size() < WORKING_SET; --i)
    if (can_fall(alpha[order[i]], labels[order[i]])) take(order[i]);
  for (int i = 0; i < count && working.size() < WORKING_SET; ++i) take(order[i]);
  return working;
}

// How many points of `test` a machine trained on `train` gets right.
static int correct(const Half& train, const Half& test, int features) {
  const int count = static_cast<int>(train.labels.size());
  const int blocks = (count + BLOCK - 1) / BLOCK;
  const float gamma = 4.0f / features;

  std::vector<float> alpha(count, 0.0f), gradient(count), step(WORKING_SET);
  for (int i = 0; i < count; ++i) gradient[i] = -train.labels[i];

  float* d_points = upload(train.points);
  float* d_labels = upload(train.labels);
  float* d_alpha = upload(alpha);
  float* d_gradient = upload(gradient);
  float* d_step = reserve<float>(WORKING_SET);
  float* d_violation = reserve<float>(1);
  float* d_rows = reserve<float>(static_cast<std::size_t>(WORKING_SET) * count);
  int* d_working = reserve<int>(WORKING_SET);

  for (int round = 0; round < MAX_ROUNDS; ++round) {
    const std::vector<int> working = choose(gradient, alpha, train.labels);
    CHECK(cudaMemcpy(d_working, working.data(), WORKING_SET * sizeof(int),
                     cudaMemcpyHostToDevice));
    kernel_rows<<<dim3(blocks, WORKING_SET), BLOCK>>>(d_points, d_working, d_rows,
                                                      count, features, gamma);
    smo_solve<<<1, WORKING_SET>>>(d_labels, d_gradient, d_alpha, d_step, d_working,
                                  d_rows, d_violation, count);
    update_gradient<<<blocks, BLOCK>>>(d_gradient, d_step, d_rows, count);
    CHECK(cudaGetLastError());

    float violation = 0;
    CHECK(cudaMemcpy(&violation, d_violation, sizeof violation,
                     cudaMemcpyDeviceToHost));
    download(alpha, d_alpha);
    download(gradient, d_gradient);
    if (violation < EPSILON) break;
  }

  // The threshold lies between those that can rise and those that can fall.
  float highest = FLT_MAX, lowest = -FLT_MAX;
  for (int i = 0; i < count; ++i) {
    if (can_rise(alpha[i], train.labels[i])) highest = std::min(highest, gradient[i]);
    if (can_fall(alpha[i], train.labels[i])) lowest = std::max(lowest, gradient[i]);
  }
  std::vector<float> weights(count), decision(count);
  for (int i = 0; i < count; ++i) weights[i] = alpha[i] * train.labels[i];

  float* d_weights = upload(weights);
  float* d_test = upload(test.points);
  float* d_decision = reserve<float>(count);
  decide<<<blocks, BLOCK>>>(d_points, d_weights, d_test, d_decision, count, features,
                            gamma, -(highest + lowest) / 2);
  CHECK(cudaGetLastError());
  download(decision, d_decision);

  int right = 0;
  for (int i = 0; i < count; ++i)
    if ((decision[i] > 0) == (test.labels[i] > 0)) ++right;

  CHECK(cudaFree(d_points));
  CHECK(cudaFree(d_labels));
  CHECK(cudaFree(d_alpha));
  CHECK(cudaFree(d_gradient));
  CHECK(cudaFree(d_step));
  CHECK(cudaFree(d_violation));
  CHECK(cudaFree(d_rows));
  CHECK(cudaFree(d_working));
  CHECK(cudaFree(d_weights));
  CHECK(cudaFree(d_test));
  CHECK(cudaFree(d_decision));
  return right;
}

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s SAMPLES FEATURES SEED\n", argv[0]);
    return 2;
  }
  const int samples = std::atoi(argv[1]);
  const int features = std::atoi(argv[2]);
  std::uint64_t state = std::strtoull(argv[3], nullptr, 10);
  if (samples < 2 * WORKING_SET || samples > 20000 || features < 2 || features > 1000) {
    std::fprintf(stderr, "%s: SAMPLES must be %d to 20000, FEATURES 2 to 1000\n",
                 argv[0], 2 * WORKING_SET);
    return 2;
  }
  const Half a = make_half(samples / 2, features, state);
  const Half b = make_half(samples / 2, features, state);
  const int right = correct(a, b, features) + correct(b, a, features);
  std::printf("%d of %d points: accuracy = %.5f\n", right, samples / 2 * 2,
              static_cast<double>(right) / (samples / 2 * 2));
  return 0;
}
