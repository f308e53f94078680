#pragma once

/// The valid variants as a table, one row each, those that the user derived first, growing while the run goes on.

#include "ui/model/variant_filter.h"
#include "ui/service/annotation_service.h"
#include "ui/theme/theme.h"

#include <QAbstractTableModel>
#include <QIcon>

namespace gevo::ui {

class VariantTableModel : public QAbstractTableModel {
  Q_OBJECT
public:
  static constexpr int columns = 12; ///< of VariantColumn

  VariantTableModel(const RunModel& model, AnnotationService& annotations, QObject* parent = nullptr);
  void setTheme(const Theme& theme);
  VariantSource source() const { return {model_, annotations_}; }
  const VariantRow& row(int index) const;
  /// Row of a variant, -1 for none.
  int rowOf(std::int64_t id) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  /// Of the note.
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
  QString text(const VariantRow& row, VariantColumn column) const;
  QVariant mark(const VariantRow& row) const;
  void addRows(qsizetype first, qsizetype count);
  void addDerived();
  void reset();

  const RunModel& model_;
  AnnotationService& annotations_;
  int rows_ = 0;                    ///< of the run's variants, announced so far; the run model may already hold more
  std::vector<VariantRow> derived_; ///< announced
  QIcon pinned_;
  QIcon onFront_;
};

} // namespace gevo::ui
