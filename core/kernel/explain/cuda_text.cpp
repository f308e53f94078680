#include "core/kernel/explain/cuda_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace gevo::ir {
namespace {

bool isHeader(std::string_view spelling) { return spelling == "if" || spelling == "while" || spelling == "for" || spelling == "switch"; }
bool isBoundary(std::string_view spelling) { return spelling == ";" || spelling == "{" || spelling == "}"; }
bool opens(std::string_view spelling) { return spelling == "(" || spelling == "[" || spelling == "{"; }
bool closes(std::string_view spelling) { return spelling == ")" || spelling == "]" || spelling == "}"; }

bool isBlank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

} // namespace

CudaText::CudaText(std::string text) : text_(std::move(text)), tokens_(cudaTokens(text_)) {
  lines_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') lines_.push_back(i + 1);
  partner_.resize(tokens_.size());
  enclosing_.resize(tokens_.size(), tokens_.size());
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    partner_[i] = i;
    if (closes(spelling(i)) && !open.empty()) {
      partner_[i] = open.back();
      partner_[open.back()] = i;
      open.pop_back();
    }
    if (!open.empty() && spelling(open.back()) != "{") enclosing_[i] = open.back();
    if (opens(spelling(i))) open.push_back(i);
  }
}

std::optional<std::size_t> CudaText::offset(std::uint32_t line, std::uint32_t column) const {
  if (line == 0 || line > lines_.size() || column == 0) return std::nullopt;
  const std::size_t result = lines_[line - 1] + column - 1;
  const std::size_t end = line < lines_.size() ? lines_[line] : text_.size();
  return result < end ? std::optional(result) : std::nullopt;
}

std::uint32_t CudaText::line(std::size_t offset) const {
  return static_cast<std::uint32_t>(std::ranges::upper_bound(lines_, offset) - lines_.begin());
}

/// The token that holds the offset, else the next one.
std::size_t CudaText::tokenAt(std::size_t offset) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(tokens_, offset, {}, &CudaToken::end) - tokens_.begin());
}

std::string_view CudaText::token(std::size_t offset) const {
  const std::size_t at = tokenAt(offset);
  return at < tokens_.size() && tokens_[at].begin == offset ? spelling(at) : std::string_view();
}

std::size_t CudaText::outermost(std::size_t token) const {
  while (enclosing_[token] < tokens_.size()) token = enclosing_[token];
  return token;
}

/// The first token of the statement that `token` (outside parentheses) belongs to, including the headers before it.
std::size_t CudaText::statementBegin(std::size_t token) const {
  while (token > 0) {
    const std::size_t before = token - 1;
    if (isBoundary(spelling(before))) return token;
    token = spelling(before) == ")" || spelling(before) == "]" ? partner_[before] : before;
  }
  return 0;
}

/// Its semicolon, or the brace that begins a block.
std::size_t CudaText::statementEnd(std::size_t token) const {
  while (token + 1 < tokens_.size() && !isBoundary(spelling(token)))
    token = (spelling(token) == "(" || spelling(token) == "[") && partner_[token] > token ? partner_[token] + 1 : token + 1;
  return std::min(token, tokens_.size() - 1);
}

void CudaText::enterHeader(Position& position, std::size_t keyword) const {
  const std::size_t open = keyword + 1;
  const std::size_t close = partner_[open];
  position.header = spelling(keyword);
  position.keyword = tokens_[keyword].begin;
  position.condition = {tokens_[open].end, tokens_[close].begin};
  if (position.header == "for") {
    std::vector<std::size_t> semicolons;
    for (std::size_t i = open + 1; i < close; ++i)
      if (spelling(i) == ";" && enclosing_[i] == open) semicolons.push_back(i);
    position.condition = semicolons.size() == 2 ? Range{tokens_[semicolons[0]].end, tokens_[semicolons[1]].begin} : Range{};
    if (position.condition.end > position.condition.begin) position.condition.begin += part(position.condition).find_first_not_of(" \n\t");
  }
  const std::size_t first = close + 1;
  if (first >= tokens_.size()) return;
  const std::size_t last = spelling(first) == "{" ? partner_[first] : statementEnd(first);
  position.body = {tokens_[first].begin, tokens_[last].end};
}

std::optional<CudaText::Position> CudaText::position(std::size_t offset) const {
  const std::size_t token = tokenAt(offset);
  if (token >= tokens_.size() || isBoundary(spelling(token))) return std::nullopt;
  const std::size_t outer = outermost(token);
  std::size_t begin = statementBegin(outer);
  Position result;
  while (begin + 1 < tokens_.size()) {
    const std::string_view first = spelling(begin);
    if (first == "else" || first == "do") {
      result.controlled = true;
      ++begin;
    } else if (isHeader(first) && spelling(begin + 1) == "(" && partner_[begin + 1] > begin + 1) {
      const std::size_t close = partner_[begin + 1];
      if (token <= close) {
        enterHeader(result, begin);
        break;
      }
      result.controlled = true;
      begin = close + 1;
    } else {
      break;
    }
  }
  const std::size_t end = statementEnd(std::max(outer, begin));
  if (begin >= tokens_.size() || (result.header.empty() && spelling(end) != ";")) return std::nullopt;
  result.statement = {tokens_[begin].begin, tokens_[end].end};
  return result;
}

