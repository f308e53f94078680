#pragma once

/// A CUDA source with changes: expressions replaced, statements removed or inserted. All offsets refer to the original text, in bytes; a
/// range that was changed can't be changed again.

#include "core/kernel/explain/cuda_tokens.h"
#include "core/values/variant_texts.h"

#include <cstdint>
#include <optional>

namespace gevo::ir {

class CudaText {
public:
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  /// The statement and the header around an offset.
  struct Position {
    Range statement;         ///< with its semicolon, without `if (…)` and the like before it
    bool controlled = false; ///< the only statement of an `if`, `else` or loop: braces are needed to add to it
    std::string header;      ///< "if", "while", "for", "switch" where the offset is in the parentheses of one
    Range condition;         ///< of that header; empty where there is none
    Range body;              ///< what that header controls
    std::size_t keyword = 0; ///< where that header begins
  };

  explicit CudaText(std::string text);

  /// Lines and columns count from 1. Nothing beyond the text.
  std::optional<std::size_t> offset(std::uint32_t line, std::uint32_t column) const;
  std::uint32_t line(std::size_t offset) const;
  std::string_view part(Range range) const { return std::string_view(text_).substr(range.begin, range.end - range.begin); }
  std::optional<Position> position(std::size_t offset) const;
  /// Where `expression` occurs in the range, compared token by token.
  std::vector<Range> occurrences(std::string_view expression, Range within) const;
  /// `name[…][…]` that begins at the offset; nothing else.
  Range subscripts(std::size_t offset) const;
  /// The token at the offset; empty between tokens.
  std::string_view token(std::size_t offset) const;

  // These return false where the range was changed before, or the change can't be written simply.
  bool replace(Range range, const std::string& text);
  /// As `replace`, with parentheses where neighbouring operators could bind tighter than those in `text`.
  bool replaceOperand(Range range, const std::string& text);
  bool remove(Range range) { return replace(range, {}); }
  bool insertBefore(const Position& position, const std::string& statement);

  bool changed() const { return !changes_.empty(); }
  /// The text with its changes. Per line, the line it was before (0 for a new one); `file` in sourceFile.
  MappedText result(std::int32_t file) const;

private:
  struct Change {
    Range range;
    std::string text;
  };

  std::string_view spelling(std::size_t token) const { return part({tokens_[token].begin, tokens_[token].end}); }
  std::size_t tokenAt(std::size_t offset) const;
  std::size_t statementBegin(std::size_t token) const;
  std::size_t statementEnd(std::size_t token) const;
  std::size_t outermost(std::size_t token) const;
  void enterHeader(Position& position, std::size_t keyword) const;
  bool free(Range range) const;

  std::string text_;
  std::vector<std::size_t> lines_; ///< offset of each line's beginning
  std::vector<CudaToken> tokens_;
  std::vector<std::size_t> partner_;   ///< per token: the bracket that closes or opens it, else itself
  std::vector<std::size_t> enclosing_; ///< per token: innermost `(` or `[` around it, else the number of tokens
  std::vector<Change> changes_;
};

} // namespace gevo::ir
