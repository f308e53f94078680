#pragma once

/// Limits a frequent action to twenty times a second: done at once, or when the interval is over.

#include <QElapsedTimer>
#include <QTimer>

#include <functional>

namespace gevo::ui {

class Throttle {
public:
  static constexpr int interval = 50; ///< milliseconds

  explicit Throttle(std::function<void()> act) : act_(std::move(act)) {
    timer_.setSingleShot(true);
    QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { now(); });
  }
  void request() {
    if (timer_.isActive()) return;
    const qint64 left = since_.isValid() ? interval - since_.elapsed() : 0;
    left > 0 ? timer_.start(static_cast<int>(left)) : now();
  }
  bool waits() const { return timer_.isActive(); }
  /// Without waiting.
  void now() {
    timer_.stop();
    since_.start();
    act_();
  }

private:
  std::function<void()> act_;
  QTimer timer_;
  QElapsedTimer since_;
};

} // namespace gevo::ui
