#pragma once

/// The names of the two panes above them, and facts about each at the right end.

#include <QWidget>

namespace gevo::ui {

class DiffCanvas;

class PaneHeader : public QWidget {
  Q_OBJECT

public:
  PaneHeader(DiffCanvas& canvas, QWidget* parent);

  QSize sizeHint() const override;

protected:
  void paintEvent(QPaintEvent* event) override;

private:
  DiffCanvas& canvas_;
};

} // namespace gevo::ui
