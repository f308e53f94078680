// Mixes tracks of 16-bit sound into one and measures how loud it is in regions of it.
//
//   traps TRACKS FRAMES REGIONS GRID LEVEL SEED
//
// TRACKS tracks of FRAMES samples are noise whose peaks are at LEVEL percent of what a
// track may have; each is amplified and clipped. REGIONS regions begin and end at
// multiples of GRID frames, as an editor snaps them to its grid; now and then one of
// them is empty. Two samples at a time are read where both are in one word.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define BLOCK 128
#define PEAK 27000
#define SILENCE 32

#define CHECK(call)                                                                    \
  do {                                                                                 \
    const cudaError_t status = (call);                                                 \
    if (status != cudaSuccess) {                                                       \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,               \
                   cudaGetErrorString(status));                                        \
      std::exit(1);                                                                    \
    }                                                                                  \
  } while (0)

struct Region {
  int begin;
  int end; // the frame behind the last one
};

// A frame for each thread. gains[] are in 256ths.
__global__ void mix(const std::int16_t* __restrict__ samples,
                    const int* __restrict__ gains, std::int16_t* __restrict__ mixed,
                    int tracks, int frames) {
  const int frame = blockIdx.x * BLOCK + threadIdx.x;
  if (frame >= frames) return;
  int sum = 0;
  for (int track = 0; track < tracks; ++track) {
    const int amplified = samples[track * frames + frame] * gains[track] >> 8;
    sum += min(max(amplified, -32768), 32767);
  }
  mixed[frame] = static_cast<std::int16_t>(sum / tracks);
}

// A region for each thread: the mean magnitude of its samples that are not silent, 0 if
// there are none.
__global__ void loudness(const std::int16_t* __restrict__ mixed,
                         const Region* __restrict__ regions, int* __restrict__ means,
                         int count) {
  const int index = blockIdx.x * BLOCK + threadIdx.x;
  if (index >= count) return;
  const Region region = regions[index];
  int sum = 0;
  int heard = 0;
  const auto hear = [&](int sample) {
    if (abs(sample) <= SILENCE) return;
    sum += abs(sample);
    ++heard;
  };
  int frame = region.begin;
  if (frame % 2 != 0 && frame < region.end) hear(mixed[frame++]);
  for (; frame + 1 < region.end; frame += 2) {
    const int pair = *reinterpret_cast<const int*>(mixed + frame);
    hear(static_cast<std::int16_t>(pair));
    hear(pair >> 16);
  }
  if (frame < region.end) hear(mixed[frame]);
  means[index] = heard > 0 ? sum / heard : 0;
}

// A small generator of our own, so that inputs are the same everywhere.
static int draw(std::uint64_t& state, int count) {
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<int>((state >> 33) % count);
}

// Few samples come near the loudest.
static std::int16_t noise(std::uint64_t& state, int loudest) {
  int sum = 0;
  for (int i = 0; i < 4; ++i) sum += draw(state, loudest / 2 + 1) - loudest / 4;
  return static_cast<std::int16_t>(sum);
}

int main(int argc, char** argv) {
  if (argc != 7) {
    std::fprintf(stderr, "usage: %s TRACKS FRAMES REGIONS GRID LEVEL SEED\n", argv[0]);
    return 2;
  }
  const int tracks = std::atoi(argv[1]);
  const int frames = std::atoi(argv[2]);
  const int regions = std::atoi(argv[3]);
  const int grid = std::atoi(argv[4]);
  const int level = std::atoi(argv[5]);
  std::uint64_t state = std::strtoull(argv[6], nullptr, 10);
  if (tracks < 1 || frames < 1 || regions < 1 || grid < 1 || level < 1 || level > 100 ||
      static_cast<long long>(tracks) * frames > (1 << 28)) {
    std::fprintf(stderr,
                 "%s: TRACKS, FRAMES, REGIONS and GRID must be positive, TRACKS x "
                 "FRAMES at most 2^28, LEVEL from 1 to 100\n",
                 argv[0]);
    return 2;
  }

  const int loudest = PEAK * level / 100;
  std::vector<std::int16_t> samples(static_cast<std::size_t>(tracks) * frames);
  for (std::int16_t& sample : samples) sample = noise(state, loudest);
  std::vector<int> gains(tracks); // from 1 to 2
  for (int& gain : gains) gain = 256 + draw(state, 257);

  std::vector<Region> cuts(regions);
  for (Region& cut : cuts) {
    cut.begin = draw(state, (frames + grid - 1) / grid) * grid;
    const int length = draw(state, 1000) == 0 ? 0 : grid * (1 + draw(state, 4));
    cut.end = std::min(cut.begin + length, frames);
  }

  std::int16_t *d_samples = nullptr, *d_mixed = nullptr;
  int *d_gains = nullptr, *d_means = nullptr;
  Region* d_regions = nullptr;
  CHECK(cudaMalloc(&d_samples, samples.size() * sizeof(std::int16_t)));
  CHECK(cudaMalloc(&d_gains, tracks * sizeof(int)));
  CHECK(cudaMalloc(&d_mixed, frames * sizeof(std::int16_t)));
  CHECK(cudaMalloc(&d_regions, regions * sizeof(Region)));
  CHECK(cudaMalloc(&d_means, regions * sizeof(int)));
  CHECK(cudaMemcpy(d_samples, samples.data(), samples.size() * sizeof(std::int16_t),
                   cudaMemcpyHostToDevice));
  CHECK(
      cudaMemcpy(d_gains, gains.data(), tracks * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(d_regions, cuts.data(), regions * sizeof(Region),
                   cudaMemcpyHostToDevice));

  mix<<<(frames + BLOCK - 1) / BLOCK, BLOCK>>>(d_samples, d_gains, d_mixed, tracks,
                                               frames);
  CHECK(cudaGetLastError());
  loudness<<<(regions + BLOCK - 1) / BLOCK, BLOCK>>>(d_mixed, d_regions, d_means,
                                                     regions);
  CHECK(cudaGetLastError());

  std::vector<std::int16_t> mixed(frames);
  std::vector<int> means(regions);
  CHECK(cudaMemcpy(mixed.data(), d_mixed, frames * sizeof(std::int16_t),
                   cudaMemcpyDeviceToHost));
  CHECK(
      cudaMemcpy(means.data(), d_means, regions * sizeof(int), cudaMemcpyDeviceToHost));

  long long total = 0;
  for (const std::int16_t sample : mixed) total += std::abs(sample);
  std::printf("%d tracks of %d frames: mean %lld, loudest region %d\n", tracks, frames,
              total / frames, *std::max_element(means.begin(), means.end()));

  CHECK(cudaFree(d_samples));
  CHECK(cudaFree(d_gains));
  CHECK(cudaFree(d_mixed));
  CHECK(cudaFree(d_regions));
  CHECK(cudaFree(d_means));
  return 0;
}
