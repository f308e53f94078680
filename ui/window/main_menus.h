#pragma once

/// The menu bar: every command of the window with its key.

#include <QObject>

#include <string>

class QAction;
class QMenu;

namespace gevo::ui {

class MainWindow;

class MainMenus : public QObject {
  Q_OBJECT
public:
  explicit MainMenus(MainWindow& window);

private:
  void addFileMenu();
  QMenu* makeExportMenu(QMenu* parent);
  void addTargets(QMenu* menu);
  void addEditMenu();
  void addRunMenu();
  void addViewMenu();
  void addVariantMenu();
  void addToolsMenu();
  void addHelpMenu();
  void addPresent(QMenu* menu);
  void addThemes(QMenu* menu);
  void fillRecent();
  void refreshRun();
  void showLearned();
  void showDocs();
  void showShortcuts();
  void showAbout();

  MainWindow& window_;
  std::string target_; ///< of exported code; empty: the project's
  QMenu* recent_ = nullptr;
  QAction* start_ = nullptr;
  QAction* startNew_ = nullptr;
  QAction* stop_ = nullptr;
};

} // namespace gevo::ui
