#include "core/evolution/population.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gevo {

namespace {

Ranking rankBy(const std::vector<Member>& members, const Objectives& objectives) {
  std::vector<ObjectiveVector> points;
  for (const Member& member : members) points.push_back(pointOf(*member, objectives));
  return rankPoints(points);
}

bool isSimpler(const Member& a, const Member& b) {
  const std::size_t sizeA = activeEditCount(*a);
  const std::size_t sizeB = activeEditCount(*b);
  return sizeA != sizeB ? sizeA < sizeB : a->id < b->id;
}

std::vector<Member> withDistinctIds(std::vector<Member> members) {
  std::ranges::sort(members, {}, [](const Member& member) { return member->id; });
  const auto repeated = std::ranges::unique(members, {}, [](const Member& member) { return member->id; });
  members.erase(repeated.begin(), repeated.end());
  return members;
}

} // namespace

ObjectiveVector pointOf(const Individual& individual, const Objectives& objectives) {
  return objectives.of(individual.result.fitness, activeEditCount(individual));
}

Population rankPopulation(std::vector<Member> members, const Objectives& objectives) {
  Population population;
  population.members = std::move(members);
  for (const Member& member : population.members) population.sizes.push_back(activeEditCount(*member));
  population.ranking = rankBy(population.members, objectives);
  population.measured = objectives.countEdits() ? rankBy(population.members, objectives.withoutEdits()) : population.ranking;
  return population;
}

EditLengths editLengths(const Population& population) {
  if (population.sizes.empty()) return {};
  std::vector<std::size_t> sizes = population.sizes;
  std::ranges::sort(sizes);
  const double sum = std::accumulate(sizes.begin(), sizes.end(), 0.0);
  const std::size_t middle = sizes.size() / 2;
  const double median = sizes.size() % 2 == 1 ? double(sizes[middle]) : double(sizes[middle - 1] + sizes[middle]) / 2;
  return {sum / double(sizes.size()), median, std::uint32_t(sizes.back())};
}

std::vector<Member> bestOf(const Population& population, std::size_t count) {
  const std::size_t size = population.members.size();
  const std::vector<std::size_t> orders[] = {selectBest(population.rankingOf(0), population.sizes, size),
                                             selectBest(population.rankingOf(1), population.sizes, size)};
  std::vector<bool> isTaken(size, false);
  std::vector<Member> members;
  for (std::size_t place = 0; place < size; ++place)
    for (const std::vector<std::size_t>& order : orders) {
      const std::size_t index = order[place];
      if (members.size() == count) return members;
      if (isTaken[index]) continue;
      isTaken[index] = true;
      members.push_back(population.members[index]);
    }
  return members;
}

std::vector<Member> elitesOf(const Population& population, const SearchSettings& settings) {
  const auto share = static_cast<std::size_t>(std::floor(double(population.members.size()) * settings.eliteShare));
  const std::size_t count = settings.eliteCount > 0 ? settings.eliteCount : share;
  return bestOf(population, std::max<std::size_t>(1, count));
}

Population selectPopulation(const std::vector<Member>& candidates, std::size_t count, const Objectives& objectives) {
  std::vector<Member> distinct = withDistinctIds(candidates);
  std::ranges::sort(distinct, isSimpler);
  std::vector<Member> first;
  std::vector<Member> copies;
  KnownCodes codes;
  for (Member& member : distinct) {
    const Hash128& code = member->result.code;
    const bool isNew = code.isNull() || codes.insert(code).second;
    (isNew ? first : copies).push_back(std::move(member));
  }
  std::vector<Member> chosen = bestOf(rankPopulation(std::move(first), objectives), count);
  if (chosen.size() < count && !copies.empty()) {
    std::ranges::move(bestOf(rankPopulation(std::move(copies), objectives), count - chosen.size()), std::back_inserter(chosen));
    chosen = bestOf(rankPopulation(std::move(chosen), objectives), count);
  }
  Population population = rankPopulation(std::move(chosen), objectives);
  if (std::ranges::is_sorted(population.ranking.rank)) return population;
  std::vector<Member> sorted;
  for (const std::vector<std::size_t>& front : population.ranking.fronts)
    for (const std::size_t index : front) sorted.push_back(population.members[index]);
  return rankPopulation(std::move(sorted), objectives);
}

} // namespace gevo
