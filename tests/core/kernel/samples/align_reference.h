#pragma once

/// Smith-Waterman with affine gaps in plain C++, from the recurrence over the whole matrix.

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace gevo::reference {

/// A pair of a batch, as the samples upload it.
struct AlignPair {
  int first = 0;
  int rows = 0;
  int firstColumn = 0;
  int columns = 0;
};

/// Best score and the 0-based position of its last letters: of equal scores the first column, then the first row.
struct Alignment {
  int score = 0;
  int row = -1;
  int column = -1;
};

/// Best of the alignments of `rows` and `columns`: local ones, or (`whole`) the one of all letters.
inline Alignment align(const std::string& rows, const std::string& columns, bool whole) {
  constexpr int never = -1000000;
  const std::size_t width = columns.size() + 1;
  const std::size_t cells = (rows.size() + 1) * width;
  std::vector<int> best(cells, whole ? never : 0);
  std::vector<int> acrossGap(cells, never);
  std::vector<int> downGap(cells, never);
  best[0] = 0;
  for (std::size_t i = 0; i <= rows.size(); ++i) {
    for (std::size_t j = 0; j <= columns.size(); ++j) {
      const std::size_t cell = i * width + j;
      if (j > 0) acrossGap[cell] = std::max(acrossGap[cell - 1] - 1, best[cell - 1] - 6);
      if (i > 0) downGap[cell] = std::max(downGap[cell - width] - 1, best[cell - width] - 6);
      best[cell] = std::max({best[cell], acrossGap[cell], downGap[cell]});
      if (i > 0 && j > 0) best[cell] = std::max(best[cell], best[cell - width - 1] + (rows[i - 1] == columns[j - 1] ? 3 : -3));
    }
  }
  if (whole) return {best.back(), static_cast<int>(rows.size()) - 1, static_cast<int>(columns.size()) - 1};
  Alignment found;
  for (std::size_t j = 1; j < width; ++j)
    for (std::size_t i = 1; i <= rows.size(); ++i)
      if (best[i * width + j] > found.score) found = {best[i * width + j], static_cast<int>(i) - 1, static_cast<int>(j) - 1};
  return found;
}

} // namespace gevo::reference
