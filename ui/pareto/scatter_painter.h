#pragma once

/// The thread that paints the scatter. It keeps its own copy of a run's points: the GUI thread only passes immutable updates on.

#include "core/base/background_queue.h"
#include "core/store/follower.h"
#include "ui/pareto/scatter.h"

#include <QObject>

#include <variant>

namespace gevo::ui {

class ScatterPainter : public QObject {
  Q_OBJECT
public:
  explicit ScatterPainter(QObject* parent = nullptr);
  ~ScatterPainter() override;

  /// Null: forgets every point.
  void feed(std::shared_ptr<const RunUpdate> update);
  /// Replaces a request that has not been started.
  void paint(ScatterRequest request);

signals:
  void painted(const std::shared_ptr<const gevo::ui::ScatterPicture>& picture);

private:
  using Update = std::shared_ptr<const RunUpdate>;
  using Job = std::variant<Update, ScatterRequest>;
  static bool isRequest(const Job& job) { return std::holds_alternative<ScatterRequest>(job); }
  void perform(const Job& job, const std::stop_token& stop);

  ScatterPoints points_; ///< of the queue's thread
  BackgroundQueue<Job> queue_;
};

} // namespace gevo::ui
