// Follows points of a beating heart's wall through the frames of an ultrasound film.
//
//   heartwall SIDE POINTS FRAMES SEED
//
// The film is made by the program: SIDE x SIDE pixels, a ring of speckled tissue that
// contracts while it drifts. Half of the points lie on its inner wall, the others on
// the outer one. One launch for each frame, one block for each point: it looks for the
// place around the last one where the picture resembles the point's template most, by
// normalised cross-correlation, and lets the template follow what it found.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define BLOCK 128
#define RADIUS 6 // of a template
#define REACH 5  // how far a point may move between frames
#define TEMPLATE (2 * RADIUS + 1)
#define PLACES (2 * REACH + 1)            // where it may have moved to
#define WINDOW (2 * (RADIUS + REACH) + 1) // the part of the frame that is looked at

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

// What a block works with, in global memory; all matrices by rows.
struct Workspace {
  float pattern[TEMPLATE * TEMPLATE]; // what the point looks like
  float turned[TEMPLATE * TEMPLATE];  // the same by half a turn
  float window[WINDOW * WINDOW];
  float squares[WINDOW * WINDOW];
  float columns[(WINDOW + 1) * WINDOW]; // sums down to each row
  float bands[PLACES * WINDOW];         // sums over as many rows as a template has
  float rows[PLACES * (WINDOW + 1)];    // sums of bands up to each column
  float sums[PLACES * PLACES];          // of the window under the template
  float square_sums[PLACES * PLACES];
  float deviations[PLACES * PLACES];
  float products[PLACES * PLACES]; // of the window and the template
  float correlation[PLACES * PLACES];
  float smoothed[PLACES * PLACES];
};

struct Film {
  int side;
  int inner; // points on the inner wall
  int points;
  int frames;
};
__constant__ Film film;
__constant__ int frame_number;

