#include "core/kernel/syntax/unit_sources.h"

#include <algorithm>
#include <array>

namespace gevo::program {

namespace fs = std::filesystem;

UnitSources::UnitSources(CXTranslationUnit unit, const std::vector<SourceFile>& sources, const fs::path& folder)
    : unit_(unit), sources_(sources) {
  for (std::size_t i = 0; i < sources.size(); ++i)
    paths_[(folder / sources[i].name).lexically_normal().string()] = static_cast<std::int32_t>(i);
}

std::int32_t UnitSources::fileOf(CXFile file) {
  const auto [entry, isNew] = files_.try_emplace(file, -1);
  if (!isNew || file == nullptr) return entry->second;
  const auto known = paths_.find(fs::path(textOf(clang_getFileName(file))).lexically_normal().string());
  if (known == paths_.end()) return -1;
  entry->second = known->second;
  if (tokens_.try_emplace(known->second, unit_, file).second) findConditions(known->second);
  return known->second;
}

Spot UnitSources::expandedSpotOf(CXSourceLocation location) {
  CXFile file = nullptr;
  Spot spot;
  clang_getFileLocation(location, &file, nullptr, nullptr, &spot.offset);
  spot.file = fileOf(file);
  return spot;
}

Spot UnitSources::spotOf(CXSourceLocation location) {
  CXFile file = nullptr;
  Spot spot;
  clang_getSpellingLocation(location, &file, nullptr, nullptr, &spot.offset);
  spot.file = fileOf(file);
  return spot.file < 0 ? expandedSpotOf(location) : spot; // what ## makes is in no file
}

Extent UnitSources::extentOf(CXCursor cursor) {
  const CXSourceRange range = clang_getCursorExtent(cursor);
  const Spot begin = expandedSpotOf(clang_getRangeStart(range));
  const Spot end = expandedSpotOf(clang_getRangeEnd(range));
  if (begin.file < 0 || begin.file != end.file) return {};
  if (spotOf(clang_getRangeEnd(range)) == end) return {begin, end.offset};
  // In a macro's argument, an extent ends where the last macro's name begins.
  const SourceTokens& tokens = tokensOf(begin);
  const std::size_t last = tokens.at(end.offset);
  return {begin, tokens.is(last + 1, "(") ? tokens[tokens.behindBracket(last + 1) - 1].end : tokens[last].end};
}

void UnitSources::findConditions(std::int32_t file) {
  static constexpr std::array directives{"if", "ifdef", "ifndef", "elif", "elifdef", "elifndef"};
  const SourceTokens& tokens = tokensOf(file);
  const std::string& text = sources_[static_cast<std::size_t>(file)].text;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens.is(i, "#") || std::ranges::find(directives, tokens[i + 1].text) == directives.end()) continue;
    std::size_t end = text.find('\n', tokens[i].begin);
    while (end != std::string::npos && (text[end - 1] == '\\' || text.substr(end - 2, 2) == "\\\r")) end = text.find('\n', end + 1);
    conditions_[{file, tokens[i].begin}] = static_cast<std::uint32_t>(std::min(end, text.size()));
  }
}

bool UnitSources::isInCondition(Spot spot) const {
  const auto after = conditions_.upper_bound(spot);
  if (after == conditions_.begin()) return false;
  const auto& [begin, end] = *std::prev(after);
  return begin.file == spot.file && spot.offset < end;
}

} // namespace gevo::program
