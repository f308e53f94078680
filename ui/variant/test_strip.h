#pragma once

/// What a variant gains on each test and workload: a bar from the middle, to the right where it is faster. Hidden where there is one only.

#include "core/values/test_runtimes.h"
#include "ui/theme/theme.h"

#include <QWidget>

namespace gevo::ui {

class TestStrip : public QWidget {
  Q_OBJECT
public:
  explicit TestStrip(QWidget* parent = nullptr);
  void setTests(std::vector<TestSpeedup> tests);
  void setTheme(const Theme& theme);
  QSize sizeHint() const override;
  /// "workload 4096 4096 100: 1.390×, test 128 128: 0.817×"
  QString text() const;

protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

private:
  QRect cell(std::size_t test) const;
  QString tipOf(const TestSpeedup& test) const;

  std::vector<TestSpeedup> tests_; ///< workloads first
  Theme theme_;
};

} // namespace gevo::ui
