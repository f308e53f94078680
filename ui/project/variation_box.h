#pragma once

/// Part of the assistant's second page: whether the program gives other results from run to run, which are then judged by statistics.

#include <QWidget>

#include <cstdint>

class QCheckBox;
class QSpinBox;

namespace gevo::ui {

class VariationBox : public QWidget {
  Q_OBJECT
public:
  explicit VariationBox(QWidget* parent = nullptr);
  /// 0: the program repeats itself.
  void setRuns(std::uint32_t runs);
  std::uint32_t runs() const;
  QCheckBox* varies() const { return varies_; }
  QSpinBox* count() const { return count_; }

signals:
  void changed();

private:
  QCheckBox* varies_;
  QWidget* details_;
  QSpinBox* count_;
};

} // namespace gevo::ui
