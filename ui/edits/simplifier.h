#pragma once

/// Finds the edits of the selected variant that matter by evaluations in the background, one after another. It ends by switching
/// the rest off. Another variant, switching by the user, and failed evaluations cancel it. See Minimiser.

#include "core/reduction/minimiser.h"
#include "ui/edits/what_if.h"

namespace gevo::ui {

class Simplifier : public QObject {
  Q_OBJECT
public:
  explicit Simplifier(WhatIf& whatIf, QObject* parent = nullptr);

  bool running() const { return running_; }
  double progress() const { return minimiser_ ? minimiser_->progress() : 0; }

public slots:
  void start();
  void cancel();

signals:
  void changed();
  /// So many of the edits that were on are left on.
  void finished(int kept, int of);

private:
  bool begin();
  bool takeKnown();
  void step();
  void stop();

  WhatIf& whatIf_;
  bool running_ = false;
  std::optional<Minimiser> minimiser_; ///< once the original's runtime is known
  bool stepping_ = false;
};

} // namespace gevo::ui
