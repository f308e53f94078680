#include "core/kernel/explain/cuda_tokens.h"

#include <array>
#include <cctype>
#include <cstdlib>

namespace gevo::ir {
namespace {

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool isDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool isNumber(std::string_view token) {
  return !token.empty() && (isDigit(token[0]) || (token[0] == '.' && token.size() > 1 && isDigit(token[1])));
}

double valueOf(std::string_view token) { return std::strtod(std::string(token).c_str(), nullptr); }

/// Longest first.
constexpr std::array<std::string_view, 24> operators = {"<<<", ">>>", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==",
                                                        "!=",  "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::"};

class Lexer {
public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<CudaToken> run() {
    while (skipBlank()) {
      const std::size_t begin = at_;
      at_ = endOfToken();
      tokens_.push_back({begin, at_});
    }
    return std::move(tokens_);
  }

private:
  bool startsWith(std::string_view part) const { return text_.substr(at_).starts_with(part); }
  std::size_t after(std::string_view part) const {
    const std::size_t found = text_.find(part, at_);
    return found == std::string_view::npos ? text_.size() : found + part.size();
  }

  /// False at the end of the text.
  bool skipBlank() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        lineBegins_ = true;
        ++at_;
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        ++at_;
      } else if (startsWith("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (startsWith("/*")) {
        at_ += 2;
        at_ = after("*/");
      } else if (c == '#' && lineBegins_) {
        skipDirective();
      } else {
        lineBegins_ = false;
        return true;
      }
    }
    return false;
  }

  void skipDirective() {
    do at_ = after("\n");
    while (at_ < text_.size() && at_ >= 2 && text_[at_ - 2] == '\\');
    lineBegins_ = true;
  }

  std::size_t endOfToken() const {
    const char c = text_[at_];
    std::size_t end = at_ + 1;
    if (isDigit(c) || (c == '.' && end < text_.size() && isDigit(text_[end]))) {
      const auto isExponentSign = [&](std::size_t i) {
        const char before = text_[i - 1];
        return (text_[i] == '+' || text_[i] == '-') && (before == 'e' || before == 'E') && !text_.substr(at_).starts_with("0x");
      };
      while (end < text_.size() && (isWord(text_[end]) || text_[end] == '.' || isExponentSign(end))) ++end;
      return end;
    }
    if (isWord(c)) {
      while (end < text_.size() && isWord(text_[end])) ++end;
      return end;
    }
    if (c == '"' || c == '\'') {
      while (end < text_.size() && text_[end] != c && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
      return std::min(end + 1, text_.size());
    }
    for (const std::string_view known : operators) {
      if (startsWith(known)) return at_ + known.size();
    }
    return end;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool lineBegins_ = true;
  std::vector<CudaToken> tokens_;
};

} // namespace

std::vector<CudaToken> cudaTokens(std::string_view text) { return Lexer(text).run(); }

bool sameToken(std::string_view a, std::string_view b) {
  if (a == b) return true;
  return isNumber(a) && isNumber(b) && valueOf(a) == valueOf(b);
}

} // namespace gevo::ir
