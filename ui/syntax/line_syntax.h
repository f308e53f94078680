#pragma once

/// Colouring of code, by KSyntaxHighlighting where the build found it.

#include <QDeadlineTimer>
#include <QStringList>
#include <cstdint>
#include <memory>
#include <vector>

namespace gevo::ui {

enum class TokenKind : std::uint8_t { Text, Keyword, Type, Function, Variable, Number, String, Comment, Preprocessor, Label };

/// UTF-16 units of a line.
struct Token {
  int start = 0;
  int length = 0;
  TokenKind kind = TokenKind::Text;
};

bool syntaxHighlightingAvailable();

/// Tokens of one document's lines. What a line means depends on those before it, so lines are read in order, as far as
/// they are needed.
class LineSyntax {
public:
  virtual ~LineSyntax() = default;

  /// Reads on until `line` is known or the time is over; true when it is known.
  virtual bool prepare(int line, QDeadlineTimer deadline) = 0;
  /// Only for lines that `prepare` said are known. Plain text is left out.
  virtual const std::vector<Token>& tokens(int line) const = 0;
};

/// `syntax` as in DiffDocument. Null where there is nothing to colour with.
std::unique_ptr<LineSyntax> makeLineSyntax(const QString& syntax, const QStringList& lines);

} // namespace gevo::ui
