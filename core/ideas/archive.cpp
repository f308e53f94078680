#include "core/ideas/archive.h"

#include "core/base/hash.h"

#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>
#include <map>
#include <set>

namespace gevo {

namespace {

/// Of a middle pair the geometric mean.
double median(std::vector<double> gains) {
  std::ranges::sort(gains);
  const std::size_t middle = gains.size() / 2;
  return gains.size() % 2 == 1 ? gains[middle] : std::sqrt(gains[middle - 1] * gains[middle]);
}

double weightOf(const IdeaRow& row) { return static_cast<double>(row.programs) * std::log(row.medianGain); }

} // namespace

std::string programKey(const Project& project) {
  std::string contents;
  for (const SourceFile& source : project.sources) contents += toHex(hashText(source.text));
  return toHex(contents.empty() ? hashBytes(project.base) : hashText(contents));
}

void add(IdeaArchive& archive, PaidProgram program) {
  const auto same = std::ranges::find(archive.programs, program.key, &PaidProgram::key);
  const auto isTaken = [&](const std::string& name) {
    return std::ranges::any_of(archive.programs, [&](const PaidProgram& one) { return one.name == name && one.key != program.key; });
  };
  const std::string name = program.name;
  for (int number = 2; isTaken(program.name); ++number) program.name = fmt::format("{}-{}", name, number);
  if (same == archive.programs.end())
    archive.programs.push_back(std::move(program));
  else
    *same = std::move(program);
}

Result<void> forget(IdeaArchive& archive, const std::string& name) {
  if (std::erase_if(archive.programs, [&](const PaidProgram& program) { return program.name == name; }) > 0) return {};
  if (archive.programs.empty()) return fail("there is no program {} to forget; the archive is empty", name);
  std::vector<std::string> names;
  for (const PaidProgram& program : archive.programs) names.push_back(program.name);
  return fail("there is no program {} in the archive; it has {}", name, fmt::join(names, ", "));
}

std::vector<IdeaRow> ideaRows(const IdeaArchive& archive) {
  struct Seen {
    std::set<std::string> programs;
    std::size_t variants = 0;
    std::vector<double> gains;
  };
  std::map<std::string, Seen> ideas;
  for (const PaidProgram& program : archive.programs)
    for (const PaidVariant& variant : program.variants) {
      std::set<std::string> here;
      for (const PaidEdit& edit : variant.edits) {
        Seen& seen = ideas[edit.context];
        seen.programs.insert(program.key);
        seen.variants += here.insert(edit.context).second ? 1 : 0;
        seen.gains.push_back(edit.gain);
      }
    }
  std::vector<IdeaRow> rows;
  for (const auto& [context, seen] : ideas)
    rows.push_back({context, seen.programs.size(), seen.variants, median(seen.gains), std::ranges::max(seen.gains)});
  std::ranges::stable_sort(rows, std::greater(), weightOf);
  return rows;
}

Ideas ideasFor(const IdeaArchive& archive, const std::string& key) {
  constexpr double scale = 1000;
  constexpr double most = 1e6; // so that no sum of weights has to be checked
  IdeaArchive others = archive;
  std::erase_if(others.programs, [&](const PaidProgram& program) { return program.key == key; });
  Ideas ideas;
  for (const IdeaRow& row : ideaRows(others))
    ideas.push_back({row.context, static_cast<std::uint32_t>(std::clamp(std::round(scale * weightOf(row)), 1.0, most))});
  return ideas;
}

} // namespace gevo
