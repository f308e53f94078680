#pragma once

/// The card with the selected variant's edits.

#include "ui/edits/edit_model.h"
#include "ui/run/selection.h"
#include "ui/theme/card.h"

class QStackedWidget;
class QTableView;

namespace gevo::ui {

class EditsPane : public Card {
  Q_OBJECT
public:
  explicit EditsPane(Selection& selection, QWidget* parent = nullptr);
  void setTheme(const Theme& theme) { model_->setTheme(theme); }
  void setDetails(std::shared_ptr<const VariantDetails> details);
  QTableView* table() const { return table_; }
  EditModel* model() const { return model_; }
  /// Puts the edits' text form on the clipboard.
  void copyEdits() const;

private:
  void showSelected(int edit);

  Selection& selection_;
  EditModel* model_;
  QTableView* table_;
  QLabel* notice_;
  QStackedWidget* pages_;
  QLabel* count_;
};

} // namespace gevo::ui
