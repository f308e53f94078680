#pragma once

/// The variant that the window shows: the selected one, or what its checked edits make of it. Exports, validations and proofs are of it.

#include "core/base/result.h"

#include <QString>

#include <functional>

namespace gevo::ui {

class AnnotationService;
class EditsPane;
class Selection;
class WhatIf;

class ShownVariant {
public:
  ShownVariant(AnnotationService& annotations, const Selection& selection, const EditsPane& edits);

  struct Name {
    QString title; ///< "Variant 8123 without 2 edits"
    QString file;  ///< "8123-checked"
  };
  /// The error says why the file can't hold what is shown, so that it can't be `done`: "exported", "validated".
  Result<Name> name(const QString& done) const;
  /// Of what is shown now; null unless it has a name. Calls its argument with the variant's number. Checked edits become a derived variant
  /// first: the file has to hold what results are of.
  std::function<void(std::function<void(std::int64_t variant)>)> number() const;
  /// Which of its edits are checked.
  const WhatIf& whatIf() const;

private:
  AnnotationService& annotations_;
  const Selection& selection_;
  const EditsPane& edits_;
};

} // namespace gevo::ui
