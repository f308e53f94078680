#include "core/report/notes.h"

#include "core/format/source_location.h"

#include <algorithm>

namespace gevo::report {

Notes notesOf(const Subject& subject, const VariantTexts& texts) {
  Notes notes;
  const std::vector<SourceFile>& sources = subject.project->sources;
  for (const Consequence& consequence : texts.consequences) {
    const auto edit = static_cast<std::size_t>(consequence.edit);
    if (isProven(subject) && edit < texts.edits.size() && texts.edits[edit].inSource) continue;
    const auto known = [&](const SourcePosition& at) {
      return at.line > 0 && std::ranges::find(sources, at.file, &SourceFile::name) != sources.end();
    };
    const auto at = std::ranges::find_if(consequence.at, known);
    if (at == consequence.at.end()) continue;
    const std::string kernel = consequence.kernel.empty() ? "" : fmt::format("in `{}`: ", oneLine(consequence.kernel));
    notes[at->file][at->line].push_back(kernel + oneLine(consequence.text));
  }
  return notes;
}

} // namespace gevo::report
