// Smith-Waterman, first version: score and end of the best local alignment of each pair
// of a batch of DNA sequences, with affine gaps.
//
//   align_v0 PAIRS LENGTH SEED
//
// One block aligns one pair, with one thread for each letter of the shorter sequence: a
// column of the score matrix. The threads follow the matrix' anti-diagonals together.
// Three diagonals of scores and two of each kind of gap are kept in shared memory. The
// diagonal that comes next is cleared, by every thread, before it is filled.

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

__device__ void clear(short* diagonal, int columns) {
  for (int i = 0; i < columns; ++i) diagonal[i] = 0;
}

// H is the best score that ends in a cell, E that with a gap in the row sequence, F
// that with a gap in the column sequence. Shared memory: 7 diagonals of blockDim.x
// shorts, then the letters of the pair.
__global__ void align(const Pair* pairs, const char* row_letters,
                      const char* column_letters, int* scores, int* end_rows,
                      int* end_columns) {
  extern __shared__ short memory[];
  __shared__ int best_scores[MAX_COLUMNS];
  __shared__ int best_rows[MAX_COLUMNS];

  const int column = threadIdx.x;
  const int width = blockDim.x;
  const Pair pair = pairs[blockIdx.x];
  const int rows = pair.rows;
  const int columns = pair.columns;

  short* h = memory;
  short* previous_h = h + width;
  short* older_h = previous_h + width;
  short* e = older_h + width;
  short* previous_e = e + width;
  short* f = previous_e + width;
  short* previous_f = f + width;
  char* row_sequence = reinterpret_cast<char*>(previous_f + width);
  char* column_sequence = row_sequence + rows;

  for (int i = column; i < rows; i += width)
    row_sequence[i] = row_letters[pair.first + i];
  if (column < columns)
    column_sequence[column] = column_letters[pair.first_column + column];
  clear(h, columns);
  clear(previous_h, columns);
  clear(older_h, columns);
  clear(e, columns);
  clear(previous_e, columns);
  clear(f, columns);
  clear(previous_f, columns);
  __syncthreads();

  int best = 0;
  int best_row = -1;
  for (int diagonal = 0; diagonal < rows + columns - 1; ++diagonal) {
    // What is the oldest becomes the next.
    short* free_h = older_h;
    older_h = previous_h;
    previous_h = h;
    h = free_h;
    short* free_e = previous_e;
    previous_e = e;
    e = free_e;
    short* free_f = previous_f;
    previous_f = f;
    f = free_f;
    clear(h, columns);
    clear(e, columns);
    clear(f, columns);
    __syncthreads();

    const int row = diagonal - column;
    if (column < columns && row >= 0 && row < rows) {
      int gap_f = 0;
      if (row > 0)
        gap_f = max(previous_f[column] + EXTEND_GAP, previous_h[column] + OPEN_GAP);
      int gap_e = 0;
      if (column > 0)
        gap_e =
            max(previous_e[column - 1] + EXTEND_GAP, previous_h[column - 1] + OPEN_GAP);
      int corner = 0;
      if (row > 0 && column > 0) corner = older_h[column - 1];
      corner += row_sequence[row] == column_sequence[column] ? MATCH : MISMATCH;

      const int score = max(max(corner, 0), max(gap_e, gap_f));
      h[column] = static_cast<short>(score);
      e[column] = static_cast<short>(gap_e);
      f[column] = static_cast<short>(gap_f);
      if (score > best) {
        best = score;
        best_row = row;
      }
    }
    __syncthreads();
  }

  // The best of all columns, the first of them if there are several.
  best_scores[column] = best;
  best_rows[column] = best_row;
  __syncthreads();
  if (column == 0) {
    int best_column = 0;
    for (int i = 1; i < columns; ++i)
      if (best_scores[i] > best_scores[best_column]) best_column = i;
    scores[blockIdx.x] = best_scores[best_column];
    end_rows[blockIdx.x] = best_rows[best_column];
    end_columns[blockIdx.x] = best_rows[best_column] < 0 ? -1 : best_column;
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

  const std::size_t shared = 7 * sizeof(short) * widest + longest + widest;
  align<<<count, widest, shared>>>(d_pairs, d_rows, d_columns, d_scores, d_end_rows,
                                   d_end_columns);
  CHECK(cudaGetLastError());

  std::vector<int> scores(count), end_rows(count), end_columns(count);
  download(scores, d_scores);
  download(end_rows, d_end_rows);
  download(end_columns, d_end_columns);
  long long total = 0;
  for (const int score : scores) total += score;
  std::printf("%d pairs: total score %lld, the first ends at %d, %d\n", count, total,
              end_rows[0], end_columns[0]);

  CHECK(cudaFree(d_pairs));
  CHECK(cudaFree(d_rows));
  CHECK(cudaFree(d_columns));
  CHECK(cudaFree(d_scores));
  CHECK(cudaFree(d_end_rows));
  CHECK(cudaFree(d_end_columns));
  return 0;
}
