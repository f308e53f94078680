#pragma once

/// The sorted and filtered table of variants. A QSortFilterProxyModel announces every new row separately and sorts on the GUI
/// thread; with 200,000 rows each takes a tenth of a second. Here new rows come together and are merged, and large tables are sorted on
/// another thread. Changes are signalled as rows removed, inserted and moved, so that an open editor and the scroll position stay.

#include "ui/variant_table/variant_table_model.h"

#include <QAbstractProxyModel>

namespace gevo::ui {

class VariantProxy : public QAbstractProxyModel {
  Q_OBJECT
public:
  explicit VariantProxy(VariantTableModel& table, QObject* parent = nullptr);
  /// A large table is updated shortly afterwards, as after `sort`.
  void setFilter(VariantTest filter);
  void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;
  /// False while another thread sorts.
  bool settled() const { return awaited_ == 0; }
  /// As shown, from 0 to rowCount() - 1.
  const VariantRow& variant(int row) const { return table_.row(order_[static_cast<std::size_t>(row)]); }
  std::int64_t variantAt(const QModelIndex& index) const;
  QModelIndex indexOf(std::int64_t variant) const;

  QModelIndex mapToSource(const QModelIndex& proxy) const override;
  QModelIndex mapFromSource(const QModelIndex& source) const override;
  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
  struct Order {
    int column = -1;
    bool descending = false;
  };
  /// What rows are compared by: the sort column's figure, then their row in the table.
  struct Keys {
    Order by;
    std::vector<double> figures; ///< by row of the table
    bool less(int a, int b) const;
  };
  double figure(int row, int column) const;
  bool passes(int row) const { return filter_.empty() || filter_.passes(table_.source(), table_.row(row)); }
  std::vector<int> passingFrom(int first, int end) const;
  void arrange();
  void apply(std::vector<int> order, Keys keys);
  void applySorted(std::vector<int> order, Keys keys);
  bool removeAllBut(const std::vector<int>& order);
  void append(std::vector<int> rows);
  void rearrange(std::vector<int> order, Keys keys);
  void insertRows(int first, int last);
  void changeRows(const QModelIndex& from, const QModelIndex& to);

  VariantTableModel& table_;
  VariantTest filter_;
  Order wanted_;
  Keys keys_;                  ///< of `order_`; while another thread sorts, not yet by what is wanted
  std::vector<int> order_;     ///< rows of the table, as shown
  std::uint64_t requests_ = 0; ///< sort requests to another thread so far
  std::uint64_t awaited_ = 0;  ///< the request whose result is awaited; 0: none
};

} // namespace gevo::ui
