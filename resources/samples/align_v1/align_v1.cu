// Smith-Waterman, tuned by hand: score, first and last letters of the best local
// alignment of each pair of a batch of DNA sequences, with affine gaps.
//
//   align_v1 PAIRS LENGTH SEED
//
// One block aligns one pair, with one thread for each letter of the shorter sequence: a
// column of the score matrix. The threads follow the matrix' anti-diagonals together
// and keep scores in registers. One launch finds where the alignments end; another one
// aligns the sequences backwards from there and finds where they begin.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define MATCH 3
#define MISMATCH -3
#define OPEN_GAP -6
#define EXTEND_GAP -1
#define MAX_COLUMNS 512
#define WARP 32
#define WARPS (MAX_COLUMNS / WARP)

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

struct Pair {
  int first; // of its letters in the batch's rows and columns
  int rows;
  int first_column;
  int columns; // at most rows
};

// A score, and where it was found; a column of -1: nowhere.
struct Place {
  int score;
  int row;
  int column;
};

// The better of two; of equal ones that of the smaller column.
__device__ Place better(const Place& a, const Place& b) {
  if (b.score > a.score) return b;
  if (b.score == a.score && b.column >= 0 && (a.column < 0 || b.column < a.column))
    return b;
  return a;
}

// The best place of a warp, in its first lane. All of its lanes call it.
__device__ Place best_of_warp(Place place) {
  for (int offset = WARP / 2; offset > 0; offset /= 2) {
    Place other;
    other.score = __shfl_down_sync(0xffffffff, place.score, offset);
    other.row = __shfl_down_sync(0xffffffff, place.row, offset);
    other.column = __shfl_down_sync(0xffffffff, place.column, offset);
    place = better(place, other);
  }
  return place;
}

// The best place of the block, in its first warp. All threads call it; blockDim.x is a
// multiple of WARP.
__device__ Place best_of_block(Place place) {
  __shared__ int scores[WARP];
  __shared__ int rows[WARP];
  __shared__ int columns[WARP];
  const int lane = threadIdx.x % WARP;
  const int warp = threadIdx.x / WARP;

  place = best_of_warp(place);
  if (lane == 0) {
    scores[warp] = place.score;
    rows[warp] = place.row;
    columns[warp] = place.column;
  }
  __syncthreads();
  place = {0, -1, -1};
  if (threadIdx.x < blockDim.x / WARP)
    place = {scores[lane], rows[lane], columns[lane]};
  __syncthreads();
  if (warp == 0) place = best_of_warp(place);
  return place;
}

