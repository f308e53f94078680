#pragma once

/// Finds the edits of the selected variant that matter, asking one evaluation after the other in the background. It ends by switching
/// the rest off; another variant, switching by somebody else, and evaluations that fail cancel it. See Minimiser.

#include "core/reduction/minimiser.h"
#include "ui/edits/what_if.h"

namespace gevo::ui {

class Simplifier : public QObject {
  Q_OBJECT
public:
  explicit Simplifier(WhatIf& whatIf, QObject* parent = nullptr);

  bool running() const { return minimiser_.has_value(); }
  double progress() const { return minimiser_ ? minimiser_->progress() : 0; }

public slots:
  void start();
  void cancel();

signals:
  void changed();
  /// So many of the edits that were on are left on.
  void finished(int kept, int of);

private:
  void step();

  WhatIf& whatIf_;
  std::optional<Minimiser> minimiser_;
  bool stepping_ = false;
};

} // namespace gevo::ui
