#include "core/evolution/timings.h"

#include <algorithm>

namespace gevo {

void Timings::add(const Hash128& code, const Fitness& fitness) {
  Samples& samples = codes_[code];
  samples.runtimes.insert(std::ranges::upper_bound(samples.runtimes, fitness.runtime), fitness.runtime);
  samples.error = std::max(samples.error, fitness.error);
}

void Timings::raiseError(const Hash128& code, double error) {
  const auto known = codes_.find(code);
  if (known != codes_.end()) known->second.error = std::max(known->second.error, error);
}

void Timings::addEnergy(const Hash128& code, double energy, std::uint32_t pairs) {
  Samples& samples = codes_[code];
  samples.energy = energy;
  samples.energyPairs = pairs;
}

std::uint32_t Timings::energyPairs(const Hash128& code) const {
  const auto found = codes_.find(code);
  return found == codes_.end() ? 0 : found->second.energyPairs;
}

std::size_t Timings::count(const Hash128& code) const {
  const auto found = codes_.find(code);
  return found == codes_.end() ? 0 : found->second.runtimes.size();
}

Fitness Timings::fitness(const Hash128& code) const {
  const Samples& samples = codes_.at(code);
  const std::vector<double>& runtimes = samples.runtimes;
  const std::size_t middle = runtimes.size() / 2;
  const double median = runtimes.size() % 2 == 1 ? runtimes[middle] : (runtimes[middle - 1] + runtimes[middle]) / 2;
  return {median, samples.error, samples.energy};
}

} // namespace gevo