std::vector<CudaText::Range> CudaText::occurrences(std::string_view expression, Range within) const {
  const std::vector<CudaToken> wanted = cudaTokens(expression);
  std::vector<Range> found;
  if (wanted.empty()) return found;
  for (std::size_t i = tokenAt(within.begin); i + wanted.size() <= tokens_.size() && tokens_[i].begin < within.end; ++i) {
    const auto same = [&](std::size_t k) {
      return sameToken(spelling(i + k), expression.substr(wanted[k].begin, wanted[k].end - wanted[k].begin));
    };
    std::size_t matched = 0;
    while (matched < wanted.size() && same(matched)) ++matched;
    if (matched < wanted.size() || tokens_[i + matched - 1].end > within.end) continue;
    // `a.x` is not `x`, nor is `x[1]` all of `x`.
    const bool member = i > 0 && (spelling(i - 1) == "." || spelling(i - 1) == "->" || spelling(i - 1) == "::");
    const bool goesOn = i + matched < tokens_.size() && (spelling(i + matched) == "[" || spelling(i + matched) == "." ||
                                                         spelling(i + matched) == "->" || spelling(i + matched) == "(");
    if (!member && !goesOn) found.push_back({tokens_[i].begin, tokens_[i + matched - 1].end});
  }
  return found;
}

CudaText::Range CudaText::subscripts(std::size_t offset) const {
  std::size_t token = tokenAt(offset);
  if (token >= tokens_.size() || tokens_[token].begin != offset) return {offset, offset};
  std::size_t end = tokens_[token].end;
  while (token + 1 < tokens_.size() && spelling(token + 1) == "[" && partner_[token + 1] > token + 1) {
    token = partner_[token + 1];
    end = tokens_[token].end;
  }
  return {offset, end};
}

bool CudaText::free(Range range) const {
  return std::ranges::none_of(changes_, [&](const Change& change) {
    const bool empty = range.begin == range.end || change.range.begin == change.range.end;
    const std::size_t begin = std::max(range.begin, change.range.begin);
    const std::size_t end = std::min(range.end, change.range.end);
    return empty ? range.begin > change.range.begin && range.end < change.range.end : begin < end;
  });
}

bool CudaText::replace(Range range, const std::string& text) {
  if (range.begin > range.end || range.end > text_.size() || !free(range)) return false;
  changes_.push_back({range, text});
  return true;
}

bool CudaText::replaceOperand(Range range, const std::string& text) {
  const bool compound = text.find(' ') != std::string::npos;
  const std::size_t first = tokenAt(range.begin);
  const std::size_t after = tokenAt(range.end);
  const auto isOneOf = [](std::string_view spelling, std::initializer_list<std::string_view> candidates) {
    return std::ranges::find(candidates, spelling) != candidates.end();
  };
  const bool free = first > 0 && isOneOf(spelling(first - 1), {"(", "[", ",", "=", "return", "+="}) && after < tokens_.size() &&
                    isOneOf(spelling(after), {")", "]", ",", ";"});
  return replace(range, compound && !free ? fmt::format("({})", text) : text);
}

bool CudaText::insertBefore(const Position& position, const std::string& statement) {
  Range at{position.statement.begin, position.statement.begin};
  if (!position.header.empty()) {
    // Code in the header of a loop runs in every iteration.
    if (position.header == "for" || position.header == "while" || position.controlled) return false;
    at = {position.keyword, position.keyword};
  } else if (position.controlled) {
    const Range end{position.statement.end, position.statement.end};
    if (!free(at) || !free(end)) return false;
    return replace(at, fmt::format("{{ {} ", statement)) && replace(end, " }");
  }
  const std::size_t begin = lines_[line(at.begin) - 1];
  const std::string_view indentation = part({begin, at.begin});
  if (!isBlank(indentation)) return replace(at, fmt::format("{} ", statement));
  return replace({begin, begin}, fmt::format("{}{}\n", indentation, statement));
}

MappedText CudaText::result(std::int32_t file) const {
  std::vector<const Change*> ordered;
  for (const Change& change : changes_) ordered.push_back(&change);
  std::ranges::stable_sort(ordered, {}, [](const Change* change) { return change->range.begin; });

  MappedText mapped;
  std::string current;
  std::uint32_t origin = 0; ///< of the current line: the first original line that contributed more than blanks
  bool lost = false;        ///< part of it was removed
  const auto endLine = [&](bool last) {
    const bool emptied = lost && isBlank(current);
    if (!emptied) {
      mapped.text += current;
      if (!last) mapped.text += '\n';
      mapped.sourceFile.push_back(origin == 0 ? -1 : file);
      mapped.sourceLine.push_back(origin);
    } else if (last && mapped.text.ends_with('\n')) {
      mapped.text.pop_back(); // otherwise there would be one line more than is mapped
    }
    current.clear();
    origin = 0;
    lost = false;
  };
  const auto copy = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      if (text_[i] == '\n') {
        if (origin == 0) origin = line(i);
        endLine(false);
      } else {
        current += text_[i];
        if (origin == 0 && !isBlank(text_.substr(i, 1))) origin = line(i);
      }
    }
  };
  std::size_t at = 0;
  for (const Change* change : ordered) {
    copy(at, change->range.begin);
    lost = lost || (change->text.empty() && change->range.end > change->range.begin);
    for (const char c : change->text) {
      if (c == '\n')
        endLine(false);
      else
        current += c;
    }
    if (!change->text.empty() && origin == 0 && change->range.end > change->range.begin) origin = line(change->range.begin);
    at = std::max(at, change->range.end);
  }
  copy(at, text_.size());
  endLine(true);
  return mapped;
}

} // namespace gevo::ir
