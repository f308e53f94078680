#include "core/kernel/rewriting/precedence.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace gevo::ir {

namespace {

/// Longer ones first, as they are read.
constexpr std::array<std::pair<std::string_view, int>, 31> levels{
    {{"<<=", 1}, {">>=", 1}, {"+=", 1}, {"-=", 1}, {"*=", 1}, {"/=", 1},  {"%=", 1},  {"&=", 1},  {"|=", 1}, {"^=", 1}, {"||", 3},
     {"&&", 4},  {"==", 8},  {"!=", 8}, {"<=", 9}, {">=", 9}, {"<<", 10}, {">>", 10}, {"->", 13}, {"|", 5},  {"^", 6},  {"&", 7},
     {"<", 9},   {">", 9},   {"+", 11}, {"-", 11}, {"*", 12}, {"/", 12},  {"%", 12},  {"?", 2},   {"=", 1}}};

bool isWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

} // namespace

int precedenceOf(std::string_view binaryOperator) {
  const auto found = std::ranges::find(levels, binaryOperator, &std::pair<std::string_view, int>::first);
  return found == levels.end() ? tightest : found->second;
}

int loosestIn(std::string_view expression) {
  int loosest = tightest;
  int depth = 0;
  bool afterOperand = false; // a sign that follows no operand is unary
  for (std::size_t i = 0; i < expression.size();) {
    const char c = expression[i];
    if (std::isspace(static_cast<unsigned char>(c))) {
      ++i;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
      ++i;
      afterOperand = false;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
      ++i;
      afterOperand = true;
    } else if (isWord(c)) {
      // With the sign of an exponent: 1e-6f.
      while (i < expression.size() &&
             (isWord(expression[i]) || ((expression[i] == '-' || expression[i] == '+') && std::isdigit(static_cast<unsigned char>(c)) &&
                                        (expression[i - 1] == 'e' || expression[i - 1] == 'E'))))
        ++i;
      afterOperand = true;
    } else {
      const auto found = std::ranges::find_if(levels, [&](const auto& one) { return expression.substr(i).starts_with(one.first); });
      const bool isOperator = found != levels.end();
      if (isOperator && afterOperand && depth == 0) loosest = std::min(loosest, found->second);
      i += isOperator ? found->first.size() : 1;
      afterOperand = false;
    }
  }
  return loosest;
}

} // namespace gevo::ir
