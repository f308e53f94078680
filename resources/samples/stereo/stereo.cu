// Stereo disparity: by how many columns each pixel of the left image is shifted in the
// right one, by the smallest sum of squared differences of the windows around them.
//
//   stereo WIDTH HEIGHT SHIFTS SEED
//
// A block has a tile of BLOCK_W x ROWS_PER_THREAD pixels, a thread for each column, and
// tries one shift after the other. The threads keep the sums of their columns in shared
// memory; ten of them those of the columns on the right of the tile too. Going down a
// row, a thread takes away what leaves its column's window and adds what enters it, and
// sums eleven columns up for its pixel. The best shifts so far are in global memory.
// Images are textures: what lies outside is the border's colour.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define BLOCK_W 64
#define ROWS_PER_THREAD 40
#define RADIUS 5
#define NO_MATCH 500000 // sums from this on

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

// The squared difference of the left image at (x, y) and the right one at (x - d, y).
// Pixels are read at their centres, as shares of 255.
__device__ int squared_difference(cudaTextureObject_t left, cudaTextureObject_t right,
                                  float x, float y, float d) {
  const int difference = __float2int_rn(
      255.0f * (tex2D<float>(left, x, y) - tex2D<float>(right, x - d, y)));
  return difference * difference;
}

// disparity[y * pitch + x] becomes 0 to shifts - 1, or -1 where nothing matches; pitch
// counts elements.
__global__ void match(cudaTextureObject_t left, cudaTextureObject_t right,
                      float* disparity, int* least, int width, int height, int pitch,
                      int shifts) {
  __shared__ int column_sums[BLOCK_W + 2 * RADIUS];

  const int thread = threadIdx.x;
  const int x = blockIdx.x * BLOCK_W + thread;
  const int top = blockIdx.y * ROWS_PER_THREAD;
  const int extra = thread < 2 * RADIUS ? BLOCK_W : 0;

  if (x < width) {
    for (int row = 0; row < ROWS_PER_THREAD && top + row < height; ++row) {
      disparity[(top + row) * pitch + x] = -1.0f;
      least[(top + row) * pitch + x] = NO_MATCH;
    }
  }
  __syncthreads();

  const float x_tex = x - RADIUS + 0.5f;
  for (float d = 0; d < shifts; d += 1.0f) {
    // The first row: whole windows.
    column_sums[thread] = 0;
    float y_tex = top - RADIUS + 0.5f;
    for (int i = 0; i <= 2 * RADIUS; ++i) {
      column_sums[thread] += squared_difference(left, right, x_tex, y_tex, d);
      y_tex += 1.0f;
    }
    if (extra > 0) {
      column_sums[thread + extra] = 0;
      y_tex = top - RADIUS + 0.5f;
      for (int i = 0; i <= 2 * RADIUS; ++i) {
        column_sums[thread + extra] +=
            squared_difference(left, right, x_tex + extra, y_tex, d);
        y_tex += 1.0f;
      }
    }
    __syncthreads();

    if (x < width && top < height) {
      int sum = 0;
      for (int i = 0; i <= 2 * RADIUS; ++i) sum += column_sums[thread + i];
      if (sum < least[top * pitch + x]) {
        least[top * pitch + x] = sum;
        disparity[top * pitch + x] = d;
      }
    }
    __syncthreads();

    // The other rows: what leaves and what enters.
    y_tex = top - RADIUS + 0.5f;
    for (int row = 1; row < ROWS_PER_THREAD && top + row < height + RADIUS; ++row) {
      column_sums[thread] -= squared_difference(left, right, x_tex, y_tex, d);
      column_sums[thread] +=
          squared_difference(left, right, x_tex, y_tex + (2 * RADIUS + 1), d);
      if (extra > 0) {
        column_sums[thread + extra] -=
            squared_difference(left, right, x_tex + extra, y_tex, d);
        column_sums[thread + extra] +=
            squared_difference(left, right, x_tex + extra, y_tex + (2 * RADIUS + 1), d);
      }
      y_tex += 1.0f;
      __syncthreads();

      if (x < width && top + row < height) {
        int sum = 0;
        for (int i = 0; i <= 2 * RADIUS; ++i) sum += column_sums[thread + i];
        if (sum < least[(top + row) * pitch + x]) {
          least[(top + row) * pitch + x] = sum;
          disparity[(top + row) * pitch + x] = d;
        }
      }
      __syncthreads();
    }
  }
}

// A small generator of our own, so that inputs are the same everywhere.
static unsigned draw(std::uint64_t& state) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<unsigned>(state >> 33);
}

