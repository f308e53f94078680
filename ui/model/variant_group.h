#pragma once

/// Several variants that the user selected together, to compare them. The one that all panes show is Selection's, in the group or not.

#include "ui/model/run_model.h"
#include "ui/model/selection.h"

#include <QObject>

namespace gevo::ui {

class VariantGroup : public QObject {
  Q_OBJECT
public:
  VariantGroup(const RunModel& run, const Selection& selection, QObject* parent = nullptr);

  /// In order of their ids, each once. One alone is no group.
  const std::vector<std::int64_t>& members() const { return *members_; }
  /// Immutable.
  std::shared_ptr<const std::vector<std::int64_t>> shared() const { return members_; }
  bool contains(std::int64_t variant) const;
  bool empty() const { return members_->empty(); }

  /// Those that the run does not have are left out.
  void set(std::vector<std::int64_t> variants);
  void add(const std::vector<std::int64_t>& variants);
  /// Adds it, or takes it away. The first is joined by the variant that is selected.
  void toggle(std::int64_t variant);

public slots:
  void clear() { set({}); }

signals:
  void changed();

private:
  const RunModel& run_;
  const Selection& selection_;
  std::shared_ptr<const std::vector<std::int64_t>> members_ = std::make_shared<std::vector<std::int64_t>>();
};

} // namespace gevo::ui
