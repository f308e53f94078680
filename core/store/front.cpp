#include "core/store/front.h"

#include <algorithm>
#include <tuple>

namespace gevo {

std::vector<VariantRow> paretoFront(std::vector<VariantRow> rows) {
  const auto key = [](const VariantRow& row) { return std::tuple(row.runtime, row.error, row.edits - row.inactive, row.id); };
  std::ranges::sort(rows, {}, key);
  std::vector<VariantRow> front;
  for (const VariantRow& row : rows) {
    if (front.empty() || row.error < front.back().error) front.push_back(row);
  }
  return front;
}

} // namespace gevo
