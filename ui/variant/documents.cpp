#include "ui/variant/documents.h"

#include <QObject>

#include <algorithm>
#include <map>
#include <set>

namespace gevo::ui {
namespace {

/// Longer descriptions are replaced by the short effect, or they would cover the code.
constexpr qsizetype longestLabel = 44;

QString fileName(const std::string& path) {
  const QString name = QString::fromStdString(path);
  return name.mid(name.lastIndexOf('/') + 1);
}

int sourceNamed(const Project& project, const std::string& name) {
  const auto found =
      std::find_if(project.sources.begin(), project.sources.end(), [&](const SourceFile& file) { return file.name == name; });
  return found == project.sources.end() ? -1 : static_cast<int>(found - project.sources.begin());
}

QString labelOf(const EditDescription& edit) {
  QString description = QString::fromStdString(edit.text);
  description.remove('`');
  const QString effect = QString::fromStdString(edit.effect);
  const bool brief = edit.inSource || description.isEmpty() || description.size() > longestLabel || edit.effect.ends_with("removed");
  return brief ? effect : description;
}

bool isProven(const SideTexts& side) { return side.details->patch && side.details->patch->state != PatchState::Illustration; }

/// The source as the variant has it; null where it is as it was.
const MappedText* rewritten(const VariantTexts& texts, int source) {
  const auto found = std::ranges::find(texts.cuda, source, &RewrittenSource::file);
  return found == texts.cuda.end() ? nullptr : &found->text;
}

/// Where the lines of a source are now, counting from 0; lines that are gone are missing.
std::map<int, int> linesNow(const MappedText* text, int lines) {
  std::map<int, int> now;
  if (text == nullptr) {
    for (int line = 1; line <= lines; ++line) now[line] = line - 1;
  } else {
    for (std::size_t i = 0; i < text->sourceLine.size(); ++i)
      if (text->sourceLine[i] > 0) now.emplace(static_cast<int>(text->sourceLine[i]), static_cast<int>(i));
  }
  return now;
}

int lineCount(const QString& text) { return static_cast<int>(text.count('\n')) + 1; }

/// Lines that code was made from; the others (comments, declarations) get no colour.
std::set<int> linesWithCode(const MappedText& text, int source) {
  std::set<int> lines;
  for (std::size_t line = 0; line < text.sourceLine.size() && line < text.sourceFile.size(); ++line)
    if (text.sourceFile[line] == source) lines.insert(static_cast<int>(text.sourceLine[line]));
  return lines;
}

struct EditLabel {
  int edit;
  QString text;
};

/// One label per line: the description of a single edit, or the effects of several.
QVector<LineLabel> labelsOf(const std::map<int, std::vector<EditLabel>>& byLine, const std::map<int, int>& now) {
  QVector<LineLabel> labels;
  for (const auto& [line, of] : byLine) {
    const auto shown = now.find(line);
    if (shown == now.end()) continue; // shown on the other side, where the line still is
    QStringList texts;
    for (const EditLabel& label : of)
      if (!texts.contains(label.text)) texts << label.text;
    QString text = texts.mid(0, 2).join(QStringLiteral(" · "));
    if (texts.size() > 2) text += QObject::tr(" · %1 more").arg(texts.size() - 2);
    labels.push_back({shown->second, text, of.front().edit, false});
  }
  return labels;
}

/// `isProven`: the text is the variant, so that edits which are not in it don't matter.
QVector<LineLabel> labelsBesideLines(const Project& project, const std::vector<EditDescription>& edits, bool isProven, int source,
                                     const std::map<int, int>& now) {
  std::map<int, std::vector<EditLabel>> byLine;
  for (std::size_t edit = 0; edit < edits.size(); ++edit) {
    const EditDescription& description = edits[edit];
    if (!description.active || (isProven && !description.inSource)) continue;
    std::set<int> lines;
    const SourceSpot target = spotOf(project, description.target);
    const SourceSpot other = spotOf(project, description.other);
    if (description.addsCode && other.file == source)
      lines.insert(other.line);
    else if (target.file == source)
      lines.insert(target.line);
    for (const int line : lines) byLine[line].push_back({static_cast<int>(edit), labelOf(description)});
  }
  return labelsOf(byLine, now);
}

DiffDocument cudaDocument(const Project& project, const SideTexts& side, int source) {
  DiffDocument document;
  document.syntax = "CUDA";
  if (source < 0 || static_cast<std::size_t>(source) >= project.sources.size()) return document;
  const SourceFile& file = project.sources[static_cast<std::size_t>(source)];
  document.title = side.title + QStringLiteral(" · ") + fileName(file.name);
  const MappedText* changed = rewritten(side.details->texts, source);
  document.text = QString::fromStdString(changed ? changed->text : file.text);
  const std::set<int> code = linesWithCode(side.details->texts.ir, source);
  const int lines = lineCount(document.text);
  for (int i = 0; i < lines; ++i) {
    const auto index = static_cast<std::size_t>(i);
    // The worker's reply is not trusted to be in range.
    const std::uint32_t line = !changed ? index + 1 : index < changed->sourceLine.size() ? changed->sourceLine[index] : 0;
    document.sourceFile << (code.contains(static_cast<int>(line)) ? source : -1);
    document.sourceLine << (code.contains(static_cast<int>(line)) ? static_cast<int>(line) : -1);
  }
  document.labels = labelsBesideLines(project, side.details->texts.edits, isProven(side), source, linesNow(changed, lines));
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

DiffDocument makeDocument(TextKind kind, const Project& project, const SideTexts& side, int source) {
  DiffDocument document;
  const VariantTexts& texts = side.details->texts;
  if (kind == TextKind::Cuda) document = cudaDocument(project, side, source);
  if (kind == TextKind::Ir) document = mappedDocument(texts.ir, "LLVM IR", side);
  if (kind == TextKind::Ptx) document = mappedDocument(texts.ptx, "PTX", side);
  if (kind == TextKind::Ptx && !texts.ptxError.empty()) document.text = "// " + QString::fromStdString(texts.ptxError);
  document.footer = side.runtime;
  return document;
}

void strikeRemoved(DiffDocument& left, const Project& project, const SideTexts& right, int source) {
  const std::vector<EditDescription>& edits = right.details->texts.edits;
  const std::set<int> kept = linesWithCode(right.details->texts.ir, source); // by another kernel that has the line too, say
  const int lines = lineCount(left.text);
  const std::map<int, int> now = linesNow(rewritten(right.details->texts, source), lines);
  std::set<int> labelled;
  for (std::size_t edit = 0; edit < edits.size(); ++edit) {
    const SourceSpot spot = spotOf(project, edits[edit].target);
    if (!edits[edit].active || !edits[edit].removesTarget || spot.file != source) continue;
    if (isProven(right) && !edits[edit].inSource) continue;
    const bool gone = !now.contains(spot.line);
    const bool whole = gone || (edits[edit].effect.ends_with("removed") && !kept.contains(spot.line));
    const bool first = labelled.insert(spot.line).second;
    left.labels.push_back({spot.line - 1, gone && first ? labelOf(edits[edit]) : QString(), static_cast<int>(edit), whole});
  }
  // The further lines of a statement.
  for (int line = 1; line <= lines; ++line)
    if (!now.contains(line) && !labelled.contains(line)) left.labels.push_back({line - 1, {}, -1, true});
}

} // namespace gevo::ui
