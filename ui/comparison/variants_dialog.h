#pragma once

/// Several variants side by side, to be read, copied and saved.

#include "ui/comparison/variants_table.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QTableView;

namespace gevo::ui {

class ExportMenu;

class VariantsDialog : public QDialog {
  Q_OBJECT
public:
  explicit VariantsDialog(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// `of`: how many were selected, where that is more than are compared.
  void setComparison(std::shared_ptr<const VariantComparison> comparison, std::size_t of);
  void setProblem(const QString& problem);

  QTableView* table() const { return table_; }
  VariantsTable* model() const { return model_; }
  QCheckBox* differingOnly() const { return differingOnly_; }
  QLabel* summary() const { return summary_; }
  /// With tabs, for documents and spreadsheets.
  QString text() const;
  void copyText() const;

signals:
  /// Show it in all panes.
  void variantChosen(qint64 variant);

private:
  void say();
  void layRowsOut();

  VariantsTable* model_;
  QTableView* table_;
  QLabel* summary_;
  QCheckBox* differingOnly_;
  std::size_t selected_ = 0;
};

} // namespace gevo::ui
