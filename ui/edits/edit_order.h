#pragma once

/// The edits in the order that the table shows them, by default those that matter most first. Those that change nothing are left out
/// until they are asked for.

#include "ui/edits/edit_model.h"

#include <QSortFilterProxyModel>

namespace gevo::ui {

class EditOrder : public QSortFilterProxyModel {
  Q_OBJECT
public:
  explicit EditOrder(EditModel& edits, QObject* parent = nullptr);

  /// Edits that change nothing, whether or not they are shown. None where that are all of them: something has to be in the table.
  int idleCount() const { return idleCount_; }
  bool showsIdle() const { return showsIdle_; }
  void setShowsIdle(bool on);
  QModelIndex indexOf(int edit) const;
  int editAt(const QModelIndex& index) const { return mapToSource(index).row(); }

signals:
  /// Of `idleCount` or `showsIdle`.
  void changed();

protected:
  bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
  /// Of one edit. Kept, because rows are compared many times and a figure is looked up by all of the switches.
  struct Worth {
    bool changesNothing = false;
    double share = 0;
    double alone = 0;
  };
  void update();
  void readWorths();
  Worth worthOf(int edit) const;

  EditModel& edits_;
  std::vector<Worth> worths_;
  int idleCount_ = 0;
  bool showsIdle_ = false;
};

} // namespace gevo::ui
