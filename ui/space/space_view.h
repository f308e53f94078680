#pragma once

/// The parameter space of a run: which configurations were tried, and how fast the best variant of each is. One or two parameters are a
/// heat map; more are parallel coordinates, or a heat map of two of them.

#include "core/space/space_model.h"
#include "ui/theme/theme.h"

#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace gevo::ui {

class HeatMap;
class ParallelPlot;
class SpaceCanvas;

class SpaceView : public QWidget {
  Q_OBJECT
public:
  explicit SpaceView(QWidget* parent = nullptr);

  /// `originalRuntime`: that speedups are relative to, in microseconds.
  void setResults(const ParameterSpace& space, const std::vector<ConfigurationResult>& results, double originalRuntime);
  void setTheme(const Theme& theme);
  const SpaceModel& model() const { return *model_; }

  HeatMap* heatMap() const { return heatMap_; }
  ParallelPlot* parallelPlot() const { return parallel_; }
  QToolButton* heatMapSwitch() const { return heatMapSwitch_; }
  QToolButton* parallelSwitch() const { return parallelSwitch_; }
  QComboBox* xChoice() const { return xChoice_; }
  QComboBox* yChoice() const { return yChoice_; }
  /// The sentence instead of a picture where there is nothing to show.
  QLabel* notice() const { return notice_; }
  /// Below the picture: why the configuration that was clicked failed.
  QLabel* message() const { return message_; }
  /// What is shown; null: the notice.
  SpaceCanvas* picture() const;

public slots:
  void setSelected(qint64 variant);

signals:
  void variantChosen(qint64 id);

private:
  void makeControls();
  QComboBox* makeChoice(const QString& name);
  void offerAxes();
  void axisChosen(const QComboBox* changed);
  void showAxes();
  void showPage();
  void choose(int line);
  QString emptyText() const;

  std::shared_ptr<const SpaceModel> model_;
  QWidget* controls_ = nullptr;
  QToolButton* parallelSwitch_ = nullptr;
  QToolButton* heatMapSwitch_ = nullptr;
  QWidget* choices_ = nullptr;
  QComboBox* xChoice_ = nullptr;
  QComboBox* yChoice_ = nullptr;
  QStackedWidget* pages_;
  QLabel* notice_;
  HeatMap* heatMap_;
  ParallelPlot* parallel_;
  QLabel* message_;
};

} // namespace gevo::ui
