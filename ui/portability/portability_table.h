#pragma once

/// What is known of each variant on each device, as a table.

#include "core/portability/portability.h"

#include <QAbstractTableModel>

namespace gevo::ui {

enum class PortabilityColumn { Variant, Device, Speedup, Original, Runtime, Why };

class PortabilityTable : public QAbstractTableModel {
  Q_OBJECT
public:
  static constexpr int columns = 6;
  /// What rows are sorted by: a number where a cell shows one.
  static constexpr int sortRole = Qt::UserRole;

  using QAbstractTableModel::QAbstractTableModel;
  void setFound(std::shared_ptr<const Portability> found);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : columns; }
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
  struct Place {
    std::size_t variant;
    std::size_t device;
  };
  std::shared_ptr<const Portability> found_;
  std::vector<Place> rows_;
};

/// "unsupported: it needs 96 KiB of shared memory".
QString whyItDoesNotRun(const PortabilityCell& cell);

} // namespace gevo::ui
