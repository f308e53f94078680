#include "app/explorer/options.h"
#include "app/explorer/render.h"
#include "core/base/termination.h"
#include "ui/tasks/background_pool.h"
#include "ui/window/file_intake.h"
#include "ui/window/main_window.h"
#include "ui/window/presenter.h"

#include <QApplication>
#include <QFileInfo>
#include <QSettings>
#include <QThreadPool>
#include <QTimer>

#include <cstdio>
#include <cstdlib>

namespace {

using namespace gevo;

QStringList argumentsOf(int argc, char** argv) {
  QStringList arguments;
  for (int i = 1; i < argc; ++i) arguments << QString::fromLocal8Bit(argv[i]);
  return arguments;
}

/// Pictures need no display; a window does.
bool needsOffscreen(const explorer::Options& options) {
  const bool chosen = qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
  const bool display = qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
  return !chosen && !display && !options.render.isEmpty();
}

bool isOffscreen(const explorer::Options& options) {
  return !options.render.isEmpty() || qEnvironmentVariable("QT_QPA_PLATFORM").startsWith("offscreen");
}

QtMessageHandler usualHandler = nullptr;

bool warnsOfPlatform(const QMessageLogContext& context, const QString& message) {
  return QByteArrayView(context.category).startsWith("qt.qpa.") || message.startsWith("This plugin does not support");
}

/// Without a session there is no folder for it, and Qt takes one of its own, as it says.
bool namesRuntimeFolder(const QString& message) { return message.startsWith("QStandardPaths: XDG_RUNTIME_DIR not set"); }

/// What else Qt warns of is shown.
void silenceUselessWarnings(const explorer::Options& options) {
  // The offscreen platform warns of everything that it has no display for.
  static const bool offscreen = isOffscreen(options);
  usualHandler = qInstallMessageHandler([](QtMsgType type, const QMessageLogContext& context, const QString& message) {
    const bool isUseless = namesRuntimeFolder(message) || (offscreen && warnsOfPlatform(context, message));
    if (!isUseless || type == QtCriticalMsg || type == QtFatalMsg) usualHandler(type, context, message);
  });
}

/// The theme of the command line, else the last one chosen, else the system's. A rendered picture is the same everywhere.
void chooseTheme(ui::WindowOptions& window, const explorer::Options& options) {
  const bool picture = !options.render.isEmpty();
  const QString name = !options.theme.isEmpty() || picture ? options.theme : QSettings().value("theme").toString();
  const std::optional<ui::Theme> named = ui::Theme::named(name);
  window.theme = named.value_or(ui::Theme::light());
  window.withoutRedAndGreen = !picture && QSettings().value("withoutRedAndGreen").toBool();
  window.followSystem = !named && (!picture || name == "system");
}

/// Once the run's first variants are there.
void selectVariant(ui::MainWindow& window, std::int64_t variant) {
  auto* once = new QObject(&window);
  QObject::connect(&window.model(), &ui::RunModel::frontChanged, once, [&window, variant, once] {
    if (!window.model().hasRun()) return;
    window.selection().choose(variant);
    once->deleteLater();
  });
}

int runWindow(int argc, char** argv, const explorer::Options& options) {
  if (needsOffscreen(options)) qputenv("QT_QPA_PLATFORM", "offscreen");
  silenceUselessWarnings(options);
  QApplication application(argc, argv);
  QGuiApplication::setDesktopFileName("gevo-explorer"); // its icon, on Wayland
  ui::WindowOptions windowOptions;
  chooseTheme(windowOptions, options);
  windowOptions.remember = options.render.isEmpty();
  ui::MainWindow window(std::move(windowOptions));
  std::unique_ptr<explorer::Render> render;
  if (!options.render.isEmpty()) render = std::make_unique<explorer::Render>(window, explorer::RenderOptions{options.render, options.size});
  if (options.variant) selectVariant(window, *options.variant);
  window.show();
  // From within the event loop, where an error can end it.
  QTimer::singleShot(0, &window, [&] {
    if (options.file.endsWith(".cu"))
      window.intake()->take({QFileInfo(options.file).absoluteFilePath()});
    else if (!options.file.isEmpty())
      window.openFile(options.file, options.run, [&] {
        if (options.start) window.start();
        if (options.present) window.presenter().setOn(true);
      });
  });
  const int code = QApplication::exec();
  // A build that was cancelled by closing the window removes its temporary files.
  ui::backgroundPool().waitForDone(3000);
  return code;
}

} // namespace

int main(int argc, char** argv) {
  QCoreApplication::setApplicationName("gevo-explorer");
  QCoreApplication::setOrganizationName("gevo");
  QCoreApplication::setApplicationVersion(GEVO_VERSION);
  cleanUpAtTermination();
  const Result<explorer::Options> options = explorer::parseOptions(argumentsOf(argc, argv));
  if (!options) {
    std::fprintf(stderr, "gevo-explorer: %s\n", options.error().message.c_str());
    return 2;
  }
  if (options->help) return std::fputs(qUtf8Printable(explorer::helpText()), stdout) < 0 ? 1 : 0;
  if (options->version) return std::printf("gevo-explorer %s\n", GEVO_VERSION) < 0 ? 1 : 0;
  return runWindow(argc, argv, *options);
}
