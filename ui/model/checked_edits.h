#pragma once

/// The selected variant with only some of its edits: those that are checked in the pane of edits.

#include "core/values/evaluation_result.h"

#include <QString>

#include <optional>

namespace gevo::ui {

struct CheckedEdits {
  std::int64_t variant = 0; ///< whose edits they are
  std::uint32_t on = 0;
  std::uint32_t off = 0;
  std::optional<EvaluationResult> result; ///< nothing until they are evaluated
  QString problem;                        ///< why they can't be

  bool isValid() const { return result && result->valid(); }
  /// "Variant 8123 without 2 edits".
  QString title() const;
};

} // namespace gevo::ui
