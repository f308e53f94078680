#pragma once

/// The window: one file, its run, its variants.

#include "ui/model/selection_keeper.h"
#include "ui/service/annotation_service.h"
#include "ui/service/desktop_notifier.h"
#include "ui/service/heat_service.h"
#include "ui/service/interaction_service.h"
#include "ui/service/run_controller.h"
#include "ui/service/run_news.h"
#include "ui/service/variant_service.h"
#include "ui/theme/reduced_motion.h"
#include "ui/theme/system_theme.h"
#include "ui/theme/theme.h"

#include <QMainWindow>
#include <QUndoStack>

#include <functional>

class QStackedWidget;

namespace gevo::ui {

class CodeZoom;
class DeviceComparison;
class FactsFeed;
class FileIntake;
class FileOpener;
class RemoteFollowing;
class FileTitle;
class FitWindow;
class InteractionFeed;
class MessageBar;
class Presenter;
struct OpenedFile;
class RunBar;
class CountersWindow;
class NearMissWindow;
class RunComparisonWindow;
class ShownVariant;
class SpaceFeed;
class Stage;
class StageFeed;
class StartPage;
class StatusLine;
class VariantChecks;
class VariantExports;
class VariantFeed;
class VariantsComparison;
class Workbench;

struct WindowOptions {
  Theme theme = Theme::light();
  bool followSystem = false; ///< use the system's dark or light theme instead of `theme`
  std::string workerProgram; ///< empty: beside the running program
  bool withoutRedAndGreen = false;
  bool remember = true; ///< window layout and recent files
};

class MainWindow : public QMainWindow {
  Q_OBJECT
public:
  explicit MainWindow(WindowOptions options, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Opens it as soon as it is read, and then calls `then`; what can't be opened is reported, and what is open stays. `run` 0: always the
  /// latest.
  void openFile(const QString& path, std::int64_t run = 0, std::function<void()> then = {});
  /// Ends following the system's.
  void setTheme(const Theme& theme);
  /// Blue and orange instead of green and red, whatever the theme.
  void setWithoutRedAndGreen(bool without);
  bool withoutRedAndGreen() const { return options_.withoutRedAndGreen; }
  void followSystemTheme();
  bool followsSystemTheme() const { return options_.followSystem; }
  const Theme& theme() const { return options_.theme; }

  RunModel& model() { return model_; }
  Selection& selection() { return selection_; }
  RunController& controller() { return controller_; }
  AnnotationService& annotations() { return annotations_; }
  QUndoStack& undoStack() { return undo_; }
  Workbench* workbench() const { return workbench_; }
  MessageBar* messages() const { return messages_; }
  FileIntake* intake() const { return intake_; }
  StartPage* startPage() const { return startPage_; }
  CodeZoom& codeZoom() const { return *zoom_; }
  VariantExports& exports() const { return *exports_; }
  VariantChecks& checks() const { return *checks_; }
  CountersWindow& counters() const { return *counters_; }
  NearMissWindow& nearMisses() const { return *nearMisses_; }
  DeviceComparison& deviceComparison() const { return *deviceComparison_; }
  FitWindow& fitWindow() const { return *fitWindow_; }
  Presenter& presenter() const { return *presenter_; }
  Stage* stage() const { return stage_; }

signals:
  /// The variant's texts, or an error message, are on the screen.
  void variantShown(qint64 variant);
  /// An error, which the message bar shows too.
  void problem(const QString& message);

public slots:
  void start() { controller_.start(); }
  /// Asks for the settings of a new run, and starts it.
  void setUpRun();
  /// Resumes the file's run, or asks for the settings of a first one.
  void startOrResume();
  void askForFile();
  /// The file stays open, and its run goes on.
  void showStartPage();
  void setFullScreen(bool full);

protected:
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

private:
  friend class MainMenus;
  void setUpPages();
  void connectOpener();
  void showFile(const OpenedFile& file);
  void showTitle(const QString& title);
  void connectRun();
  void connectInspector();
  void showRun(std::int64_t run);
  void connectChecks();
  void setUpStage();
  void connectAnnotations();
  void askToClose();
  void showAwaited();
  /// Opens it, unless the user has turned to another file.
  void showBuiltSample(const QString& path);
  void followSuggestion();
  void connectNews();
  void notifyDesktop(const QString& message);
  void showError(const QString& message, const QString& details = {});
  void restoreLayout();
  void showTheme(const Theme& theme);
  void showSystemTheme();

  WindowOptions options_;
  SystemTheme systemTheme_;
  ReducedMotion reducedMotion_;
  RunModel model_;
  Selection selection_;
  SelectionKeeper keeper_{model_, selection_};
  RunController controller_;
  VariantService variantService_;
  HeatService heatService_;
  InteractionService interactionService_;
  QUndoStack undo_;
  AnnotationService annotations_;
  RunNews news_;
  DesktopNotifier notifier_;
  std::int64_t awaited_ = -1; ///< a derived variant, to be shown as soon as the run model knows it
  FileTitle* fileTitle_;
  RunBar* runBar_;
  MessageBar* messages_;
  QStackedWidget* pages_;
  FileIntake* intake_;
  FileOpener* opener_;
  RemoteFollowing* remote_;
  std::function<void()> whenOpen_; ///< of the file that is being opened
  StartPage* startPage_;
  Stage* stage_;
  StageFeed* stageFeed_;
  Presenter* presenter_;
  QWidget* messageArea_; ///< hidden while the stage is shown
  Workbench* workbench_;
  CodeZoom* zoom_;
  VariantFeed* feed_;
  InteractionFeed* interactionFeed_;
  SpaceFeed* spaceFeed_;
  FactsFeed* factsFeed_;
  RunComparisonWindow* runComparison_;
  CountersWindow* counters_;
  NearMissWindow* nearMisses_;
  FitWindow* fitWindow_;
  VariantsComparison* variantsComparison_;
  std::unique_ptr<const ShownVariant> shown_;
  std::unique_ptr<VariantChecks> checks_;
  VariantExports* exports_;
  DeviceComparison* deviceComparison_;
  StatusLine* status_;
  bool closing_ = false;
  // The open file's program, as RunSetupOptions has it.
  bool hasParameters_ = false;
  bool timesSeveral_ = false;
  bool isStatistical_ = false;
  Ideas ideas_; ///< from other programs
};

} // namespace gevo::ui
