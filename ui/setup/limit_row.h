#pragma once

/// A stop condition: a check box, and a number that counts while it is checked.

#include <QWidget>

class QCheckBox;
class QDoubleSpinBox;
class QLabel;

namespace gevo::ui {

class LimitRow : public QWidget {
  Q_OBJECT
public:
  /// "after 100 generations": text before and after the number. `otherwise`: its initial value.
  LimitRow(const QString& before, const QString& behind, double least, double most, int decimals, double otherwise, QWidget* parent);
  /// Stands behind the number 1 instead: "after 1 generation".
  void setSingular(const QString& behind);
  /// 0 when unchecked.
  double value() const;
  void setValue(double value);
  QCheckBox* check() const { return check_; }
  QDoubleSpinBox* number() const { return number_; }
  QString behind() const;

signals:
  void changed();

private:
  void showBehind();

  QCheckBox* check_;
  QDoubleSpinBox* number_;
  QLabel* behind_;
  QString plural_;
  QString singular_;
};

} // namespace gevo::ui
