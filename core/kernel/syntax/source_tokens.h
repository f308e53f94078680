#pragma once

/// The tokens of a source, for what cursors don't tell: launch configurations, sizes of arrays, replacement lists of macros.

#include "core/kernel/syntax/translation_unit.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gevo::program {

struct SourceToken {
  CXTokenKind kind = CXToken_Punctuation;
  std::uint32_t begin = 0; ///< in the source's text
  std::uint32_t end = 0;
  std::string text;
};

/// Without comments; those of branches that the preprocessor leaves out too. Indices that are out of range are an empty token.
class SourceTokens {
public:
  SourceTokens() = default;
  SourceTokens(CXTranslationUnit unit, CXFile file);

  std::size_t size() const { return tokens_.size(); }
  const SourceToken& operator[](std::size_t index) const;
  /// The index of the first that begins there or later.
  std::size_t at(std::uint32_t offset) const;
  bool is(std::size_t index, std::string_view text) const { return (*this)[index].text == text; }
  /// Behind the bracket that closes the one at the index; size() without one.
  std::size_t behindBracket(std::size_t index) const;
  /// From the index on, the first at which one of these stands outside of brackets, or a bracket closes that was open before.
  std::size_t findOutside(std::size_t index, std::initializer_list<std::string_view> texts) const;

private:
  std::vector<SourceToken> tokens_;
};

/// Of an integer literal that is not negative.
struct IntegerLiteral {
  std::uint64_t value = 0;
  std::uint32_t begin = 0; ///< of its digits with their prefix, in the source's text
  std::uint32_t end = 0;   ///< without the suffix
};
/// None for other tokens, and where the value doesn't fit.
std::optional<IntegerLiteral> integerLiteral(const SourceToken& token);
/// Also within parentheses or braces; they must end before the index `end`.
std::optional<IntegerLiteral> integerLiteral(const SourceTokens& tokens, std::size_t begin, std::size_t end);

} // namespace gevo::program
