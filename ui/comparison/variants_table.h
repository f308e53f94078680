#pragma once

/// Variants side by side as a table: a row for each property, a column for each variant; what is best in a row stands out.

#include "core/comparison/variant_comparison.h"
#include "ui/theme/theme.h"

#include <QAbstractTableModel>

#include <memory>

namespace gevo::ui {

class VariantsTable : public QAbstractTableModel {
  Q_OBJECT
public:
  explicit VariantsTable(QObject* parent = nullptr);
  void setTheme(const Theme& theme);
  void setComparison(std::shared_ptr<const VariantComparison> comparison);
  /// Only rows in which the variants differ.
  void setDifferingOnly(bool only);
  /// -1: the column of names.
  std::int64_t variantOf(int column) const;
  const PropertyRow& row(int index) const { return comparison_->rows[rows_[static_cast<std::size_t>(index)]]; }
  bool isSection(int index) const { return row(index).kind == PropertyKind::Section; }
  /// How many rows all variants have in common, and are hidden.
  std::size_t hidden() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
  void choose();

  Theme theme_;
  std::shared_ptr<const VariantComparison> comparison_;
  bool differingOnly_ = false;
  std::vector<std::size_t> rows_; ///< shown
};

/// All rows that are shown, without sections; what is best has a star.
QByteArray csvOf(const VariantsTable& table);

} // namespace gevo::ui
