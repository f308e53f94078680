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

namespace {

/// Of the only `==` or `!=` that is in no parentheses; `npos` if there is none, or more than one.
std::size_t equalityIn(std::string_view condition) {
  std::size_t found = std::string_view::npos;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < condition.size(); ++i) {
    if (condition[i] == '(' || condition[i] == '[') ++depth;
    if (condition[i] == ')' || condition[i] == ']') --depth;
    const bool isEquality = condition[i + 1] == '=' && (condition[i] == '=' || condition[i] == '!');
    if (depth != 0 || !isEquality) continue;
    if (found != std::string_view::npos) return std::string_view::npos;
    found = i;
  }
  return found;
}

} // namespace

std::string negated(const std::string& condition) {
  if (condition == "true" || condition == "false") return condition == "true" ? "false" : "true";
  const int loosest = loosestIn(condition);
  if (condition.starts_with('!') && loosest == tightest) return condition.substr(1);
  const std::size_t equality = loosest == precedenceOf("==") ? equalityIn(condition) : std::string::npos;
  if (equality == std::string::npos) return loosest == tightest ? '!' + condition : "!(" + condition + ')';
  std::string opposite = condition;
  opposite[equality] = condition[equality] == '=' ? '!' : '=';
  return opposite;
}

std::string asWritten(std::string condition) {
  constexpr std::string_view before = "true && ";
  constexpr std::string_view behind = " && true";
  while (condition.starts_with(before)) condition.erase(0, before.size());
  while (condition.ends_with(behind)) condition.erase(condition.size() - behind.size());
  // LLVM's form of it.
  constexpr std::string_view aboveMinusOne = " > -1";
  if (condition.ends_with(aboveMinusOne)) condition.replace(condition.size() - aboveMinusOne.size(), std::string::npos, " >= 0");
  return condition;
}

} // namespace gevo::ir
