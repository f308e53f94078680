#include "tests/ui/screenshots/scenes.h"
#include "tests/ui/window_options.h"

#include "ui/edits/edits_pane.h"
#include "ui/project/project_assistant.h"
#include "ui/setup/run_setup.h"
#include "ui/start/recent_files.h"
#include "ui/variant/differences_view.h"
#include "ui/variant/variant_pane.h"
#include "ui/window/docs_window.h"
#include "ui/window/shortcuts_dialog.h"
#include "ui/window/workbench.h"

#include <QPixmap>

namespace gevo::screenshots {
namespace {

class Stage {
public:
  Stage() : window_(ui::testOptions(GEVO_TEST_BIN "/gevo-worker")) {
    window_.show();
    QObject::connect(&window_, &ui::MainWindow::variantShown, &window_, [this](qint64 variant) { shown_ = variant; });
  }

  ui::MainWindow& window() { return window_; }
  ui::Workbench& panes() { return *window_.workbench(); }
  ui::DifferencesView& differences() { return *panes().variant()->differences(); }

  void shoot(const Studio& studio, const QString& name, QWidget* dialog = nullptr) {
    const auto dress = [this](const Look& look) {
      window_.setTheme(look.theme);
      window_.resize(look.size);
      settle();
      panes().resetLayout(); // as in a window that was opened in this size
    };
    studio.shoot(name, window_, dress, dialog);
  }

  void open(const QString& file) {
    window_.openFile(file);
    waitFor("the first texts of the file", [this] { return shown_ == window_.selection().variant(); });
  }

  void choose(std::int64_t variant, std::int64_t comparison = 0) {
    if (shown_ == variant && window_.selection().comparison() == comparison) return;
    shown_ = -2;
    window_.selection().choose(variant);
    window_.selection().compareWith(comparison);
    waitFor("the variant's texts", [this, variant] { return shown_ == variant; });
    settle();
  }

private:
  ui::MainWindow window_;
  qint64 shown_ = -2;
};

/// The first edit with an effect on runtime.
void switchOffAnEdit(Stage& stage) {
  ui::WhatIf& whatIf = stage.panes().edits()->whatIf();
  const auto edits = static_cast<int>(whatIf.switches().size());
  int found = -1;
  waitFor("what the edits are worth", [&] {
    for (int edit = 0; edit < edits && found < 0; ++edit)
      if (whatIf.share(edit).value_or(0) > 0.001) found = edit;
    return found >= 0;
  });
  whatIf.setOn(found, false);
  stage.window().selection().chooseEdit(found);
  waitFor("the variant without it", [&] { return whatIf.asSwitched() != nullptr; });
}

} // namespace

void startPage(const Studio& studio, const QString& recent) {
  ui::addRecentFile(recent);
  Stage stage;
  stage.shoot(studio, "start");
}

void newProject(const Studio& studio) {
  qputenv("GEVO_RESOURCES", GEVO_TEST_SOURCE "/resources");
  NewProject project;
  if (const Result<Sample> sample = findSample("hotspot")) fillFrom(*sample, project);
  Stage stage;
  const char* const names[] = {"new-project-sources", "new-project-tests"};
  for (const ui::Theme& theme : {ui::Theme::light(), ui::Theme::darkened()}) {
    // It has the theme that it was opened in.
    ui::ProjectAssistant assistant(project, theme, GEVO_TEST_BIN "/gevo-worker", &stage.window());
    assistant.show();
    for (const int page : {0, 1}) {
      assistant.goTo(page);
      stage.shoot(studio.of(theme), names[page], &assistant);
    }
  }
}

void firstRun(const Studio& studio, const QString& file) {
  Stage stage;
  stage.open(file);
  stage.shoot(studio, "fresh");
  stage.window().setUpRun();
  auto* setup = stage.window().findChild<ui::RunSetup*>();
  stage.shoot(studio, "set-up", setup);
  RunSettings settings;
  settings.search.population = 64;
  settings.search.generations = 400;
  setup->reject();
  stage.window().controller().startNew(settings);
  waitFor("three generations", [&] { return stage.window().model().generations().size() > 3; });
  stage.shoot(studio, "live");
  stage.window().controller().stop();
  waitFor("the run's end", [&] { return !stage.window().controller().busy(); });
}

void finishedRun(const Studio& studio, const QString& file) {
  Stage stage;
  stage.open(file);
  const std::int64_t best = stage.window().model().suggestion();
  stage.choose(best);
  stage.shoot(studio, "cuda");
  stage.differences().setKind(ui::TextKind::Ir);
  stage.shoot(studio, "ir");
  stage.differences().setKind(ui::TextKind::Ptx);
  stage.shoot(studio, "ptx");
  stage.differences().setKind(ui::TextKind::Cuda);
  switchOffAnEdit(stage);
  stage.shoot(studio, "what-if");
  // One of the middle of the run, to differ in some edits and share others.
  const std::vector<VariantRow>& variants = stage.window().model().variants();
  stage.choose(best, variants[variants.size() / 2].id);
  stage.shoot(studio, "comparison");
  stage.choose(best);
  ui::ShortcutsDialog shortcuts(stage.window(), &stage.window());
  shortcuts.show();
  stage.shoot(studio, "shortcuts", &shortcuts);
  shortcuts.hide();
  ui::DocsWindow manual(&stage.window());
  manual.show();
  stage.shoot(studio, "manual", &manual);
}

void readmePicture(const QString& file, const QString& picture, QSize size) {
  Stage stage;
  stage.window().resize(size);
  stage.open(file);
  stage.choose(stage.window().model().suggestion());
  ui::EditsPane& edits = *stage.panes().edits();
  waitFor("what the edits are worth", [&] {
    int known = edits.model()->inactiveCount();
    for (int edit = 0; edit < edits.model()->rowCount(); ++edit) known += edits.whatIf().without(edit) ? 1 : 0;
    return known >= edits.model()->rowCount();
  });
  settle();
  save(stage.window().grab(), picture);
}

} // namespace gevo::screenshots
