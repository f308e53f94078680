#include "core/values/trial.h"

#include "core/values/individual.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace gevo {

std::vector<std::uint32_t> editNumbers(const FailureCause& cause) {
  std::vector<std::uint32_t> numbers;
  for (const std::uint32_t place : cause.edits) numbers.push_back(place + 1);
  std::ranges::sort(numbers);
  return numbers;
}

std::string causeText(const FailureCause& cause) {
  const std::vector<std::uint32_t> numbers = editNumbers(cause);
  if (numbers.empty()) return fmt::format("the parameters of variant {}", variantName(cause.variant));
  return fmt::format("{} {} of variant {}", numbers.size() == 1 ? "edit" : "edits", fmt::join(numbers, ", "), variantName(cause.variant));
}

} // namespace gevo
