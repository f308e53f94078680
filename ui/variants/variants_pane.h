#pragma once

/// The card with the table of variants and its filter.

#include "ui/run/selection.h"
#include "ui/theme/card.h"
#include "ui/variants/variant_table_model.h"

class QLineEdit;
class QTableView;

namespace gevo::ui {

class VariantsPane : public Card {
  Q_OBJECT
public:
  VariantsPane(const RunModel& model, Selection& selection, QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  QTableView* table() const { return table_; }
  QLineEdit* filter() const { return filter_; }
  VariantProxy* proxy() const { return proxy_; }

private:
  void setUpTable();
  void applyFilter();
  void showSelected();
  void updateCount();

  const RunModel& model_;
  Selection& selection_;
  VariantTableModel* rows_;
  VariantProxy* proxy_;
  QTableView* table_;
  QLineEdit* filter_;
  QLabel* count_;
};

} // namespace gevo::ui
