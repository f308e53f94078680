#pragma once

/// Names that a compiler numbers: %12, %rd4, %add7, $L__BB0_3, !7, #0. Two texts are compared as if the names of one were translated
/// into those of the other.

#include "core/diff/changed_spans.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace gevo {

/// Which names lose their numbers.
enum class Counted : std::uint8_t {
  All,
  OnlyNumbers, ///< names without letters: %12, !7, #0, the block 47
};

/// The line with numbered names replaced by their kind: "add.f32 %f3, %f1, %f2;" and "add.f32 %f9, %f4, %f2;" agree.
std::string withoutNumbers(std::string_view line, Counted counted = Counted::All);

/// Two lines in one row.
struct AlignedLines {
  std::string_view left;
  std::string_view right;
  /// They agree except for numbers. Otherwise they only show that both define the same value, changed.
  bool alike = true;
};

/// Maps names on the left to names on the right, one to one: to the name that most often has the same position, where definitions count
/// twice. A name without such evidence maps to itself, unless that is taken.
class NameTranslation {
public:
  explicit NameTranslation(std::span<const AlignedLines> aligned);

  /// Both lines with numbers by which translated names are equal.
  std::pair<TokenLine, TokenLine> tokenLines(std::string_view left, std::string_view right) const;

private:
  /// Empty if the name has no counterpart.
  std::string_view rightOf(std::string_view leftName) const;

  std::unordered_map<std::string_view, std::string_view> rightOfLeft_;
  std::unordered_set<std::string_view> taken_;
};

} // namespace gevo