// H is the best score that ends in a cell, E that with a gap in the row sequence, F
// that with a gap in the column sequence. A thread keeps those of its column in
// registers, and needs E and H of the column before. A lane gets them from the lane
// before, the first lane of a warp through shared memory from the last one of the warp
// before. When the first columns are done their lanes fall idle, so from then on all
// leave their values in shared memory for their neighbours.
__device__ Place best_place(const char* row_sequence, int rows, char letter,
                            int columns) {
  __shared__ short warp_e[WARPS];
  __shared__ short warp_h[WARPS];
  __shared__ short warp_older_h[WARPS];
  __shared__ short local_e[MAX_COLUMNS];
  __shared__ short local_h[MAX_COLUMNS];
  __shared__ short local_older_h[MAX_COLUMNS];

  const int column = threadIdx.x;
  const int lane = column % WARP;
  const int warp = column / WARP;
  int h = 0, previous_h = 0, older_h = 0;
  int e = 0, previous_e = 0;
  int f = 0, previous_f = 0;
  Place best = {0, -1, -1};

  for (int diagonal = 0; diagonal < rows + columns - 1; ++diagonal) {
    older_h = previous_h;
    previous_h = h;
    previous_e = e;
    previous_f = f;

    if (lane == WARP - 1) {
      warp_e[warp] = static_cast<short>(previous_e);
      warp_h[warp] = static_cast<short>(previous_h);
      warp_older_h[warp] = static_cast<short>(older_h);
    }
    if (diagonal >= rows) {
      local_e[column] = static_cast<short>(previous_e);
      local_h[column] = static_cast<short>(previous_h);
      local_older_h[column] = static_cast<short>(older_h);
    }
    __syncthreads();

    const int row = diagonal - column;
    if (column < columns && row >= 0 && row < rows) {
      const unsigned mask = __ballot_sync(__activemask(), 1);

      int left_e, left_h, corner;
      if (diagonal >= rows) {
        left_e = local_e[column - 1];
        left_h = local_h[column - 1];
      } else {
        const int lane_e = __shfl_up_sync(mask, previous_e, 1);
        const int lane_h = __shfl_up_sync(mask, previous_h, 1);
        if (warp != 0 && lane == 0) {
          left_e = warp_e[warp - 1];
          left_h = warp_h[warp - 1];
        } else {
          left_e = lane_e;
          left_h = lane_h;
        }
      }
      if (diagonal >= rows) {
        corner = local_older_h[column - 1];
      } else {
        const int lane_corner = __shfl_up_sync(mask, older_h, 1);
        if (warp != 0 && lane == 0)
          corner = warp_older_h[warp - 1];
        else
          corner = lane_corner;
      }

      e = column > 0 ? max(left_e + EXTEND_GAP, left_h + OPEN_GAP) : 0;
      f = row > 0 ? max(previous_f + EXTEND_GAP, previous_h + OPEN_GAP) : 0;
      if (row == 0 || column == 0) corner = 0;
      corner += row_sequence[row] == letter ? MATCH : MISMATCH;
      h = max(max(corner, 0), max(e, f));
      if (h > best.score) best = {h, row, column};
    }
    __syncthreads();
  }
  return best_of_block(best);
}

// Scores, and the last letters of the alignments.
__global__ void align_forward(const Pair* pairs, const char* row_letters,
                              const char* column_letters, int* scores, int* end_rows,
                              int* end_columns) {
  extern __shared__ char row_sequence[];
  const Pair pair = pairs[blockIdx.x];
  for (int i = threadIdx.x; i < pair.rows; i += blockDim.x)
    row_sequence[i] = row_letters[pair.first + i];
  char letter = 0;
  if (threadIdx.x < pair.columns)
    letter = column_letters[pair.first_column + threadIdx.x];
  __syncthreads();

  const Place best = best_place(row_sequence, pair.rows, letter, pair.columns);
  if (threadIdx.x == 0) {
    scores[blockIdx.x] = best.score;
    end_rows[blockIdx.x] = best.row;
    end_columns[blockIdx.x] = best.column;
  }
}

// The first letters of the alignments: where alignments of the reversed sequences,
// which begin with the last letters, are best.
__global__ void align_reverse(const Pair* pairs, const char* row_letters,
                              const char* column_letters, const int* end_rows,
                              const int* end_columns, int* first_rows,
                              int* first_columns) {
  extern __shared__ char row_sequence[];
  const Pair pair = pairs[blockIdx.x];
  const int rows = end_rows[blockIdx.x] + 1;
  const int columns = end_columns[blockIdx.x] + 1;
  for (int i = threadIdx.x; i < rows; i += blockDim.x)
    row_sequence[i] = row_letters[pair.first + rows - 1 - i];
  char letter = 0;
  if (threadIdx.x < columns)
    letter = column_letters[pair.first_column + columns - 1 - threadIdx.x];
  __syncthreads();

  const Place best = best_place(row_sequence, rows, letter, columns);
  if (threadIdx.x == 0) {
    first_rows[blockIdx.x] = rows - 1 - best.row;
    first_columns[blockIdx.x] = columns - 1 - best.column;
  }
}

// A small generator of our own, so that inputs are the same everywhere.
static unsigned draw(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<unsigned>(state >> 33);
}

