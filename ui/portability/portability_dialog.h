#pragma once

/// Variants compared on several devices: which ones, a plot and a table of what they gain there. Nothing waits for a measurement.

#include "ui/service/portability_service.h"
#include "ui/theme/theme.h"

#include <QDialog>

class QLabel;
class QListWidget;
class QProgressBar;
class QPushButton;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;
class QVBoxLayout;

namespace gevo::ui {

class DeviceList;
class ExportMenu;
class PortabilityPlot;
class PortabilityTable;

struct PortabilityDialogOptions {
  std::filesystem::path file;
  RunInfo run;
  std::vector<RunInfo> runs; ///< of the file: their models of GPUs are offered
  Theme theme = Theme::light();
  std::string workerProgram; ///< empty: beside the running program
};

class PortabilityDialog : public QDialog {
  Q_OBJECT
public:
  explicit PortabilityDialog(const PortabilityDialogOptions& options, QWidget* parent = nullptr);

  /// One that is already offered is checked, if `checked`. `gain`: on the run's device, "1.384×".
  void offerVariant(std::int64_t variant, const QString& gain, const QString& tip, bool checked);
  void setTheme(const Theme& theme);
  std::int64_t run() const { return options_.run.id; }

  QListWidget* variants() const { return variants_; }
  DeviceList* devices() const { return devices_; }
  QPushButton* measureButton() const { return measure_; }
  QPushButton* cancelButton() const { return cancel_; }
  PortabilityPlot* plot() const { return plot_; }
  QTableView* table() const { return table_; }
  ExportMenu* tableExport() const { return tableExport_; }
  /// What is being done, or how it ended.
  QString status() const;
  const PortabilityService& service() const { return service_; }

public slots:
  void measure();

private:
  QWidget* makeChoices();
  QWidget* makeResults();
  void setUpTable();
  void addButtons(QVBoxLayout* column);
  void addExports();
  void askForModel();
  void refresh();
  void showFound(const std::shared_ptr<const Portability>& soFar);
  void showEnd();
  std::vector<std::int64_t> checkedVariants() const;

  PortabilityDialogOptions options_;
  PortabilityService service_;
  Portability planned_;                      ///< all that is being measured, without cells
  std::shared_ptr<const Portability> shown_; ///< as planned, with the cells that are known
  QString problem_;                          ///< why the measurement ended early
  QListWidget* variants_;
  DeviceList* devices_;
  QStackedWidget* results_;
  PortabilityPlot* plot_;
  PortabilityTable* model_;
  QSortFilterProxyModel* sorted_;
  QTableView* table_;
  QProgressBar* progress_;
  QLabel* status_;
  QPushButton* export_;
  QPushButton* measure_;
  QPushButton* cancel_;
  ExportMenu* tableExport_ = nullptr;
};

} // namespace gevo::ui
