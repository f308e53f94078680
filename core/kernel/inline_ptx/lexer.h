#pragma once

/// Tokens of inline PTX assembly in LLVM's form: "$0" is an operand of the block, "$$" a dollar sign.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gevo::ir::assembly {

enum class TokenKind : std::uint8_t {
  Name,     ///< with its parts after dots and double colons: "ld.global.L2::128B", "%tid.x", ".reg"
  Argument, ///< $0 or ${0}; `number` is the index
  Integer,  ///< `number`
  Float,    ///< `number` holds the bits of a double
  Mark,     ///< one character
  Unknown,  ///< not PTX, or a number that is too long
  End
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;
  std::uint64_t number = 0;
  std::size_t begin = 0; ///< in the text
  bool is(char mark) const { return kind == TokenKind::Mark && text.front() == mark; }
};

/// The last token is End. Accepts any text.
std::vector<Token> tokensOf(std::string_view text);

} // namespace gevo::ir::assembly