static char letter(std::uint64_t& state) { return "ACGT"[draw(state) % 4]; }

// A piece of `sequence` as a sequencer might read it: with letters that were changed,
// left out or added.
static std::string read_of(const std::string& sequence, std::size_t first,
                           std::size_t length, std::uint64_t& state) {
  std::string read;
  for (std::size_t i = first; i < sequence.size() && read.size() < length; ++i) {
    const unsigned fate = draw(state) % 50;
    if (fate == 0) continue;
    if (fate == 1) read += letter(state);
    read += fate < 4 ? letter(state) : sequence[i];
  }
  while (read.size() < length) read += letter(state);
  read.resize(length);
  return read;
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

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s PAIRS LENGTH SEED\n", argv[0]);
    return 2;
  }
  const int count = std::atoi(argv[1]);
  const int length = std::atoi(argv[2]);
  std::uint64_t state = std::strtoull(argv[3], nullptr, 10);
  if (count < 1 || count > 100000 || length < 8 || length > MAX_COLUMNS) {
    std::fprintf(stderr, "%s: PAIRS must be 1 to 100000, LENGTH 8 to %d\n", argv[0],
                 MAX_COLUMNS);
    return 2;
  }

  // The columns are a read of LENGTH letters or up to a quarter fewer, the rows a piece
  // of the genome around it, up to twice as long.
  std::vector<Pair> pairs(count);
  std::vector<char> rows, columns;
  int widest = 0, longest = 0;
  for (Pair& pair : pairs) {
    const int width = length - static_cast<int>(draw(state) % (length / 4 + 1));
    const int height = width + static_cast<int>(draw(state) % (width + 1));
    std::string genome;
    for (int i = 0; i < height; ++i) genome += letter(state);
    const std::string read =
        read_of(genome, draw(state) % (height - width / 2), width, state);
    pair = {static_cast<int>(rows.size()), height, static_cast<int>(columns.size()),
            width};
    rows.insert(rows.end(), genome.begin(), genome.end());
    columns.insert(columns.end(), read.begin(), read.end());
    widest = std::max(widest, width);
    longest = std::max(longest, height);
  }

  Pair* d_pairs = upload(pairs);
  char* d_rows = upload(rows);
  char* d_columns = upload(columns);
  int* d_scores = reserve<int>(count);
  int* d_end_rows = reserve<int>(count);
  int* d_end_columns = reserve<int>(count);
  int* d_first_rows = reserve<int>(count);
  int* d_first_columns = reserve<int>(count);

  const int threads = (widest + WARP - 1) / WARP * WARP;
  align_forward<<<count, threads, longest>>>(d_pairs, d_rows, d_columns, d_scores,
                                             d_end_rows, d_end_columns);
  align_reverse<<<count, threads, longest>>>(d_pairs, d_rows, d_columns, d_end_rows,
                                             d_end_columns, d_first_rows,
                                             d_first_columns);
  CHECK(cudaGetLastError());

  std::vector<int> scores(count), end_rows(count), end_columns(count);
  std::vector<int> first_rows(count), first_columns(count);
  download(scores, d_scores);
  download(end_rows, d_end_rows);
  download(end_columns, d_end_columns);
  download(first_rows, d_first_rows);
  download(first_columns, d_first_columns);
  long long total = 0;
  for (const int score : scores) total += score;
  std::printf("%d pairs: total score %lld, the first from %d, %d to %d, %d\n", count,
              total, first_rows[0], first_columns[0], end_rows[0], end_columns[0]);

  CHECK(cudaFree(d_pairs));
  CHECK(cudaFree(d_rows));
  CHECK(cudaFree(d_columns));
  CHECK(cudaFree(d_scores));
  CHECK(cudaFree(d_end_rows));
  CHECK(cudaFree(d_end_columns));
  CHECK(cudaFree(d_first_rows));
  CHECK(cudaFree(d_first_columns));
  return 0;
}
