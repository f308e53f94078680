#pragma once

/// Random streams keyed by what they decide, never by thread or arrival order, so that the same seed gives the same run
/// whatever the number of workers.

#include <cstdint>
#include <span>
#include <utility>

namespace gevo {

enum class Purpose : std::uint32_t {
  InitialMutation = 1,
  Selection,
  Crossover,
  MutationChance,
  Mutation,
  Test,
  TestChoice,
  Parameter,
  Tuning
};

struct RandomKey {
  std::uint64_t seed = 0;
  std::uint32_t generation = 0;
  std::uint32_t individual = 0;
  std::uint32_t attempt = 0;
  Purpose purpose = Purpose::Test;
};

constexpr std::uint32_t enumerators(Purpose) { return std::uint32_t(Purpose::Tuning) + 1; }

template <class Archive> void fields(Archive& archive, RandomKey& key) {
  archive(key.seed, key.generation, key.individual, key.attempt, key.purpose);
}

/// xoshiro256** seeded from the key through splitmix64. The sequence is part of the file format: never change it.
class RandomStream {
public:
  explicit RandomStream(const RandomKey& key);

  std::uint64_t next();
  /// Uniform in [0, bound); bound > 0. Unbiased (rejection).
  std::uint64_t below(std::uint64_t bound);
  /// Uniform in [0, 1).
  double unit();
  bool chance(double probability) { return unit() < probability; }

  template <class T> void shuffle(std::span<T> values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

private:
  std::uint64_t state_[4];
};

} // namespace gevo
