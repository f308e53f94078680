#include "core/inspection/patched_texts.h"

#include "core/diff/line_diff.h"

#include <algorithm>

namespace gevo {

namespace {

MappedText mapped(const std::string& original, const std::string& changed, std::int32_t file) {
  MappedText text;
  text.text = changed;
  const std::vector<std::string_view> right = splitLines(changed);
  text.sourceFile.assign(right.size(), -1);
  text.sourceLine.assign(right.size(), 0);
  for (const DiffRow& row : diffLines(splitLines(original), right)) {
    if (row.left < 0 || row.right < 0) continue;
    text.sourceFile[static_cast<std::size_t>(row.right)] = file;
    text.sourceLine[static_cast<std::size_t>(row.right)] = static_cast<std::uint32_t>(row.left) + 1;
  }
  return text;
}

} // namespace

std::vector<RewrittenSource> patchedSources(const Project& project, const SourcePatch& patch) {
  std::vector<RewrittenSource> sources;
  for (const SourceFile& changed : patch.changed) {
    const auto original = std::ranges::find(project.sources, changed.name, &SourceFile::name);
    if (original == project.sources.end()) continue;
    const auto file = static_cast<std::int32_t>(original - project.sources.begin());
    sources.push_back({file, mapped(original->text, changed.text, file)});
  }
  return sources;
}

void showPatch(const Project& project, const EditList& edits, const SourcePatch& patch, VariantTexts& texts) {
  if (patch.state == PatchState::Illustration) return;
  texts.cuda = patchedSources(project, patch);
  for (std::size_t i = 0; i < texts.edits.size() && i < edits.size(); ++i) {
    const auto found = std::ranges::find(patch.edits, edits[i].uid, &PatchedEdit::uid);
    texts.edits[i].inSource = found != patch.edits.end() && found->is == EditInPatch::Written;
  }
}

} // namespace gevo
