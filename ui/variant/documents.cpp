#include "ui/variant/documents.h"

#include <QObject>

#include <algorithm>
#include <map>
#include <set>

namespace gevo::ui {
namespace {

QString fileName(const std::string& path) {
  const QString name = QString::fromStdString(path);
  return name.mid(name.lastIndexOf('/') + 1);
}

QString tipOf(ReachedBy by) {
  switch (by) {
  case ReachedBy::Tests:
    return {};
  case ReachedBy::HeldOut:
    return QObject::tr("No test that the search evaluates variants on runs this code. Held-out tests do.");
  case ReachedBy::Fuzz:
    return QObject::tr("No test runs this code. Some fuzz inputs do.");
  case ReachedBy::Nothing:
    break;
  }
  return QObject::tr("No test runs the GPU code that was made from this line. Workloads are not measured.");
}

bool isProven(const SideTexts& side) { return side.details->patch && side.details->patch->state != PatchState::Illustration; }

/// The source as the variant has it; null where it is as it was.
const MappedText* rewritten(const VariantTexts& texts, int source) {
  const auto found = std::ranges::find(texts.cuda, source, &RewrittenSource::file);
  return found == texts.cuda.end() ? nullptr : &found->text;
}

int lineCount(const QString& text) { return static_cast<int>(text.count('\n')) + 1; }

/// Lines that code was made from; the others (comments, declarations) get no colour.
std::set<int> linesWithCode(const MappedText& text, int source) {
  std::set<int> lines;
  for (std::size_t line = 0; line < text.sourceLine.size() && line < text.sourceFile.size(); ++line)
    if (text.sourceFile[line] == source) lines.insert(static_cast<int>(text.sourceLine[line]));
  return lines;
}

/// True where the text shows what the edit did, or the patch does without it: it is not what makes the variant.
bool isWritten(const SideTexts& side, std::int32_t edit) {
  const EditList& edits = side.details->individual.edits;
  if (!isProven(side) || edit < 0 || static_cast<std::size_t>(edit) >= edits.size()) return false;
  const std::vector<PatchedEdit>& patched = side.details->patch->edits;
  const auto found = std::ranges::find(patched, edits[static_cast<std::size_t>(edit)].uid, &PatchedEdit::uid);
  return found == patched.end() || found->is != EditInPatch::Missing;
}

QString noteText(const Consequence& consequence, const std::string& shownKernel) {
  const QString text = QString::fromStdString(consequence.text);
  return consequence.kernel.empty() || consequence.kernel == shownKernel
             ? text
             : QObject::tr("in `%1`: %2").arg(QString::fromStdString(consequence.kernel), text);
}

/// What the text itself does not show. `now`: the line that each line of the source is in the text, from 0; missing where it is gone.
QVector<LineNote> notesOf(const Project& project, const SideTexts& side, int source, const std::string& kernel,
                          const std::map<int, int>& now) {
  QVector<LineNote> notes;
  for (const Consequence& consequence : side.details->texts.consequences) {
    const SourceSpot spot = spotOf(project, consequence.at);
    if (spot.file != source || isWritten(side, consequence.edit) || (!kernel.empty() && consequence.kernel != kernel)) continue;
    if (const auto line = now.find(spot.line); line != now.end())
      notes.push_back({line->second, noteText(consequence, kernel), consequence.edit});
  }
  // The text says the rest; an edit still has its place in it, the line below where its own is gone.
  const std::vector<EditDescription>& edits = side.details->texts.edits;
  for (std::size_t edit = 0; edit < edits.size(); ++edit) {
    if (!edits[edit].active || !isWritten(side, static_cast<std::int32_t>(edit))) continue;
    const SourceSpot spot = spotOf(project, edits[edit].target);
    if (const auto line = now.lower_bound(spot.line); spot.file == source && line != now.end())
      notes.push_back({line->second, {}, static_cast<int>(edit)});
  }
  return notes;
}

DiffDocument cudaDocument(const Project& project, const SideTexts& side, int source, const std::string& kernel) {
  DiffDocument document;
  document.syntax = "CUDA";
  if (source < 0 || static_cast<std::size_t>(source) >= project.sources.size()) return document;
  const SourceFile& file = project.sources[static_cast<std::size_t>(source)];
  document.title = side.title + QStringLiteral(" · ") + fileName(file.name);
  const MappedText* changed = rewritten(side.details->texts, source);
  document.text = QString::fromStdString(changed ? changed->text : file.text);
  const std::set<int> code = linesWithCode(side.details->texts.ir, source);
  const int lines = lineCount(document.text);
  std::map<int, int> now;
  for (int i = 0; i < lines; ++i) {
    const auto index = static_cast<std::size_t>(i);
    // The worker's reply is not trusted to be in range.
    const std::uint32_t line = !changed ? index + 1 : index < changed->sourceLine.size() ? changed->sourceLine[index] : 0;
    if (line > 0) now.emplace(static_cast<int>(line), i);
    document.sourceFile << (code.contains(static_cast<int>(line)) ? source : -1);
    document.sourceLine << (code.contains(static_cast<int>(line)) ? static_cast<int>(line) : -1);
  }
  document.notes = notesOf(project, side, source, kernel, now);
  return document;
}

DiffDocument mappedDocument(const MappedText& text, const QString& syntax, const SideTexts& side) {
  DiffDocument document;
  document.title = side.title;
  document.syntax = syntax;
  document.text = QString::fromStdString(text.text);
  for (std::size_t line = 0; line < text.sourceFile.size() && line < text.sourceLine.size(); ++line) {
    const bool known = text.sourceFile[line] >= 0;
    document.sourceFile << (known ? text.sourceFile[line] : -1);
    document.sourceLine << (known ? static_cast<int>(text.sourceLine[line]) : -1);
    const std::int32_t chain = line < text.chain.size() ? text.chain[line] : -1;
    const bool inlined = chain >= 0 && static_cast<std::size_t>(chain) < text.chains.size();
    document.tips << (inlined ? QString::fromStdString(text.chains[static_cast<std::size_t>(chain)]) : QString());
  }
  return document;
}

} // namespace

int sourceNamed(const Project& project, const std::string& name) {
  const auto found =
      std::find_if(project.sources.begin(), project.sources.end(), [&](const SourceFile& file) { return file.name == name; });
  return found == project.sources.end() ? -1 : static_cast<int>(found - project.sources.begin());
}

SourceSpot spotOf(const Project& project, const std::vector<SourcePosition>& chain) {
  for (const SourcePosition& position : chain) {
    const int file = sourceNamed(project, position.file);
    if (file >= 0 && position.line > 0) return {file, static_cast<int>(position.line)};
  }
  return {};
}

int mainSource(const Project& project, const SideTexts& side) {
  std::map<int, int> touched;
  for (const EditDescription& edit : side.details->texts.edits)
    if (const SourceSpot spot = spotOf(project, edit.target); edit.active && spot.file >= 0) ++touched[spot.file];
  const auto most = std::max_element(touched.begin(), touched.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most != touched.end()) return most->first;
  for (std::size_t file = 0; file < project.sources.size(); ++file)
    if (project.sources[file].name.ends_with(".cu")) return static_cast<int>(file);
  return project.sources.empty() ? -1 : 0;
}

QStringList changedKernels(const SideTexts& side) {
  QStringList kernels;
  for (const Consequence& consequence : side.details->texts.consequences)
    if (const QString name = QString::fromStdString(consequence.kernel); !name.isEmpty() && !kernels.contains(name)) kernels << name;
  return kernels;
}

DiffDocument makeDocument(TextKind kind, const Project& project, const SideTexts& side, int source, const std::string& kernel) {
  DiffDocument document;
  const VariantTexts& texts = side.details->texts;
  if (kind == TextKind::Cuda) document = cudaDocument(project, side, source, kernel);
  if (kind == TextKind::Ir) document = mappedDocument(texts.ir, "LLVM IR", side);
  if (kind == TextKind::Ptx) document = mappedDocument(texts.ptx, "PTX", side);
  if (kind == TextKind::Ptx && !texts.ptxError.empty()) document.text = "// " + QString::fromStdString(texts.ptxError);
  document.footer = side.runtime;
  return document;
}

UnreachedLines unreachedLines(const Project& project, const ProgramCoverage& coverage) {
  UnreachedLines unreached;
  if (!coverage.isMeasured()) return unreached;
  const Reach reach = reachOf(coverage);
  for (std::size_t i = 0; i < reach.lines.size(); ++i) {
    const CodeLine& line = coverage.code.lines[i];
    const int file = sourceNamed(project, line.file);
    if (file >= 0 && reach.lines[i] != ReachedBy::Tests) unreached[{file, static_cast<int>(line.line)}] = reach.lines[i];
  }
  return unreached;
}

void markUnreached(DiffDocument& document, const UnreachedLines& unreached) {
  for (qsizetype i = 0; i < document.sourceLine.size(); ++i) {
    const auto found = unreached.find({document.sourceFile[i], document.sourceLine[i]});
    if (found == unreached.end()) continue;
    document.marks.resize(i + 1, LineMark::None);
    document.marks[i] = found->second == ReachedBy::Nothing ? LineMark::Dot : LineMark::Ring;
    document.tips.resize(i + 1);
    document.tips[i] = tipOf(found->second);
  }
}

void keepOnlyDifferent(DiffDocument& left, DiffDocument& right) {
  const auto isIn = [](const QVector<LineNote>& notes, const LineNote& one) {
    if (one.text.isEmpty()) return false; // the place of an edit
    return std::ranges::any_of(notes, [&](const LineNote& other) { return other.line == one.line && other.text == one.text; });
  };
  const QVector<LineNote> ofLeft = left.notes;
  left.notes.removeIf([&](const LineNote& note) { return isIn(right.notes, note); });
  right.notes.removeIf([&](const LineNote& note) { return isIn(ofLeft, note); });
}

} // namespace gevo::ui
