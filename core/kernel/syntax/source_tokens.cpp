#include "core/kernel/syntax/source_tokens.h"

#include <algorithm>
#include <charconv>

namespace gevo::program {

namespace {

std::uint32_t offsetOf(CXSourceLocation location) {
  std::uint32_t offset = 0;
  clang_getFileLocation(location, nullptr, nullptr, nullptr, &offset);
  return offset;
}

bool opens(std::string_view text) { return text == "(" || text == "[" || text == "{"; }
bool closes(std::string_view text) { return text == ")" || text == "]" || text == "}"; }

} // namespace

SourceTokens::SourceTokens(CXTranslationUnit unit, CXFile file) {
  std::size_t size = 0;
  if (clang_getFileContents(unit, file, &size) == nullptr) return;
  const CXSourceRange range =
      clang_getRange(clang_getLocationForOffset(unit, file, 0), clang_getLocationForOffset(unit, file, static_cast<unsigned>(size)));
  CXToken* tokens = nullptr;
  unsigned count = 0;
  clang_tokenize(unit, range, &tokens, &count);
  for (unsigned i = 0; i < count; ++i) {
    const CXTokenKind kind = clang_getTokenKind(tokens[i]);
    if (kind == CXToken_Comment) continue;
    const CXSourceRange extent = clang_getTokenExtent(unit, tokens[i]);
    tokens_.push_back({kind, offsetOf(clang_getRangeStart(extent)), offsetOf(clang_getRangeEnd(extent)),
                       textOf(clang_getTokenSpelling(unit, tokens[i]))});
  }
  clang_disposeTokens(unit, tokens, count);
}

const SourceToken& SourceTokens::operator[](std::size_t index) const {
  static const SourceToken none;
  return index < tokens_.size() ? tokens_[index] : none;
}

std::size_t SourceTokens::at(std::uint32_t offset) const {
  return static_cast<std::size_t>(std::ranges::lower_bound(tokens_, offset, {}, &SourceToken::begin) - tokens_.begin());
}

std::size_t SourceTokens::behindBracket(std::size_t index) const { return std::min(findOutside(index + 1, {}) + 1, size()); }

std::size_t SourceTokens::findOutside(std::size_t index, std::initializer_list<std::string_view> texts) const {
  int depth = 0;
  for (; index < size(); ++index) {
    const std::string_view text = tokens_[index].text;
    if (depth == 0 && (closes(text) || std::ranges::find(texts, text) != texts.end())) return index;
    if (opens(text)) ++depth;
    if (closes(text)) --depth;
  }
  return size();
}

std::optional<IntegerLiteral> integerLiteral(const SourceToken& token) {
  // A literal that goes on in the next line has bytes that are not its own.
  if (token.kind != CXToken_Literal || token.text.size() != token.end - token.begin) return std::nullopt;
  std::string_view digits = token.text;
  int base = 10;
  std::size_t prefix = 0;
  if (digits.starts_with("0x") || digits.starts_with("0X")) {
    base = 16;
    prefix = 2;
  } else if (digits.starts_with("0b") || digits.starts_with("0B")) {
    base = 2;
    prefix = 2;
  } else if (digits.starts_with('0')) {
    base = 8;
  }
  const std::size_t end = digits.find_last_not_of("uUlLzZ") + 1;
  digits = digits.substr(0, end);
  std::string plain(digits.substr(std::min(prefix, digits.size())));
  std::erase(plain, '\'');
  IntegerLiteral literal{0, token.begin, token.begin + static_cast<std::uint32_t>(end)};
  const auto [rest, error] = std::from_chars(plain.data(), plain.data() + plain.size(), literal.value, base);
  if (error != std::errc() || rest != plain.data() + plain.size()) return std::nullopt;
  return literal;
}

std::optional<IntegerLiteral> integerLiteral(const SourceTokens& tokens, std::size_t begin, std::size_t end) {
  while (begin + 2 < end && (tokens.is(begin, "(") || tokens.is(begin, "{")) && tokens.behindBracket(begin) == end) {
    ++begin;
    --end;
  }
  return begin + 1 == end ? integerLiteral(tokens[begin]) : std::nullopt;
}

} // namespace gevo::program
