#include "ui/model/variant_facts.h"

#include <algorithm>

namespace gevo::ui {

std::optional<std::size_t> VariantFacts::placeOf(std::int64_t variant) const {
  const auto found = std::ranges::lower_bound(ids, variant);
  if (found == ids.end() || *found != variant) return std::nullopt;
  return static_cast<std::size_t>(found - ids.begin());
}

std::span<const std::uint32_t> VariantFacts::editsOf(std::size_t place) const {
  const std::size_t begin = place == 0 ? 0 : ends[place - 1];
  return std::span(edits).subspan(begin, ends[place] - begin);
}

const std::string* VariantFacts::valueOf(const Configuration& configuration, const std::string& parameter) {
  const auto found = std::ranges::find(configuration, parameter, &ParameterValue::parameter);
  return found == configuration.end() ? nullptr : &found->value;
}

} // namespace gevo::ui
