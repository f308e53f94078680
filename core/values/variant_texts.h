#pragma once

/// A variant as people read it: IR, PTX, sources with the edits written into them, and what each edit does.

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gevo {

/// One line of source that an edit came from; inlined code has its chain, innermost first.
struct SourcePosition {
  std::string file; ///< as in Project::sources
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string function;
};

struct EditDescription {
  bool active = false;
  std::string text;                   ///< "delete barrier", "operand `vy1` becomes `ty`", "condition becomes `tx < cols`"
  std::vector<SourcePosition> target; ///< chain of the instruction acted on
  std::vector<SourcePosition> other;  ///< chain of where it went, if anywhere
  bool inSource = false;              ///< a proven patch has it, so that VariantTexts::cuda shows it
  /// In the papers' terms (Liou et al. 2019, V-A; Liou et al. 2022, VI): "barrier removed", "loop perforation", ... Empty where none is
  /// certain to apply.
  std::string meaning;
  /// "delete: barrier in a loop": what it has in common with edits of other programs, see core/edit/idea.h. Empty for parameters and where
  /// the edit was not active.
  std::string context = {};
};

/// Text of a consequence that words would only obscure.
inline constexpr const char* noSimpleWords = "changed here in a way that has no simple words; see LLVM IR";

/// What the code does differently at a line of the source.
struct Consequence {
  std::int32_t edit = -1;         ///< index of the edit that did it, the last one if there were several
  std::vector<SourcePosition> at; ///< innermost first
  std::string kernel;             ///< where the program has several
  std::string text;               ///< "this barrier is gone"; code between backquotes
  bool ofSeveral = false;         ///< other edits than `edit` have a part in it
};

/// A text with, per line, the source line it came from (file index into Project::sources, -1 for none).
struct MappedText {
  std::string text;
  std::vector<std::int32_t> sourceFile; ///< per line
  std::vector<std::uint32_t> sourceLine;
  std::vector<std::int32_t> chain; ///< per line: index into `chains`, -1 where the code was not inlined; may be shorter than the text
  std::vector<std::string> chains; ///< "clamp (a.cu:12), inlined at a.cu:47 in step"
};

/// A source of the project as a proven patch has it.
struct RewrittenSource {
  std::int32_t file = 0; ///< index into Project::sources
  MappedText text;       ///< per line, the line it was in the source; file -1 for a new one
};

struct VariantTexts {
  MappedText ir; ///< cleaned unless asked otherwise: names demangled, no debug records, attributes or metadata
  MappedText ptx;
  std::string ptxError; ///< why there is no PTX, when the back end rejects the variant
  std::vector<EditDescription> edits;
  std::vector<Consequence> consequences; ///< of all edits together, by line
  std::vector<RewrittenSource> cuda;     ///< sources that a proven patch changes
};

template <class Archive> void fields(Archive& a, SourcePosition& m) { a(m.file, m.line, m.column, m.function); }
template <class Archive> void fields(Archive& a, EditDescription& m) {
  a(m.active, m.text, m.target, m.other, m.inSource, m.meaning, m.context);
}
template <class Archive> void fields(Archive& a, MappedText& m) { a(m.text, m.sourceFile, m.sourceLine, m.chain, m.chains); }
template <class Archive> void fields(Archive& a, Consequence& m) { a(m.edit, m.at, m.kernel, m.text, m.ofSeveral); }
template <class Archive> void fields(Archive& a, RewrittenSource& m) { a(m.file, m.text); }
template <class Archive> void fields(Archive& a, VariantTexts& m) { a(m.ir, m.ptx, m.ptxError, m.edits, m.consequences, m.cuda); }

} // namespace gevo
