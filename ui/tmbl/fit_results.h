#pragma once

/// What a search finds: the front as a plot and a table, and the program that is selected.

#include "ui/theme/theme.h"
#include "ui/tmbl/fit_service.h"

#include <QGroupBox>

class QStackedWidget;
class QTableView;

namespace gevo::ui {

class ExportMenu;
class FrontPlot;
class FrontTable;
class PredictionPlot;
class ProgramView;

class FitResults : public QGroupBox {
  Q_OBJECT
public:
  explicit FitResults(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// Of another search, which has found nothing yet.
  void begin(const std::shared_ptr<const FitData>& data);
  void setFront(const std::shared_ptr<const FittedFront>& front);

  FrontPlot* frontPlot() const { return frontPlot_; }
  PredictionPlot* predictionPlot() const { return predictionPlot_; }
  QTableView* table() const { return table_; }
  ProgramView* program() const { return program_; }

signals:
  /// What was copied or saved, or why not.
  void notified(const QString& message);

private:
  void setUpTable();
  QWidget* makeParts();
  void addExports();
  void report(const ExportMenu* exports);
  /// The user's choice, which stays while the front moves.
  void choose(int row);
  void showProgram(int row);

  std::shared_ptr<const FitData> data_;
  std::shared_ptr<const FittedFront> front_ = std::make_shared<const FittedFront>();
  std::optional<std::size_t> chosenLength_;
  bool filling_ = false; ///< what the table selects now is not the user's choice
  QStackedWidget* pages_;
  FrontPlot* frontPlot_;
  PredictionPlot* predictionPlot_;
  FrontTable* model_;
  QTableView* table_;
  ProgramView* program_;
};

} // namespace gevo::ui