__global__ void track(const float* frame, Workspace* workspaces, int* inner_rows,
                      int* inner_cols, int* outer_rows, int* outer_cols) {
  __shared__ float partial[BLOCK];
  __shared__ float partial_squares[BLOCK];
  __shared__ int partial_place[BLOCK];
  __shared__ float mean, spread;
  __shared__ int moved_row, moved_col;

  const int tx = threadIdx.x;
  Workspace& mine = workspaces[blockIdx.x];

  // Where the point was in each frame: a list for each wall.
  int* path_row;
  int* path_col;
  if (static_cast<int>(blockIdx.x) < film.inner) {
    path_row = inner_rows + blockIdx.x * film.frames;
    path_col = inner_cols + blockIdx.x * film.frames;
  } else {
    path_row = outer_rows + (blockIdx.x - film.inner) * film.frames;
    path_col = outer_cols + (blockIdx.x - film.inner) * film.frames;
  }

  // The first frame only says what the points look like.
  if (frame_number == 0) {
    for (int e = tx; e < TEMPLATE * TEMPLATE; e += BLOCK) {
      const int row = path_row[0] - RADIUS + e / TEMPLATE;
      const int col = path_col[0] - RADIUS + e % TEMPLATE;
      mine.pattern[e] = frame[row * film.side + col];
    }
    return;
  }
  const int last_row = path_row[frame_number - 1];
  const int last_col = path_col[frame_number - 1];

  // The template by half a turn, which makes a convolution of the correlation.
  for (int e = tx; e < TEMPLATE * TEMPLATE; e += BLOCK) {
    const int row = e / TEMPLATE;
    const int col = e % TEMPLATE;
    mine.turned[(TEMPLATE - 1 - row) * TEMPLATE + TEMPLATE - 1 - col] = mine.pattern[e];
  }
  __syncthreads();

  // The window; what lies outside of the frame repeats its border.
  for (int e = tx; e < WINDOW * WINDOW; e += BLOCK) {
    int row = last_row - RADIUS - REACH + e / WINDOW;
    int col = last_col - RADIUS - REACH + e % WINDOW;
    if (row < 0) row = 0;
    if (row > film.side - 1) row = film.side - 1;
    if (col < 0) col = 0;
    if (col > film.side - 1) col = film.side - 1;
    mine.window[e] = frame[row * film.side + col];
  }
  __syncthreads();

  // The convolution, where the template lies inside the window.
  for (int e = tx; e < PLACES * PLACES; e += BLOCK) {
    const int row = e / PLACES + TEMPLATE - 1;
    const int col = e % PLACES + TEMPLATE - 1;
    const int first_row = row - WINDOW + 1 > 0 ? row - WINDOW + 1 : 0;
    const int end_row = row + 1 < TEMPLATE ? row + 1 : TEMPLATE;
    const int first_col = col - WINDOW + 1 > 0 ? col - WINDOW + 1 : 0;
    const int end_col = col + 1 < TEMPLATE ? col + 1 : TEMPLATE;
    float sum = 0.0f;
    for (int i = first_row; i < end_row; ++i)
      for (int j = first_col; j < end_col; ++j)
        sum +=
            mine.turned[i * TEMPLATE + j] * mine.window[(row - i) * WINDOW + col - j];
    mine.products[e] = sum;
  }
  __syncthreads();

  // Sums of the window under the template: down the columns, their differences, along
  // the rows, their differences.
  for (int col = tx; col < WINDOW; col += BLOCK) {
    float sum = 0.0f;
    mine.columns[col] = 0.0f;
    for (int row = 0; row < WINDOW; ++row) {
      sum += mine.window[row * WINDOW + col];
      mine.columns[(row + 1) * WINDOW + col] = sum;
    }
  }
  __syncthreads();
  for (int e = tx; e < PLACES * WINDOW; e += BLOCK)
    mine.bands[e] = mine.columns[e + TEMPLATE * WINDOW] - mine.columns[e];
  __syncthreads();
  for (int row = tx; row < PLACES; row += BLOCK) {
    float sum = 0.0f;
    mine.rows[row * (WINDOW + 1)] = 0.0f;
    for (int col = 0; col < WINDOW; ++col) {
      sum += mine.bands[row * WINDOW + col];
      mine.rows[row * (WINDOW + 1) + col + 1] = sum;
    }
  }
  __syncthreads();
  for (int e = tx; e < PLACES * PLACES; e += BLOCK) {
    const int place = e / PLACES * (WINDOW + 1) + e % PLACES;
    mine.sums[e] = mine.rows[place + TEMPLATE] - mine.rows[place];
  }
  __syncthreads();

  // The same of its squares.
  for (int e = tx; e < WINDOW * WINDOW; e += BLOCK)
    mine.squares[e] = mine.window[e] * mine.window[e];
  __syncthreads();
  for (int col = tx; col < WINDOW; col += BLOCK) {
    float sum = 0.0f;
    mine.columns[col] = 0.0f;
    for (int row = 0; row < WINDOW; ++row) {
      sum += mine.squares[row * WINDOW + col];
      mine.columns[(row + 1) * WINDOW + col] = sum;
    }
  }
  __syncthreads();
  for (int e = tx; e < PLACES * WINDOW; e += BLOCK)
    mine.bands[e] = mine.columns[e + TEMPLATE * WINDOW] - mine.columns[e];
  __syncthreads();
  for (int row = tx; row < PLACES; row += BLOCK) {
    float sum = 0.0f;
    mine.rows[row * (WINDOW + 1)] = 0.0f;
    for (int col = 0; col < WINDOW; ++col) {
      sum += mine.bands[row * WINDOW + col];
      mine.rows[row * (WINDOW + 1) + col + 1] = sum;
    }
  }
  __syncthreads();
  for (int e = tx; e < PLACES * PLACES; e += BLOCK) {
    const int place = e / PLACES * (WINDOW + 1) + e % PLACES;
    mine.square_sums[e] = mine.rows[place + TEMPLATE] - mine.rows[place];
  }
  __syncthreads();

  // How much the window varies under the template.
  const float elements = TEMPLATE * TEMPLATE;
  for (int e = tx; e < PLACES * PLACES; e += BLOCK) {
    float variation = mine.square_sums[e] - mine.sums[e] * mine.sums[e] / elements;
    if (variation < 0.0f) variation = 0.0f;
    mine.deviations[e] = sqrtf(variation);
  }
  __syncthreads();

  // Mean and variation of the template: a sum for each of its columns, then one thread
  // adds them up.
  if (tx < TEMPLATE) {
    partial[tx] = 0.0f;
    partial_squares[tx] = 0.0f;
    for (int row = 0; row < TEMPLATE; ++row) {
      const float value = mine.pattern[row * TEMPLATE + tx];
      partial[tx] += value;
      partial_squares[tx] += value * value;
    }
  }
  __syncthreads();
  if (tx == 0) {
    float sum = 0.0f, squares = 0.0f;
    for (int i = 0; i < TEMPLATE; ++i) {
      sum += partial[i];
      squares += partial_squares[i];
    }
    mean = sum / elements;
    spread = sqrtf(squares - sum * sum / elements);
  }
  __syncthreads();

  for (int e = tx; e < PLACES * PLACES; e += BLOCK) {
    const float denominator = mine.deviations[e] * spread;
    // Without any contrast, nothing resembles anything.
    mine.correlation[e] = denominator > 1e-6f
                              ? (mine.products[e] - mine.sums[e] * mean) / denominator
                              : 0.0f;
  }
  __syncthreads();

  // Smoothed by a mask of 3 x 3: a place counts more if those around it resemble too.
  for (int e = tx; e < PLACES * PLACES; e += BLOCK) {
    const int row = e / PLACES;
    const int col = e % PLACES;
    float sum = 0.0f;
    for (int i = row - 1; i <= row + 1; ++i)
      for (int j = col - 1; j <= col + 1; ++j)
        if (i >= 0 && i < PLACES && j >= 0 && j < PLACES)
          sum +=
              (i == row && j == col ? 4.0f : 1.0f) * mine.correlation[i * PLACES + j];
    mine.smoothed[e] = sum;
  }
  __syncthreads();

  // The largest: one for each column, then one thread compares those.
  if (tx < PLACES) {
    partial[tx] = mine.smoothed[tx];
    partial_place[tx] = tx;
    for (int row = 1; row < PLACES; ++row) {
      if (mine.smoothed[row * PLACES + tx] > partial[tx]) {
        partial[tx] = mine.smoothed[row * PLACES + tx];
        partial_place[tx] = row * PLACES + tx;
      }
    }
  }
  __syncthreads();
  if (tx == 0) {
    int best = 0;
    for (int i = 1; i < PLACES; ++i)
      if (partial[i] > partial[best]) best = i;
    const int place = partial_place[best];
    moved_row = place / PLACES;
    moved_col = place % PLACES;
    path_row[frame_number] = last_row + moved_row - REACH;
    path_col[frame_number] = last_col + moved_col - REACH;
  }
  __syncthreads();

  // The template becomes a bit of what was found.
  for (int e = tx; e < TEMPLATE * TEMPLATE; e += BLOCK) {
    const int row = moved_row + e / TEMPLATE;
    const int col = moved_col + e % TEMPLATE;
    mine.pattern[e] = 0.75f * mine.pattern[e] + 0.25f * mine.window[row * WINDOW + col];
  }
}

