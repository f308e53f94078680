#pragma once

/// Converts a worker's texts of variants to documents of the difference view. Pure functions of values.

#include "core/values/coverage.h"
#include "core/values/project.h"
#include "ui/diff/diff_document.h"
#include "ui/model/variant_details.h"

#include <map>
#include <memory>

namespace gevo::ui {

enum class TextKind { Cuda, Ir, Ptx };

/// One side of the comparison.
struct SideTexts {
  std::shared_ptr<const VariantDetails> details;
  QString title;         ///< "variant 8123"
  QString runtime;       ///< "13.31 µs", with the text behind it
  bool provable = false; ///< it passed its tests and can be stored with a proof
};

/// The location of an edit in the project's own sources: inlined code counts where it was written, code of headers that the project
/// does not hold counts where it was called from. File -1 where there is none.
struct SourceSpot {
  int file = -1;
  int line = 0; ///< counts from 1
  auto operator<=>(const SourceSpot&) const = default;
};
/// Its place in Project::sources; -1: there is no such source.
int sourceNamed(const Project& project, const std::string& name);
SourceSpot spotOf(const Project& project, const std::vector<SourcePosition>& chain);

/// Index of the source to show first: the one that the variant's edits touch most, else the first CUDA file.
int mainSource(const Project& project, const SideTexts& side);

/// For Cuda, `source` is the file to show, and `kernel` the one that notes are about; empty: all of them.
DiffDocument makeDocument(TextKind kind, const Project& project, const SideTexts& side, int source, const std::string& kernel = {});

/// Lines of the sources that have code which no test runs, and what else does. Empty where it is not known.
using UnreachedLines = std::map<SourceSpot, ReachedBy>;
UnreachedLines unreachedLines(const Project& project, const ProgramCoverage& coverage);
/// Marks them in a document of CUDA.
void markUnreached(DiffDocument& document, const UnreachedLines& unreached);

/// Those that the variant changes and the source names, in a program with several.
QStringList changedKernels(const SideTexts& side);

/// Takes out the notes that both sides have: two variants are compared by what differs between them.
void keepOnlyDifferent(DiffDocument& left, DiffDocument& right);

} // namespace gevo::ui
