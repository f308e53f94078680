#pragma once

/// A stop condition: a check box, and a number that counts while it is checked.

#include <QWidget>

class QCheckBox;
class QDoubleSpinBox;

namespace gevo::ui {

class LimitRow : public QWidget {
  Q_OBJECT
public:
  /// "after 100 generations": text before and after the number. `otherwise`: its initial value.
  LimitRow(const QString& before, const QString& behind, double least, double most, int decimals, double otherwise, QWidget* parent);
  /// 0 when unchecked.
  double value() const;
  void setValue(double value);
  QCheckBox* check() const { return check_; }
  QDoubleSpinBox* number() const { return number_; }

signals:
  void changed();

private:
  QCheckBox* check_;
  QDoubleSpinBox* number_;
};

} // namespace gevo::ui
