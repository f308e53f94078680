#include "tests/ui/screenshots/studio.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace gevo::screenshots {
namespace {

constexpr std::chrono::milliseconds patience = std::chrono::minutes(5);
/// Longer than any pause after which a view asks for more or paints again.
constexpr std::chrono::milliseconds settling{500};

void handleEventsFor(std::chrono::milliseconds time) {
  QElapsedTimer timer;
  timer.start();
  while (!timer.hasExpired(time.count())) QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 50);
}

QPixmap together(const QWidget& window, QWidget* dialog) {
  QPixmap picture = const_cast<QWidget&>(window).grab();
  if (!dialog) return picture;
  const QSize room = window.size();
  dialog->move((room.width() - dialog->width()) / 2, (room.height() - dialog->height()) / 2);
  QPainter painter(&picture);
  painter.fillRect(QRect({}, room), QColor(0, 0, 0, 70));
  painter.drawPixmap(dialog->pos(), dialog->grab());
  painter.setPen(dialog->palette().color(QPalette::Mid));
  painter.drawRect(QRect(dialog->pos(), dialog->size()).adjusted(-1, -1, 0, 0));
  return picture;
}

} // namespace

std::vector<Look> allLooks() {
  std::vector<Look> looks;
  for (const ui::Theme& theme : {ui::Theme::light(), ui::Theme::darkened()})
    for (const QSize size : {QSize(1280, 800), QSize(1920, 1080)}) looks.push_back({theme, size});
  return looks;
}

void waitFor(const char* what, const std::function<bool()>& condition) {
  QElapsedTimer timer;
  timer.start();
  while (!condition()) {
    if (timer.hasExpired(patience.count())) {
      std::fprintf(stderr, "gevo_screenshots: waited in vain for %s\n", what);
      std::exit(1);
    }
    QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 50);
  }
}

void settle() { handleEventsFor(settling); }

void save(const QPixmap& picture, const QString& path) {
  if (picture.save(path, "PNG")) return;
  std::fprintf(stderr, "gevo_screenshots: cannot write %s\n", qUtf8Printable(path));
  std::exit(1);
}

Studio Studio::of(const ui::Theme& theme) const {
  std::vector<Look> looks;
  std::copy_if(looks_.begin(), looks_.end(), std::back_inserter(looks), [&](const Look& look) { return look.theme.dark == theme.dark; });
  return {folder_, std::move(looks)};
}

void Studio::shoot(const QString& name, QWidget& window, const std::function<void(const Look&)>& dress, QWidget* dialog) const {
  for (const Look& look : looks_) {
    dress(look);
    settle();
    const QString file = QString("%1-%2-%3x%4.png").arg(name, look.theme.name()).arg(look.size.width()).arg(look.size.height());
    save(together(window, dialog), folder_.filePath(file));
  }
  std::printf("%s\n", qUtf8Printable(name));
  std::fflush(stdout);
}

} // namespace gevo::screenshots
