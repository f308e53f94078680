#include "core/diff/tokens.h"

#include <algorithm>

namespace gevo {

namespace {

bool isWordByte(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return (value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z') || (value >= '0' && value <= '9') || value == '_' ||
         value >= 0x80;
}

bool isBlankByte(char byte) { return byte == ' ' || byte == '\t'; }

/// True if the sign at the beginning of `rest` is the prefix of a name.
bool startsName(std::string_view rest) {
  if (rest.size() < 2 || !isWordByte(rest[1])) return false;
  const bool digit = rest[1] >= '0' && rest[1] <= '9';
  return rest[0] == '%' || rest[0] == '@' || rest[0] == '$' || (digit && (rest[0] == '!' || rest[0] == '#'));
}

std::size_t tokenLength(std::string_view rest) {
  std::size_t length = 1;
  if (isWordByte(rest[0]) || startsName(rest)) {
    while (length < rest.size() && isWordByte(rest[length])) ++length;
  } else if (isBlankByte(rest[0])) {
    while (length < rest.size() && isBlankByte(rest[length])) ++length;
  }
  return length;
}

std::size_t weight(std::string_view token) { return isWordByte(token.back()) ? 2 : 1; }

std::size_t weight(const std::vector<std::string_view>& tokens) {
  std::size_t sum = 0;
  for (std::string_view token : tokens) sum += weight(token);
  return sum;
}

} // namespace

std::vector<std::string_view> splitTokens(std::string_view line) {
  std::vector<std::string_view> tokens;
  while (!line.empty()) {
    const std::size_t length = tokenLength(line);
    tokens.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
  return tokens;
}

bool isBlank(std::string_view token) { return std::ranges::all_of(token, isBlankByte); }

std::vector<std::string_view> tokenBag(std::string_view line) {
  std::vector<std::string_view> bag = splitTokens(line);
  std::erase_if(bag, isBlank);
  std::ranges::sort(bag);
  return bag;
}

double similarity(const std::vector<std::string_view>& left, const std::vector<std::string_view>& right) {
  const std::size_t total = weight(left) + weight(right);
  if (total == 0) return 1.0;
  std::size_t common = 0;
  auto i = left.begin();
  auto j = right.begin();
  while (i != left.end() && j != right.end()) {
    if (*i < *j) {
      ++i;
    } else if (*j < *i) {
      ++j;
    } else {
      common += weight(*i);
      ++i;
      ++j;
    }
  }
  return 2.0 * static_cast<double>(common) / static_cast<double>(total);
}

} // namespace gevo
