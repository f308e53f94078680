#pragma once

/// Tells when a button is dragged instead of clicked.

#include <QObject>
#include <QPoint>

class QAbstractButton;

namespace gevo::ui {

class DragGesture : public QObject {
  Q_OBJECT
public:
  /// Of the source, which owns it.
  explicit DragGesture(QAbstractButton* source);

  QAbstractButton* source() const { return source_; }
  /// The mouse button is still down.
  bool isHeld() const { return held_; }
  /// A drag takes the mouse, so that its release is not seen here.
  void end();

signals:
  void begun();

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

private:
  QAbstractButton* source_;
  QPoint pressed_;
  bool held_ = false;
  bool dragged_ = false;
};

} // namespace gevo::ui
