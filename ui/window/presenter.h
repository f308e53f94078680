#pragma once

/// Turns the window into a stage and back: full screen, without menus, bars and panes. What was there before is there again afterwards.

#include <QObject>
#include <QPointer>

class QMainWindow;
class QStackedWidget;
class QWidget;

namespace gevo::ui {

class Stage;

class Presenter : public QObject {
  Q_OBJECT
public:
  /// `stage` is a page of `pages`. `bars`: hidden while it is shown.
  Presenter(QMainWindow& window, QStackedWidget& pages, Stage& stage, QList<QWidget*> bars, QObject* parent = nullptr);
  bool isOn() const { return on_; }

public slots:
  void setOn(bool on);

signals:
  void changed(bool on);

private:
  void enter();
  void leave();

  QMainWindow& window_;
  QStackedWidget& pages_;
  Stage& stage_;
  const QList<QWidget*> bars_;
  bool on_ = false;
  // Of before.
  int page_ = 0;
  bool wasFullScreen_ = false;
  QPointer<QWidget> focus_;
};

} // namespace gevo::ui