// A small generator of our own, so that inputs are the same everywhere.
static float uniform(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<float>(state >> 40) / 16777216.0f;
}

// A heart that stands still, and where it is and how large in each frame.
class Heart {
public:
  Heart(int side, std::uint64_t& state) : side_(side), speckle_(64 * 64) {
    for (float& value : speckle_) value = uniform(state);
  }

  double inner() const { return 0.19 * side_; }
  double outer() const { return 0.31 * side_; }
  // One beat takes 12 frames.
  static double size(int frame) {
    const double phase = std::sin(frame * 3.14159265358979 / 12.0);
    return 1.0 - 0.15 * phase * phase;
  }
  double middle_row(int frame) const { return 0.5 * side_ + 0.3 * frame; }
  double middle_col(int frame) const { return 0.5 * side_ - 0.2 * frame; }

  float pixel(int frame, int row, int col) const {
    const double y = (row - middle_row(frame)) / size(frame);
    const double x = (col - middle_col(frame)) / size(frame);
    const double away = std::sqrt(x * x + y * y);
    const double tissue = away > inner() && away < outer() ? 1.0 : 0.3;
    return static_cast<float>(tissue * (40.0 + 160.0 * speckle(y / 2.5, x / 2.5)));
  }

private:
  float grain(int row, int col) const { return speckle_[(row & 63) * 64 + (col & 63)]; }
  double speckle(double y, double x) const {
    const int row = static_cast<int>(std::floor(y)),
              col = static_cast<int>(std::floor(x));
    const double down = y - row, right = x - col;
    return (1 - down) * ((1 - right) * grain(row, col) + right * grain(row, col + 1)) +
           down * ((1 - right) * grain(row + 1, col) + right * grain(row + 1, col + 1));
  }

  int side_;
  std::vector<float> speckle_;
};

