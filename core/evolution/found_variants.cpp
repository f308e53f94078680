#include "core/evolution/found_variants.h"

#include <algorithm>
#include <limits>

namespace gevo {

namespace {

void addPoint(ParetoArchive<std::int64_t>& front, const FoundVariant& variant) {
  const std::array point{variant.fitness.runtime, variant.fitness.error};
  front.add(point, variant.id);
}

} // namespace

void FoundVariants::add(const FoundVariant& variant) {
  all_.push_back(variant);
  if (!isStale_) addPoint(front_, variant);
}

std::vector<FoundVariant> FoundVariants::reject(const std::set<Hash128>& codes) {
  const auto rejected = std::ranges::stable_partition(all_, [&](const FoundVariant& variant) { return !codes.contains(variant.code); });
  std::vector<FoundVariant> left(rejected.begin(), rejected.end());
  all_.erase(rejected.begin(), rejected.end());
  isStale_ = isStale_ || !left.empty();
  return left;
}

std::vector<FitnessUpdate> FoundVariants::raiseError(const Hash128& code, double error) {
  std::vector<FitnessUpdate> raised;
  for (FoundVariant& variant : all_) {
    if (variant.code != code || variant.fitness.error >= error) continue;
    variant.fitness.error = error;
    raised.push_back({variant.id, variant.fitness});
  }
  isStale_ = isStale_ || !raised.empty();
  return raised;
}

std::vector<FoundVariant> FoundVariants::front() {
  if (std::exchange(isStale_, false)) {
    front_ = {};
    for (const FoundVariant& variant : all_) addPoint(front_, variant);
  }
  std::vector<FoundVariant> front;
  for (const auto& [point, id] : front_.members()) front.push_back(*std::ranges::lower_bound(all_, id, {}, &FoundVariant::id));
  return front;
}

Result<std::set<Hash128>> FoundVariants::wrongOnFront(const std::function<Result<bool>(const FoundVariant&)>& isWrong) {
  std::set<Hash128> wrong;
  for (const FoundVariant& leading : front()) {
    GEVO_TRY_ASSIGN(const bool leaves, isWrong(leading));
    if (leaves) wrong.insert(leading.code);
  }
  if (wrong.empty()) return wrong;
  std::vector<const FoundVariant*> byRuntime;
  for (const FoundVariant& variant : all_) byRuntime.push_back(&variant);
  std::ranges::stable_sort(byRuntime, {}, [](const FoundVariant* one) { return std::pair(one->fitness.runtime, one->fitness.error); });
  double best = std::numeric_limits<double>::infinity();
  for (const FoundVariant* variant : byRuntime) {
    if (variant->fitness.error >= best || wrong.contains(variant->code)) continue;
    GEVO_TRY_ASSIGN(const bool leaves, isWrong(*variant));
    if (leaves)
      wrong.insert(variant->code);
    else
      best = variant->fitness.error;
  }
  return wrong;
}

} // namespace gevo
