#pragma once

/// How the selected variant came to be: its ancestors that gained edits, one row each, oldest first.

#include "ui/model/run_model.h"
#include "ui/model/variant_details.h"
#include "ui/theme/theme.h"

#include <QAbstractTableModel>

namespace gevo::ui {

class HistoryModel : public QAbstractTableModel {
  Q_OBJECT
public:
  enum Column { Generation, Variant, Speedup, Change, ColumnCount };

  explicit HistoryModel(const RunModel& run, QObject* parent = nullptr);
  void setTheme(const Theme& theme);
  /// Null: no variant.
  void setDetails(std::shared_ptr<const VariantDetails> details);
  std::int64_t variantAt(int row) const { return steps_[static_cast<std::size_t>(row)].variant.id; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
  QString change(const LineageStep& step) const;
  QString description(std::uint32_t edit) const;
  double bar(const LineageStep& step) const;

  const RunModel& run_;
  std::shared_ptr<const VariantDetails> details_;
  std::vector<LineageStep> steps_;
  Theme theme_ = Theme::light();
};

} // namespace gevo::ui