template <class T> static T* upload(const std::vector<T>& values) {
  T* device = nullptr;
  CHECK(cudaMalloc(&device, values.size() * sizeof(T)));
  CHECK(cudaMemcpy(device, values.data(), values.size() * sizeof(T),
                   cudaMemcpyHostToDevice));
  return device;
}

static std::vector<int> download(const int* device, int count) {
  std::vector<int> values(count);
  CHECK(cudaMemcpy(values.data(), device, count * sizeof(int), cudaMemcpyDeviceToHost));
  return values;
}

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: %s SIDE POINTS FRAMES SEED\n", argv[0]);
    return 2;
  }
  const int side = std::atoi(argv[1]);
  const int points = std::atoi(argv[2]);
  const int frames = std::atoi(argv[3]);
  std::uint64_t state = std::strtoull(argv[4], nullptr, 10);
  if (side < 80 || side > 4096 || points < 2 || points > 4096 || frames < 2 ||
      frames > 24) {
    std::fprintf(stderr,
                 "%s: SIDE must be from 80 to 4096, POINTS from 2 to 4096, FRAMES from "
                 "2 to 24\n",
                 argv[0]);
    return 2;
  }

  // Points at even angles, where they are in the first frame.
  const Heart heart(side, state);
  const Film shown{side, points / 2, points, frames};
  const int outer = points - shown.inner;
  std::vector<int> paths[4];
  for (int i = 0; i < points; ++i) {
    const bool inside = i < shown.inner;
    const double angle = 6.28318530717959 * (inside ? i : i - shown.inner + 0.5) /
                         (inside ? shown.inner : outer);
    const double away = inside ? heart.inner() : heart.outer();
    std::vector<int>& rows = paths[inside ? 0 : 2];
    std::vector<int>& cols = paths[inside ? 1 : 3];
    rows.push_back(static_cast<int>(heart.middle_row(0) + away * std::sin(angle)));
    cols.push_back(static_cast<int>(heart.middle_col(0) + away * std::cos(angle)));
    rows.resize(rows.size() + frames - 1, 0);
    cols.resize(cols.size() + frames - 1, 0);
  }
  CHECK(cudaMemcpyToSymbol(film, &shown, sizeof shown));
  int* d_inner_rows = upload(paths[0]);
  int* d_inner_cols = upload(paths[1]);
  int* d_outer_rows = upload(paths[2]);
  int* d_outer_cols = upload(paths[3]);
  Workspace* d_workspaces = nullptr;
  CHECK(cudaMalloc(&d_workspaces, points * sizeof(Workspace)));
  float* d_frame = nullptr;
  const std::size_t bytes = static_cast<std::size_t>(side) * side * sizeof(float);
  CHECK(cudaMalloc(&d_frame, bytes));

  std::vector<float> picture(static_cast<std::size_t>(side) * side);
  for (int frame = 0; frame < frames; ++frame) {
    for (int row = 0; row < side; ++row)
      for (int col = 0; col < side; ++col)
        picture[static_cast<std::size_t>(row) * side + col] =
            heart.pixel(frame, row, col) + 6.0f * uniform(state);
    CHECK(cudaMemcpy(d_frame, picture.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToSymbol(frame_number, &frame, sizeof frame));
    track<<<points, BLOCK>>>(d_frame, d_workspaces, d_inner_rows, d_inner_cols,
                             d_outer_rows, d_outer_cols);
    CHECK(cudaGetLastError());
  }
  paths[0] = download(d_inner_rows, shown.inner * frames);
  paths[1] = download(d_inner_cols, shown.inner * frames);
  paths[2] = download(d_outer_rows, outer * frames);
  paths[3] = download(d_outer_cols, outer * frames);

  // How far the inner wall is from the middle, on average.
  for (const int frame : {0, frames - 1}) {
    double away = 0.0;
    for (int i = 0; i < shown.inner; ++i)
      away += std::hypot(paths[0][i * frames + frame] - heart.middle_row(frame),
                         paths[1][i * frames + frame] - heart.middle_col(frame));
    std::printf("frame %d: radius %.3f\n", frame, away / shown.inner);
  }

  for (int* used : {d_inner_rows, d_inner_cols, d_outer_rows, d_outer_cols})
    CHECK(cudaFree(used));
  CHECK(cudaFree(d_workspaces));
  CHECK(cudaFree(d_frame));
  return 0;
}
