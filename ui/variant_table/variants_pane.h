#pragma once

/// The card with the table of variants and its filter.

#include "ui/model/filter_model.h"
#include "ui/model/variant_group.h"
#include "ui/variant_table/variant_proxy.h"
#include "ui/widgets/card.h"

class QLineEdit;
class QMenu;
class QTableView;

namespace gevo::ui {

class ExportMenu;
class FilterNotice;

class VariantsPane : public Card {
  Q_OBJECT
public:
  VariantsPane(const RunModel& model, Selection& selection, VariantGroup& group, FilterModel& filter, AnnotationService& annotations,
               QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  QTableView* table() const { return table_; }
  QLineEdit* filter() const { return filter_; }
  /// What of the filter was not understood; hidden if all was.
  QLabel* problem() const { return problem_; }
  FilterNotice* filterNotice() const { return filterNotice_; }
  VariantProxy* proxy() const { return proxy_; }
  /// Opens the selected variant's note in the table.
  void editNote();
  /// Which columns are shown, in which order, and how wide where the user made them so; to be remembered.
  QByteArray columns() const;
  /// As `columns` gave it; an empty or foreign one is ignored.
  void setColumns(const QByteArray& state);
  void resetColumns();

signals:
  /// The selected variant is to be compared on several devices.
  void devicesRequested();
  /// Those that are selected together are to be compared.
  void comparisonRequested();

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  int leastWidth(int column) const;
  void shareWidth();
  void fitColumns();
  void setUpTable();
  void setUpColumns();
  void setUpMenus();
  void fillColumnMenu(QMenu* menu);
  void openRowMenu(const QPoint& position);
  void addRowActions(QMenu& menu, const VariantRow& row);
  void applyFilter();
  void showSelected();
  void takeSelected();
  void showGroup();
  void updateCount();

  const RunModel& model_;
  Selection& selection_;
  VariantGroup& group_;
  FilterModel& filterModel_;
  AnnotationService& annotations_;
  VariantTableModel* rows_;
  VariantProxy* proxy_;
  QTableView* table_;
  QLineEdit* filter_;
  QLabel* count_;
  QLabel* problem_;
  FilterNotice* filterNotice_;
  ExportMenu* take_ = nullptr;
  bool ownWidths_ = false; ///< the user dragged a column
  bool showsEnergy_ = false;
  bool sharing_ = false;
  bool following_ = false; ///< the table moves to what is selected elsewhere
};

} // namespace gevo::ui
