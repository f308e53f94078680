#include "core/evolution/found_variants.h"

#include <algorithm>

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

std::vector<std::int64_t> FoundVariants::reject(const Hash128& code) {
  std::vector<std::int64_t> ids;
  for (const FoundVariant& variant : all_)
    if (variant.code == code) ids.push_back(variant.id);
  std::erase_if(all_, [&](const FoundVariant& variant) { return variant.code == code; });
  isStale_ = isStale_ || !ids.empty();
  return ids;
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

} // namespace gevo
