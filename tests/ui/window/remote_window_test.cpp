#include "tests/ui/stored_run.h"
#include "tests/ui/window_options.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"

#include <QInputDialog>
#include <QTemporaryDir>
#include <QtTest>

namespace gevo::ui {

/// The window on a file of another machine. In the place of ssh stands a script that runs the command here.
class RemoteWindowTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void theRunIsShownUnderItsHost();
  void newGenerationsAppear();
  void itIsNoRecentFileAndCantBeNoted();
  void itsRunsAreNotStartedHere();
  void theMenuAsksForTheAddress();
  void aWrongAddressIsSaid();

private:
  QString address() const { return "ssh://cluster" + folder_->filePath("run.gevo") + "?gevo=" GEVO_TEST_BIN "/gevo"; }
  QString message() const { return window_->findChild<MessageBar*>()->message(); }

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<Store> store_;
  std::int64_t run_ = 0;
  std::unique_ptr<MainWindow> window_;
};

void RemoteWindowTest::init() {
  window_.reset();
  store_.reset();
  folder_ = std::make_unique<QTemporaryDir>();
  qputenv("XDG_DATA_HOME", folder_->path().toUtf8());
  store_ = Store::create(folder_->filePath("run.gevo").toStdString(), *synthetic::project()).value();
  run_ = store_->beginRun({}, "simulated H200", synthetic::stored(0, 0, 20, 0)).value();
  QVERIFY(store_->addGeneration(run_, synthetic::generation(0)));
  QFile script(folder_->filePath("ssh"));
  QVERIFY(script.open(QFile::WriteOnly));
  script.write("#!/bin/sh\nfor last; do :; done; eval \"exec $last\"\n");
  script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  script.close();
  qputenv("GEVO_SSH", script.fileName().toUtf8());
  window_ = std::make_unique<MainWindow>(testOptions());
  window_->show();
}

void RemoteWindowTest::theRunIsShownUnderItsHost() {
  window_->openFile(address());
  QTRY_COMPARE(window_->windowTitle(), QString("run.gevo on cluster — GEVO Explorer"));
  QTRY_COMPARE(window_->model().variants().size(), std::size_t(9));
}

void RemoteWindowTest::newGenerationsAppear() {
  window_->openFile(address());
  QTRY_COMPARE(window_->model().variants().size(), std::size_t(9));
  QVERIFY(store_->addGeneration(run_, synthetic::generation(1)));
  QTRY_COMPARE(window_->model().variants().size(), std::size_t(17));
}

void RemoteWindowTest::itIsNoRecentFileAndCantBeNoted() {
  window_->openFile(address());
  QTRY_COMPARE(window_->model().variants().size(), std::size_t(9));
  window_->annotations().setNote(1, "fast");
  QTRY_VERIFY2(message().contains("which is changed there only"), qPrintable(message()));
  QVERIFY(store_->annotations(run_)->empty());
}

void RemoteWindowTest::itsRunsAreNotStartedHere() {
  QVERIFY(store_->setStatus(run_, {RunState::Finished}));
  store_.reset();
  const auto has = [this](const QString& text, bool enabled) {
    return std::ranges::any_of(window_->findChildren<QAction*>(),
                               [&](const QAction* action) { return action->text() == text && action->isEnabled() == enabled; });
  };
  window_->openFile(address());
  QTRY_VERIFY(has("&Resume", false));
  QVERIFY(has("&New Run…", false));
  window_->openFile(folder_->filePath("run.gevo"));
  QTRY_VERIFY(has("&Resume", true));
  QVERIFY(has("&New Run…", true));
}

void RemoteWindowTest::theMenuAsksForTheAddress() {
  for (QAction* action : window_->findChildren<QAction*>())
    if (action->text() == "Open on &Another Machine…") action->trigger();
  auto* const dialog = window_->findChild<QInputDialog*>("remoteAddress");
  QVERIFY(dialog);
  dialog->setTextValue(address());
  dialog->accept();
  QTRY_COMPARE(window_->windowTitle(), QString("run.gevo on cluster — GEVO Explorer"));
}

void RemoteWindowTest::aWrongAddressIsSaid() {
  window_->openFile("ssh://cluster");
  QVERIFY2(message().contains("give an address such as"), qPrintable(message()));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::RemoteWindowTest)
#include "remote_window_test.moc"
