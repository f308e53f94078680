#pragma once

/// The top of what stands beside the front: what it is, its name, its figure, chips.

#include "ui/theme/theme.h"

#include <QLabel>
#include <QWidget>

class QVBoxLayout;

namespace gevo::ui {

class ChipRow;

/// A label that the style sheet of the stage sizes by its role, such as "title".
QLabel* makeStageLabel(const QString& role, QWidget* parent);

class BoardHead : public QWidget {
  Q_OBJECT
public:
  explicit BoardHead(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  void setTexts(const QString& heading, const QString& title);
  /// `good`: it is an improvement.
  void setFigure(const QString& figure, bool good);
  struct Chip {
    QString tone;
    QString text;
  };
  /// At most six.
  void setChips(const QList<Chip>& chips);

  QString title() const;
  QString figure() const;
  QStringList chipTexts() const;

private:
  QVBoxLayout* column_;
  QLabel* heading_;
  QLabel* title_;
  QLabel* figure_;
  QList<QLabel*> chips_;
};

} // namespace gevo::ui
