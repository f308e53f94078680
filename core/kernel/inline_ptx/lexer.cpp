#include "core/kernel/inline_ptx/lexer.h"

#include <bit>
#include <charconv>

namespace gevo::ir::assembly {

namespace {

// Not those of <cctype>, which depend on the locale.
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f'; }

class Lexer {
public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Token next() {
    skipSpace();
    Token token;
    token.begin = at_;
    if (at_ == text_.size()) return token;
    const char c = text_[at_];
    if (c == '$' && look(1) != '$')
      argument(token);
    else if (isDigit(c))
      number(token);
    else if (isLetter(c) || c == '%' || c == '$' || c == '.')
      name(token);
    else
      mark(token);
    return token;
  }

private:
  char look(std::size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void skipSpace() {
    for (;;) {
      while (at_ < text_.size() && isSpace(text_[at_])) ++at_;
      if (look(0) == '/' && look(1) == '/')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else if (look(0) == '/' && look(1) == '*')
        at_ = std::min(text_.find("*/", at_ + 2), text_.size() - 2) + 2;
      else
        return;
    }
  }

  void mark(Token& token) {
    constexpr std::string_view marks = "{}[](),;|!@+-<>:=";
    token.kind = marks.find(text_[at_]) == std::string_view::npos ? TokenKind::Unknown : TokenKind::Mark;
    token.text = text_[at_++];
  }

  void name(Token& token) {
    token.kind = TokenKind::Name;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '$' && look(1) == '$') {
        ++at_;
      } else if (c == ':' && look(1) == ':') {
        token.text += c;
        ++at_;
      } else if (!isLetter(c) && !isDigit(c) && c != '.' && !(c == '%' && token.text.empty())) {
        return;
      }
      token.text += c;
    }
  }

  void argument(Token& token) {
    const bool braced = look(1) == '{';
    at_ += braced ? 2 : 1;
    const std::size_t first = at_;
    while (isDigit(look(0))) ++at_;
    token.text = text_.substr(first, at_ - first);
    token.kind = read(token.text, 10, token.number) ? TokenKind::Argument : TokenKind::Unknown;
    if (!braced) return;
    if (look(0) == '}')
      ++at_;
    else
      token.kind = TokenKind::Unknown; // an operand modifier, which PTX does not have
  }

  void number(Token& token) {
    const std::size_t first = at_;
    const bool isHex = look(0) == '0' && (look(1) == 'x' || look(1) == 'X');
    const bool isBits = look(0) == '0' && (look(1) == 'f' || look(1) == 'F' || look(1) == 'd' || look(1) == 'D');
    for (; at_ < text_.size(); ++at_) {
      const bool isExponentSign =
          (look(0) == '+' || look(0) == '-') && !isHex && !isBits && at_ > first && (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E');
      if (!isDigit(look(0)) && !isLetter(look(0)) && look(0) != '.' && !isExponentSign) break;
    }
    token.text = text_.substr(first, at_ - first);
    token.kind = value(token.text, token.number);
  }

  static bool read(std::string_view digits, int base, std::uint64_t& number) {
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, number, base);
    return !digits.empty() && error == std::errc() && stop == end;
  }

  static TokenKind value(std::string_view digits, std::uint64_t& number) {
    if (digits.size() > 2 && digits[0] == '0' && isLetter(digits[1])) {
      const std::string_view rest = digits.substr(2);
      switch (digits[1]) {
      case 'f':
      case 'F':
        if (rest.size() != 8 || !read(rest, 16, number)) return TokenKind::Unknown;
        number = std::bit_cast<std::uint64_t>(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(number))));
        return TokenKind::Float;
      case 'd':
      case 'D':
        return rest.size() == 16 && read(rest, 16, number) ? TokenKind::Float : TokenKind::Unknown;
      default:
        break;
      }
    }
    if (digits.back() == 'U' || digits.back() == 'u') digits.remove_suffix(1);
    if (digits.find('.') != std::string_view::npos) {
      double read = 0;
      const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), read);
      number = std::bit_cast<std::uint64_t>(read);
      return error == std::errc() && stop == digits.data() + digits.size() ? TokenKind::Float : TokenKind::Unknown;
    }
    int base = 10;
    if (digits.size() > 1 && digits[0] == '0') {
      base = digits[1] == 'x' || digits[1] == 'X' ? 16 : digits[1] == 'b' || digits[1] == 'B' ? 2 : 8;
      digits.remove_prefix(base == 8 ? 1 : 2);
    }
    return read(digits, base, number) ? TokenKind::Integer : TokenKind::Unknown;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace

std::vector<Token> tokensOf(std::string_view text) {
  std::vector<Token> tokens;
  Lexer lexer(text);
  do tokens.push_back(lexer.next());
  while (tokens.back().kind != TokenKind::End);
  return tokens;
}

} // namespace gevo::ir::assembly
