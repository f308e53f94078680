#include "core/report/patch.h"

#include "core/diff/line_diff.h"
#include "core/diff/unified_diff.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/format/source_location.h"
#include "core/report/notes.h"

#include <algorithm>
#include <functional>

namespace gevo::report {

namespace {

std::string fileDiff(const SourceFile& source, const std::string& rewritten) {
  return unifiedDiff(oneLine(source.name), source.text, rewritten);
}

std::string comment(std::string_view line) { return fmt::format("# {}\n", line); }

std::string titleLines(const Subject& subject) {
  return comment(fmt::format("{}, run {}", titleOf(subject), subject.run.id)) + comment(resultSummary(subject)) + "#\n";
}

std::string listed(const std::vector<EditDescription>& edits, const std::function<bool(std::size_t)>& isListed) {
  std::string text;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    if (!edits[i].active || !isListed(i)) continue;
    const std::string location = formatLocation(edits[i].target);
    text += comment(fmt::format("  {}: {}", location.empty() ? "no line" : location, oneLine(edits[i].text)));
  }
  return text;
}

/// What was proven, and what is not in it.
std::string headOf(const Subject& subject, const SourcePatch& patch, const std::vector<EditDescription>& edits) {
  std::string text = titleLines(subject);
  text += comment(fmt::format("{}. These sources were compiled by {} and pass the variant's tests, held-out ones too.",
                              patch.state == PatchState::Proven ? "Proven" : "Partly proven", oneLine(subject.project->compiler)));
  text +=
      comment(fmt::format("{} of the variant's {} on the {} ({} of its gain).", formatSpeedup(patch.originalRuntime / patch.patchedRuntime),
                          formatSpeedup(patch.originalRuntime / patch.variantRuntime), oneLine(subject.run.device),
                          formatPercent(std::min(patch.shareOfGain(), 1.0))));
  text += "#\n";
  for (const std::string& change : patch.changes) text += comment("  " + oneLine(change));
  const std::string missing = listed(edits, [&](std::size_t i) {
    return std::ranges::any_of(
        patch.edits, [&](const PatchedEdit& edit) { return edit.uid == subject.variant.edits[i].uid && edit.is == EditInPatch::Missing; });
  });
  return missing.empty() ? text : text + "#\n" + comment("Edits that are not in it:") + missing;
}

/// Without a proof.
std::string headOf(const Subject& subject) {
  std::string text = titleLines(subject);
  text += comment("Illustration: not a change of the program. Comments say, below each line, what the variant does differently there. The");
  text += comment("exported code was tested, not this text.");
  if (subject.patch && !subject.patch->reason.empty()) text += comment("Not proven: " + oneLine(subject.patch->reason) + ".");
  return text;
}

/// What would end the raw string that is open behind the line; empty where none is. `open`: what ends the one before it.
std::string unclosedRawString(std::string_view line, std::string open) {
  for (;;) {
    if (!open.empty()) {
      const std::size_t end = line.find(open);
      if (end == std::string_view::npos) return open;
      line.remove_prefix(end + open.size());
      open.clear();
    }
    const std::size_t begin = line.find("R\"");
    const std::size_t bracket = begin == std::string_view::npos ? begin : line.find('(', begin);
    if (bracket == std::string_view::npos) return {};
    open = fmt::format("){}\"", line.substr(begin + 2, bracket - begin - 2));
    line.remove_prefix(bracket + 1);
  }
}

/// The source with what is said about its lines as comments below them.
std::string annotated(const SourceFile& source, const Notes::mapped_type& notes) {
  std::string text;
  std::string pending;
  std::string inRawString; // what ends it
  std::uint32_t number = 0;
  for (const std::string_view line : splitLines(source.text)) {
    text += line;
    text += '\n';
    const std::string_view indentation = line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
    if (const auto said = notes.find(++number); said != notes.end())
      for (const std::string& note : said->second) pending += fmt::format("{}// GEVO: {}\n", indentation, note);
    // A comment would end a macro, and be part of a raw string.
    const std::size_t end = line.find_last_not_of(" \t\r");
    if (end != std::string_view::npos && line[end] == '\\') continue;
    inRawString = unclosedRawString(line, std::move(inRawString));
    if (!inRawString.empty()) continue;
    text += pending;
    pending.clear();
  }
  return text + pending;
}

} // namespace

std::string patchText(const Subject& subject, const VariantTexts& texts) {
  const std::vector<SourceFile>& sources = subject.project->sources;
  if (isProven(subject)) {
    std::string text = headOf(subject, *subject.patch, texts.edits);
    for (const SourceFile& changed : subject.patch->changed)
      if (const auto source = std::ranges::find(sources, changed.name, &SourceFile::name); source != sources.end())
        text += fileDiff(*source, changed.text);
    return text;
  }
  std::string text = headOf(subject);
  const Notes notes = notesOf(subject, texts);
  for (const SourceFile& source : sources)
    if (const auto said = notes.find(source.name); said != notes.end()) text += fileDiff(source, annotated(source, said->second));
  return text;
}

} // namespace gevo::report
