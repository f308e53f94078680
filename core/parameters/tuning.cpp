#include "core/parameters/tuning.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <span>

namespace gevo {

namespace {

/// A parameter whose change failed so often where the same without it passes is not a tuning parameter: a problem size, for example.
constexpr std::size_t failuresAllowed = 2;
/// The best configurations whose neighbourhoods are searched.
constexpr std::size_t startingPoints = 3;
/// Choices of values, whether or not they meet the requirements, that are looked through for the few that may.
constexpr std::uint64_t mostListed = 100'000;

/// Names of parameters whose every change failed.
std::set<std::string> uselessParameters(const std::vector<TriedConfiguration>& known) {
  std::set<Configuration> valid;
  std::set<std::string> useful;
  for (const TriedConfiguration& one : known) {
    if (!one.valid) continue;
    valid.insert(one.configuration);
    for (const ParameterValue& setting : one.configuration) useful.insert(setting.parameter);
  }
  std::map<std::string, std::size_t> failures;
  for (const TriedConfiguration& one : known) {
    for (std::size_t i = 0; !one.valid && i < one.configuration.size(); ++i) {
      Configuration without = one.configuration;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      if (valid.contains(without)) ++failures[one.configuration[i].parameter];
    }
  }
  std::set<std::string> useless;
  for (const auto& [name, count] : failures)
    if (count >= failuresAllowed && !useful.contains(name)) useless.insert(name);
  return useless;
}

class Batch {
public:
  Batch(const ParameterMoves& moves, const std::vector<TriedConfiguration>& known, std::size_t count)
      : moves_(moves), useless_(uselessParameters(known)), count_(count) {
    for (const TriedConfiguration& one : known) seen_.insert(one.configuration);
  }

  bool isFull() const { return chosen_.size() >= count_; }
  void add(const Configuration& configuration) {
    const bool isUseless =
        std::ranges::any_of(configuration, [&](const ParameterValue& setting) { return useless_.contains(setting.parameter); });
    if (!isFull() && !isUseless && seen_.insert(configuration).second) chosen_.push_back(configuration);
  }
  void addNeighbours(const Configuration& configuration) {
    for (const Configuration& one : moves_.neighbours(configuration)) add(one);
  }
  std::vector<Configuration> take() { return std::move(chosen_); }

private:
  const ParameterMoves& moves_;
  std::set<std::string> useless_;
  std::size_t count_;
  std::set<Configuration> seen_;
  std::vector<Configuration> chosen_;
};

/// Where large steps lead: the best may be far from the program's own.
void survey(const ParameterMoves& moves, Batch& batch, std::size_t count, RandomStream& stream) {
  const std::vector<Configuration> extremes = moves.extremes();
  for (std::size_t i = 0; i < std::min(extremes.size(), count / 3); ++i) batch.add(extremes[i]);
  for (std::size_t draw = 0; draw < 8 * count && !batch.isFull(); ++draw) batch.add(moves.drawn(stream));
}

} // namespace

std::vector<Configuration> nextConfigurations(const ParameterMoves& moves, const std::vector<TriedConfiguration>& known, std::size_t count,
                                              RandomStream& stream) {
  Batch batch(moves, known, count);
  if (known.size() == 1 && known.front().configuration.empty()) survey(moves, batch, count, stream);
  std::vector<TriedConfiguration> best;
  std::ranges::copy_if(known, std::back_inserter(best), &TriedConfiguration::valid);
  std::ranges::stable_sort(best, {}, &TriedConfiguration::runtime);
  if (best.size() > startingPoints) best.resize(startingPoints);
  for (const TriedConfiguration& start : best) {
    if (!batch.isFull()) batch.addNeighbours(start.configuration);
  }
  if (batch.isFull()) return batch.take();
  const std::vector<Configuration> all = moves.size() <= mostListed ? moves.all(fewConfigurations + 1) : std::vector<Configuration>();
  if (!all.empty() && all.size() <= fewConfigurations) {
    for (const Configuration& configuration : all) batch.add(configuration);
  } else if (!best.empty()) { // two steps at once, where each alone is worse
    std::vector<Configuration> steps = moves.neighbours(best.front().configuration);
    stream.shuffle(std::span<Configuration>(steps));
    for (const Configuration& step : steps) {
      if (batch.isFull()) break;
      batch.add(moves.mutated(step, stream));
    }
  }
  return batch.take();
}

} // namespace gevo
