#pragma once

/// The card with the selected variant's edits: each can be switched off, to see the variant without it.

#include "ui/edits/edit_model.h"
#include "ui/run/selection.h"
#include "ui/theme/card.h"

class QStackedWidget;
class QTableView;
class QToolButton;

namespace gevo::ui {

class ShareDelegate;

class EditsPane : public Card {
  Q_OBJECT
public:
  explicit EditsPane(Selection& selection, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setDetails(std::shared_ptr<const VariantDetails> details);
  QTableView* table() const { return table_; }
  EditModel* model() const { return model_; }
  WhatIf& whatIf() { return whatIf_; }
  /// What stands in the header: how many edits, or how the variant does as it is switched.
  QString summary() const;
  /// Metric of the run, for errors.
  void setMetric(Metric metric) { metric_ = metric; }
  /// Puts the edits' text form on the clipboard.
  void copyEdits() const;

private:
  void showSelected(int edit);
  void showSummary();
  QString switchedText() const;

  Selection& selection_;
  WhatIf whatIf_;
  Metric metric_ = Metric::MaxRelative;
  EditModel* model_;
  QTableView* table_;
  QLabel* notice_;
  QStackedWidget* pages_;
  ShareDelegate* shares_;
  QLabel* count_;
  QLabel* switched_;
  QToolButton* allOn_;
};

} // namespace gevo::ui
