#include "ui/model/variant_group.h"

#include <algorithm>

namespace gevo::ui {

VariantGroup::VariantGroup(const RunModel& run, const Selection& selection, QObject* parent)
    : QObject(parent), run_(run), selection_(selection) {
  connect(&run, &RunModel::wasReset, this, &VariantGroup::clear);
  // A variant beside the group that the user selects ends it; one of the group is only shown.
  connect(&selection, &Selection::variantChanged, this, [this](qint64 variant) {
    if (selection_.chosen() && !contains(variant)) clear();
  });
}

bool VariantGroup::contains(std::int64_t variant) const { return std::ranges::binary_search(*members_, variant); }

void VariantGroup::set(std::vector<std::int64_t> variants) {
  std::ranges::sort(variants);
  const auto [first, last] = std::ranges::unique(variants);
  variants.erase(first, last);
  std::erase_if(variants, [this](std::int64_t variant) { return !run_.variant(variant); });
  if (variants.size() == 1 && variants.front() == selection_.variant()) variants.clear();
  if (variants == *members_) return;
  members_ = std::make_shared<std::vector<std::int64_t>>(std::move(variants));
  emit changed();
}

void VariantGroup::add(const std::vector<std::int64_t>& variants) {
  std::vector<std::int64_t> all = *members_;
  all.insert(all.end(), variants.begin(), variants.end());
  set(std::move(all));
}

void VariantGroup::toggle(std::int64_t variant) {
  std::vector<std::int64_t> all = *members_;
  if (const auto found = std::ranges::find(all, variant); found != all.end()) {
    all.erase(found);
  } else {
    all.push_back(variant);
    if (all.size() == 1 && selection_.variant() >= 0) all.push_back(selection_.variant());
  }
  set(std::move(all));
}

} // namespace gevo::ui
