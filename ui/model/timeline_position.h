#pragma once

/// The generation that the views show: the present, which follows the run, or a past one.

#include <QObject>

#include <cstdint>
#include <optional>

namespace gevo::ui {

class TimelinePosition : public QObject {
  Q_OBJECT
public:
  using QObject::QObject;

  /// Nothing: the present.
  std::optional<std::uint32_t> generation() const { return generation_; }
  bool isPresent() const { return !generation_; }
  /// True for variants that existed by then.
  bool includes(std::uint32_t generation) const { return !generation_ || generation <= *generation_; }

public slots:
  void goTo(quint32 generation);
  void goToPresent();

signals:
  void changed();

private:
  std::optional<std::uint32_t> generation_;
};

} // namespace gevo::ui
