#pragma once

/// The thread that paints the cloud. It keeps the points of a run for itself: the GUI thread only passes updates on, which nobody changes.

#include "core/store/follower.h"
#include "ui/pareto/scatter.h"

#include <QObject>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace gevo::ui {

class ScatterPainter : public QObject {
  Q_OBJECT
public:
  explicit ScatterPainter(QObject* parent = nullptr);
  ~ScatterPainter() override;

  /// Null: forgets every point.
  void feed(std::shared_ptr<const RunUpdate> update);
  /// Replaces a request that nobody has begun with.
  void paint(ScatterRequest request);

signals:
  void painted(const std::shared_ptr<const gevo::ui::ScatterPicture>& picture);

private:
  void work(const std::stop_token& stop);

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<std::shared_ptr<const RunUpdate>> updates_; ///< guarded by mutex_
  std::optional<ScatterRequest> request_;                ///< guarded by mutex_
  std::jthread thread_;
};

} // namespace gevo::ui
