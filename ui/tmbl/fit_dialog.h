#pragma once

/// Finds programs for a table: set-up, search, what it found. Closing it ends the search.

#include "ui/theme/theme.h"
#include "ui/tmbl/fit_service.h"

#include <QDialog>

class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace gevo::ui {

class FitResults;
class FitSetup;

class FitDialog : public QDialog {
  Q_OBJECT
public:
  explicit FitDialog(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);

  FitSetup* setup() const { return setup_; }
  FitResults* results() const { return results_; }
  QPushButton* startButton() const { return start_; }
  QPushButton* stopButton() const { return stop_; }
  /// What is being done, or how it ended.
  QString status() const;
  const FitService& service() const { return service_; }

public slots:
  void start();
  /// After the generation under way; what was found stays.
  void stop();

protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

private:
  void addButtons(QVBoxLayout* column);
  void connectService();
  void showProgress(const FitProgress& progress);
  void showEnd();
  void refresh();

  FitService service_;
  FitRequest request_;
  std::shared_ptr<const FitData> data_;
  FitProgress progress_;
  bool stopped_ = false;
  QString problem_; ///< why the search failed
  FitSetup* setup_;
  FitResults* results_;
  QProgressBar* bar_;
  QLabel* status_;
  QPushButton* start_;
  QPushButton* stop_;
};

} // namespace gevo::ui
