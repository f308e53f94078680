#pragma once

/// The thread that paints the parallel coordinates. As ScatterPainter, it keeps its own copy of what it needs of a run's variants.

#include "core/base/background_queue.h"
#include "core/store/follower.h"
#include "ui/parallel/parallel_picture.h"

#include <QObject>

#include <variant>

namespace gevo::ui {

class ParallelPainter : public QObject {
  Q_OBJECT
public:
  explicit ParallelPainter(QObject* parent = nullptr);
  ~ParallelPainter() override;

  /// Null: forgets every variant.
  void feed(std::shared_ptr<const RunUpdate> update);
  /// Replaces a request that has not been started.
  void paint(ParallelRequest request);

signals:
  void painted(const std::shared_ptr<const gevo::ui::ParallelPicture>& picture);

private:
  using Update = std::shared_ptr<const RunUpdate>;
  using Job = std::variant<Update, ParallelRequest>;
  static bool isRequest(const Job& job) { return std::holds_alternative<ParallelRequest>(job); }
  void perform(const Job& job, const std::stop_token& stop);

  std::vector<ParallelPoint> points_; ///< of the queue's thread
  BackgroundQueue<Job> queue_;
};

} // namespace gevo::ui
