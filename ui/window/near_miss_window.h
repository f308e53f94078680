#pragma once

/// Opens the near misses of the shown run, and shows the chosen one in the other views; there is one at a time.

#include "ui/near_misses/near_miss_dialog.h"
#include "ui/service/near_miss_service.h"

#include <QPointer>

namespace gevo::ui {

class DifferencesView;
class RunController;
class RunModel;
class Selection;

class NearMissWindow : public QObject {
  Q_OBJECT
public:
  NearMissWindow(const RunModel& model, const RunController& controller, Selection& selection, DifferencesView& differences,
                 std::string workerProgram, QWidget* window);
  /// Null where it is closed.
  NearMissDialog* dialog() const { return dialog_; }

public slots:
  void open();
  /// Another file is opened.
  void close();
  /// The texts of this variant are there.
  void showPlace(qint64 variant);

private:
  void search();
  void choose(qint64 variant, const CodeLine& at);
  void forget();

  const RunModel& model_;
  const RunController& controller_;
  Selection& selection_;
  DifferencesView& differences_;
  QWidget* window_;
  QPointer<NearMissDialog> dialog_;
  std::shared_ptr<const NearMisses> found_; ///< of the run `run_`
  qint64 run_ = 0;
  qint64 chosen_ = 0;
  CodeLine at_; ///< to be shown, of the chosen variant
  NearMissService service_;
};

} // namespace gevo::ui
