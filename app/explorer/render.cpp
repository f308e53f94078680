#include "app/explorer/render.h"

#include "ui/window/main_window.h"

#include <QCoreApplication>
#include <QPixmap>
#include <QTimer>

#include <cstdio>

namespace gevo::explorer {
namespace {

constexpr std::chrono::seconds timeout{120};
/// After the texts are there: queued repaints of plots and highlighting.
constexpr std::chrono::milliseconds settling{400};

} // namespace

Render::Render(ui::MainWindow& window, RenderOptions options) : window_(window), options_(std::move(options)) {
  window.resize(options_.size);
  connect(&window, &ui::MainWindow::variantShown, this, &Render::shown);
  connect(&window, &ui::MainWindow::problem, this, [this](const QString& message) {
    problem_ = message;
    // A file that can't be followed will never show anything.
    if (!window_.model().hasRun()) giveUp(message);
  });
  QTimer::singleShot(timeout, this, [this] {
    giveUp(problem_.isEmpty() ? tr("nothing was shown within %1 s: does the file hold a run?").arg(timeout.count()) : problem_);
  });
}

void Render::shown(std::int64_t variant) {
  if (!waiting_ || variant != window_.selection().variant()) return;
  waiting_ = false;
  QTimer::singleShot(settling, this, &Render::take);
}

void Render::take() {
  if (window_.grab().save(options_.path, "PNG")) return QCoreApplication::exit(0);
  waiting_ = true;
  giveUp(tr("cannot write %1: choose a folder that you may write to").arg(options_.path));
}

void Render::giveUp(const QString& reason) {
  if (!waiting_) return;
  waiting_ = false;
  std::fprintf(stderr, "gevo-explorer: %s\n", qUtf8Printable(reason));
  QCoreApplication::exit(1);
}

} // namespace gevo::explorer
