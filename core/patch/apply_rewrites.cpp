#include "core/patch/apply_rewrites.h"

#include <algorithm>

namespace gevo {

namespace {

bool collide(const Replacement& one, const Replacement& other) {
  const bool areOfDifferentCopies = !one.copy.empty() && !other.copy.empty() && one.copy != other.copy;
  if (one.file != other.file || areOfDifferentCopies) return false;
  const bool isInsertion = one.begin == one.end || other.begin == other.end;
  // At the edge of what is replaced, an insertion stands beside it.
  if (isInsertion) return one.begin < other.end && other.begin < one.end;
  return std::max(one.begin, other.begin) < std::min(one.end, other.end);
}

/// Of a function's name where it is called, by that of a copy.
bool isCallOfCopy(const Replacement& one, const SourceRewrite& rewrite) {
  return std::ranges::any_of(rewrite.copies, [&](const FunctionCopy& copy) { return copy.renaming.text == one.text; });
}

/// Once where several rewrites call the same copy.
std::vector<Replacement> replacementsOf(std::span<const SourceRewrite> rewrites) {
  std::vector<Replacement> all;
  for (const SourceRewrite& rewrite : rewrites)
    for (const Replacement& one : rewrite.replacements)
      if (!isCallOfCopy(one, rewrite) || std::ranges::find(all, one) == all.end()) all.push_back(one);
  std::ranges::stable_sort(all, {}, [](const Replacement& one) { return std::pair(one.file, one.begin); });
  return all;
}

std::vector<FunctionCopy> copiesOf(std::span<const SourceRewrite> rewrites) {
  std::vector<FunctionCopy> all;
  for (const SourceRewrite& rewrite : rewrites)
    for (const FunctionCopy& copy : rewrite.copies)
      if (std::ranges::find(all, copy) == all.end()) all.push_back(copy);
  return all;
}

/// The bytes [begin, end) after the replacements, which come in order.
std::string replaced(const std::string& text, std::size_t begin, std::size_t end, const std::vector<Replacement>& replacements) {
  std::string made;
  for (const Replacement& one : replacements) {
    if (one.begin < begin || one.end > end) continue;
    made += text.substr(begin, one.begin - begin) + one.text;
    begin = one.end;
  }
  return made + text.substr(begin, end - begin);
}

std::vector<Replacement> madeIn(const std::vector<Replacement>& all, const FunctionCopy& copy) {
  std::vector<Replacement> made{copy.renaming};
  for (const Replacement& one : all)
    if (one.file == copy.file && (one.copy.empty() || one.copy == copy.renaming.text)) made.push_back(one);
  std::ranges::stable_sort(made, {}, &Replacement::begin);
  return made;
}

} // namespace

bool canBeCombined(const SourceRewrite& one, const SourceRewrite& other) {
  for (const Replacement& a : one.replacements)
    for (const Replacement& b : other.replacements)
      if (collide(a, b) && !(a == b && isCallOfCopy(a, one) && isCallOfCopy(b, other))) return false;
  return true;
}

std::vector<SourceFile> applyRewrites(const std::vector<SourceFile>& sources, std::span<const SourceRewrite> rewrites) {
  const std::vector<Replacement> all = replacementsOf(rewrites);
  const std::vector<FunctionCopy> copies = copiesOf(rewrites);
  std::vector<SourceFile> changed;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::string& text = sources[i].text;
    std::vector<Replacement> own;
    for (const Replacement& one : all)
      if (one.file == static_cast<std::int32_t>(i) && one.copy.empty()) own.push_back(one);
    for (const FunctionCopy& copy : copies)
      if (copy.file == static_cast<std::int32_t>(i))
        own.push_back(
            {copy.file, copy.end, copy.end, "\n\n" + copy.comment + '\n' + replaced(text, copy.begin, copy.end, madeIn(all, copy))});
    std::ranges::stable_sort(own, {}, &Replacement::begin);
    if (!own.empty()) changed.push_back({sources[i].name, replaced(text, 0, text.size(), own)});
  }
  return changed;
}

} // namespace gevo
