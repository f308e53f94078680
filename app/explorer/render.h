#pragma once

/// Takes a picture of the window once a variant's differences are on the screen.

#include <QObject>
#include <QSize>
#include <QString>

#include <cstdint>

namespace gevo::ui {
class MainWindow;
}

namespace gevo::explorer {

struct RenderOptions {
  QString path; ///< of the PNG
  QSize size{1680, 1050};
};

/// Ends the application with 0 when the picture is written, 1 when that is impossible.
class Render : public QObject {
  Q_OBJECT
public:
  Render(ui::MainWindow& window, RenderOptions options);

private:
  void shown(std::int64_t variant);
  void take();
  void giveUp(const QString& reason);

  ui::MainWindow& window_;
  RenderOptions options_;
  QString problem_;
  bool waiting_ = true;
};

} // namespace gevo::explorer
