#pragma once

/// A large button: a card of the start page. Mouse, Tab, Enter and Space reach it.

#include "ui/theme/theme.h"

#include <QAbstractButton>

namespace gevo::ui {

class Tile : public QAbstractButton {
  Q_OBJECT
public:
  explicit Tile(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  const Theme& theme() const { return theme_; }

protected:
  /// Below it, the frame is drawn already.
  virtual void paintContents(QPainter& painter) = 0;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  /// One line, shortened to the width; returns where the next one begins.
  int drawLine(QPainter& painter, const QPoint& position, int width, const QString& text, const QColor& colour, const QFont& font,
               Qt::TextElideMode shortened = Qt::ElideRight) const;

private:
  Theme theme_ = Theme::light();
};

} // namespace gevo::ui
