#include "core/search/random.h"

#include <bit>

namespace gevo {

namespace {

std::uint64_t splitmix(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

} // namespace

RandomStream::RandomStream(const RandomKey& key) {
  std::uint64_t state = key.seed;
  const std::uint64_t parts[] = {key.generation, key.individual, key.attempt, static_cast<std::uint64_t>(key.purpose)};
  for (const std::uint64_t part : parts) state = splitmix(state) ^ part;
  for (std::uint64_t& word : state_) word = splitmix(state);
}

std::uint64_t RandomStream::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t RandomStream::below(std::uint64_t bound) {
  const std::uint64_t threshold = (0 - bound) % bound;
  std::uint64_t value = next();
  while (value < threshold) value = next();
  return value % bound;
}

double RandomStream::unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

} // namespace gevo
