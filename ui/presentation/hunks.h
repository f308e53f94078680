#pragma once

/// The changed places of two compared texts, one below the other as in a patch. A value without widgets, made on any thread.

#include "ui/diff/diff_model.h"

#include <vector>

namespace gevo::ui {

struct HunkLine {
  enum class Kind : std::uint8_t { Context, Removed, Added, Note };
  Kind kind = Kind::Context;
  int number = -1; ///< of the line in its text, from 0; -1 in a note
  QString text = {};
  std::vector<TextSpan> changed = {}; ///< UTF-16 units of `text`
  int indentation = 0;                ///< characters that were taken off at the left of `text`
};

/// A place with a few equal lines around it. What all of its lines are indented by is taken off.
struct Hunk {
  std::vector<HunkLine> lines;
};

std::vector<Hunk> hunksOf(const DiffModel& model);
/// Code that is compared with nothing: from the first kernel on, or from the top where there is none.
Hunk kernelCode(const QString& text);

} // namespace gevo::ui
