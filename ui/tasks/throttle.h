#pragma once

/// Something that is asked for often and done at most twenty times a second: at once, or when its turn has come.

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
  void ask() {
    if (timer_.isActive()) return;
    const qint64 left = since_.isValid() ? interval - since_.elapsed() : 0;
    left > 0 ? timer_.start(static_cast<int>(left)) : now();
  }
  bool waits() const { return timer_.isActive(); }
  /// Without waiting for its turn.
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
