#pragma once

/// Side-by-side differences: equal, removed, added and changed rows, with the changed tokens within a changed row.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gevo {

enum class RowKind : std::uint8_t { Equal, Removed, Added, Changed };

/// Half-open range of bytes within a line.
struct TextSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// One row of the two panes; a side without a line is a filler. Line numbers count from 0, -1 for none.
struct DiffRow {
  RowKind kind = RowKind::Equal;
  std::int32_t left = -1;
  std::int32_t right = -1;
  std::vector<TextSpan> leftChanged;
  std::vector<TextSpan> rightChanged;
};

std::vector<std::string_view> splitLines(std::string_view text);

/// How lines are compared. Compilers number names, so that an added or removed instruction renames all that follow. Such names are
/// translated before the comparison, so equal rows may differ in them.
enum class Comparison : std::uint8_t {
  Text,
  Values,    ///< LLVM IR: numbered values, blocks, metadata and attribute groups; named values where they are numbered apart
  Registers, ///< PTX: registers and labels
};

/// Both sides have the same number of rows, so that they scroll together. Uses dtl.
std::vector<DiffRow> diffLines(const std::vector<std::string_view>& left, const std::vector<std::string_view>& right,
                               Comparison comparison = Comparison::Text);

} // namespace gevo
