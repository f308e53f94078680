#pragma once

/// A table to fit: z = 3 x y - 5.

#include "core/search/random.h"
#include "core/tmbl/regression/table.h"

#include <memory>

namespace gevo::ui {

inline std::shared_ptr<const tmbl::DataTable> someTable(int rows = 80) {
  tmbl::DataTable table{{"x", "y", "z"}, {{}, {}, {}}};
  RandomStream stream({.seed = 9});
  for (int i = 0; i < rows; ++i) {
    const auto x = static_cast<float>(4 * stream.unit() - 2);
    const auto y = static_cast<float>(1 + stream.unit());
    table.values[0].push_back(x);
    table.values[1].push_back(y);
    table.values[2].push_back(3 * x * y - 5);
  }
  return std::make_shared<const tmbl::DataTable>(std::move(table));
}

} // namespace gevo::ui