struct Image {
  cudaArray_t array;
  cudaTextureObject_t texture;
};

static Image upload(const std::vector<unsigned char>& pixels, int width, int height) {
  Image image{};
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
  CHECK(cudaMallocArray(&image.array, &format, width, height));
  CHECK(cudaMemcpy2DToArray(image.array, 0, 0, pixels.data(), width, width, height,
                            cudaMemcpyHostToDevice));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = image.array;
  cudaTextureDesc reading{};
  reading.addressMode[0] = cudaAddressModeClamp;
  reading.addressMode[1] = cudaAddressModeClamp;
  reading.filterMode = cudaFilterModeLinear;
  reading.readMode = cudaReadModeNormalizedFloat;
  CHECK(cudaCreateTextureObject(&image.texture, &resource, &reading, nullptr));
  return image;
}

static void release(Image& image) {
  CHECK(cudaDestroyTextureObject(image.texture));
  CHECK(cudaFreeArray(image.array));
}

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: %s WIDTH HEIGHT SHIFTS SEED\n", argv[0]);
    return 2;
  }
  const int width = std::atoi(argv[1]);
  const int height = std::atoi(argv[2]);
  const int shifts = std::atoi(argv[3]);
  std::uint64_t state = std::strtoull(argv[4], nullptr, 10);
  if (width < 1 || height < 1 || shifts < 1 || width > 4096 || height > 4096 ||
      shifts > 256) {
    std::fprintf(stderr, "%s: WIDTH and HEIGHT must be 1 to 4096, SHIFTS 1 to 256\n",
                 argv[0]);
    return 2;
  }

  // The right image is a texture of 2 x 2 spots. The left one shows it shifted, by
  // another distance in each of its patches, with a little noise. One patch in three is
  // far away, and one in five shows something else.
  const auto clamped = [](int value, int low, int high) {
    return std::min(std::max(value, low), high);
  };
  const int patch = 16;
  const int patches = (width + patch - 1) / patch;
  const int spots = (width + 1) / 2;
  std::vector<unsigned char> spot(static_cast<std::size_t>(spots) * ((height + 1) / 2));
  for (unsigned char& value : spot) value = static_cast<unsigned char>(draw(state));
  std::vector<int> shift(static_cast<std::size_t>(patches) *
                         ((height + patch - 1) / patch));
  for (int& distance : shift) {
    const unsigned kind = draw(state) % 15;
    distance = kind < 3 ? -1 : kind < 8 ? 0 : static_cast<int>(draw(state) % shifts);
  }

  std::vector<unsigned char> left(static_cast<std::size_t>(width) * height);
  std::vector<unsigned char> right(left.size());
  const auto at = [&](int x, int y) {
    return spot[static_cast<std::size_t>(y / 2) * spots + clamped(x, 0, width - 1) / 2];
  };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const std::size_t pixel = static_cast<std::size_t>(y) * width + x;
      const int distance =
          shift[static_cast<std::size_t>(y / patch) * patches + x / patch];
      const int noise = static_cast<int>(draw(state) % 9) - 4;
      right[pixel] = at(x, y);
      left[pixel] = static_cast<unsigned char>(
          distance < 0 ? draw(state) : clamped(at(x - distance, y) + noise, 0, 255));
    }
  }

  Image d_left = upload(left, width, height);
  Image d_right = upload(right, width, height);
  const std::size_t pixels = left.size();
  float* d_disparity = nullptr;
  int* d_least = nullptr;
  CHECK(cudaMalloc(&d_disparity, pixels * sizeof(float)));
  CHECK(cudaMalloc(&d_least, pixels * sizeof(int)));

  const dim3 grid((width + BLOCK_W - 1) / BLOCK_W,
                  (height + ROWS_PER_THREAD - 1) / ROWS_PER_THREAD);
  match<<<grid, BLOCK_W>>>(d_left.texture, d_right.texture, d_disparity, d_least, width,
                           height, width, shifts);
  CHECK(cudaGetLastError());

  std::vector<float> disparity(pixels);
  CHECK(cudaMemcpy(disparity.data(), d_disparity, pixels * sizeof(float),
                   cudaMemcpyDeviceToHost));
  std::size_t matched = 0;
  double sum = 0;
  for (const float d : disparity) {
    if (d < 0) continue;
    ++matched;
    sum += d;
  }
  std::printf("%d x %d: %zu pixels match, shifted by %.3f on average\n", width, height,
              matched, matched > 0 ? sum / static_cast<double>(matched) : 0.0);

  release(d_left);
  release(d_right);
  CHECK(cudaFree(d_disparity));
  CHECK(cudaFree(d_least));
  return 0;
}
