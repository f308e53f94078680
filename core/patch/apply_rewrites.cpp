#include "core/patch/apply_rewrites.h"

#include <algorithm>

namespace gevo {

namespace {

bool collide(const Replacement& one, const Replacement& other) {
  if (one.file != other.file) return false;
  const bool isInsertion = one.begin == one.end || other.begin == other.end;
  // At the edge of what is replaced, an insertion stands beside it.
  if (isInsertion) return one.begin < other.end && other.begin < one.end;
  return std::max(one.begin, other.begin) < std::min(one.end, other.end);
}

} // namespace

bool canBeCombined(const SourceRewrite& one, const SourceRewrite& other) {
  for (const Replacement& a : one.replacements)
    for (const Replacement& b : other.replacements)
      if (collide(a, b)) return false;
  return true;
}

std::vector<SourceFile> applyRewrites(const std::vector<SourceFile>& sources, std::span<const SourceRewrite> rewrites) {
  std::vector<Replacement> all;
  for (const SourceRewrite& rewrite : rewrites) all.insert(all.end(), rewrite.replacements.begin(), rewrite.replacements.end());
  std::ranges::stable_sort(all, {}, [](const Replacement& one) { return std::pair(one.file, one.begin); });
  std::vector<SourceFile> changed;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    std::string text;
    std::size_t at = 0;
    bool isChanged = false;
    for (const Replacement& one : all) {
      if (one.file != static_cast<std::int32_t>(i) || one.begin < at || one.end > sources[i].text.size()) continue;
      text += sources[i].text.substr(at, one.begin - at) + one.text;
      at = one.end;
      isChanged = true;
    }
    if (isChanged) changed.push_back({sources[i].name, text + sources[i].text.substr(at)});
  }
  return changed;
}

} // namespace gevo
