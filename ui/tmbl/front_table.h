#pragma once

/// A front as a table: a row for each program, by length.

#include "ui/tmbl/fit_service.h"

#include <QAbstractTableModel>

namespace gevo::ui {

enum class FrontColumn { Length, TrainingError, TestError, Explained, Formula };

class FrontTable : public QAbstractTableModel {
  Q_OBJECT
public:
  static constexpr int columns = 5;

  using QAbstractTableModel::QAbstractTableModel;
  /// Of another table of numbers; it has no rows yet.
  void begin(std::shared_ptr<const FitData> data);
  /// Rows that stay keep their place, so that a view does not move.
  void setFront(const FittedFront& front);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : columns; }
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
  QString text(const tmbl::FittedProgram& program, FrontColumn column) const;

  std::shared_ptr<const FitData> data_;
  FittedFront front_;
};

} // namespace gevo::ui
