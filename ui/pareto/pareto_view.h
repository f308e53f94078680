#pragma once

/// The run as a plane, runtime against error at first: the cloud, the front, the original. Click or arrow keys select, the wheel zooms
/// (over an axis: that axis), dragging pans, dragging with Shift zooms to a rectangle.

#include "ui/model/run_model.h"
#include "ui/model/selection.h"
#include "ui/model/timeline_position.h"
#include "ui/pareto/pareto_scale.h"
#include "ui/pareto/scatter.h"
#include "ui/tasks/throttle.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QCustomPlot;

namespace gevo::ui {

class ScatterLayer;
class ScatterPainter;
class FrontLayer;
class MarkLayer;
class ParetoAxes;
class VariantTip;

/// What is drawn besides the front.
struct ParetoShows {
  ScatterColour colour = ScatterColour::Generation;
  bool dominated = true;
  bool failed = false; ///< tries whose output was wrong and whose runtime and error are known
  bool populationOnly = false;
};

class ParetoView : public QWidget {
  Q_OBJECT
public:
  ParetoView(const RunModel& model, Selection& selection, TimelinePosition& timeline, QWidget* parent = nullptr);
  ~ParetoView() override;

  void setTheme(const Theme& theme);
  QCustomPlot* plot() const { return plot_; }
  const ParetoScale& scale() const { return scale_; }
  /// By runtime, as of the moment.
  const std::vector<std::int64_t>& front() const;
  /// The visible variant nearest to a place of the plot; nothing when none is near. Members of the front win over the cloud. All: failed
  /// tries and those under way too.
  std::optional<std::int64_t> pointAt(const QPointF& position, PointKinds kinds = PointKinds::All) const;
  /// True of what would be drawn, wherever the axes are.
  bool shows(const VariantRow& row) const;

  const ParetoShows& shown() const { return shows_; }
  void setShown(const ParetoShows& shows);
  bool logarithmic(Qt::Orientation axis) const;
  void setLogarithmic(Qt::Orientation axis, bool on);
  void setQuantities(Quantity x, Quantity y);
  /// A drag zooms to a rectangle, as it does with Shift.
  void setBandZoom(bool on) { bandZoom_ = on; }
  bool bandZoom() const { return bandZoom_; }
  /// The picture is of what the model holds and the axes show.
  bool settled() const;

public slots:
  /// Shows the front and the original whole, and follows the run until the next zoom.
  void resetView();
  /// Shows every variant, slow ones too.
  void showEverything();
  /// The neighbour on the front: 1 slower and truer, -1 faster and less true.
  void step(int direction);
  void refresh();

signals:
  void quantitiesChanged();
  void playRequested();
  /// Some generations on or back.
  void timelineStepRequested(int generations);

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void showEvent(QShowEvent* event) override;

private:
  void setUpLayers();
  void connectModel();
  void connectMouse();
  void addKeys();
  void askForPicture();
  void takePicture(const std::shared_ptr<const ScatterPicture>& picture);
  void checkTransform();
  void fitQuantities();
  void updateMarks();
  void updateTip();
  QString summaryOf(std::int64_t id) const;
  void hover(const QPointF& position);
  void press(const QMouseEvent& event);
  std::optional<ScatterPoint> point(std::int64_t id) const;
  std::optional<QPointF> positionOf(std::int64_t id) const;
  bool onFront(std::int64_t id) const;

  const RunModel& model_;
  Selection& selection_;
  TimelinePosition& timeline_;
  Theme theme_;
  QCustomPlot* plot_;
  ParetoScale scale_;
  ParetoAxes* axes_;
  ScatterLayer* scatter_ = nullptr;
  FrontLayer* front_ = nullptr;
  MarkLayer* marks_ = nullptr;
  VariantTip* tip_;
  ScatterPainter* painter_;
  Throttle throttle_;
  ParetoShows shows_;
  AxisTransform asked_;                                  ///< plane of the last request
  std::uint64_t requests_ = 0;                           ///< so far
  std::uint64_t answered_ = 0;                           ///< number of the picture that is shown
  ScatterRequest::Fit fit_ = ScatterRequest::Fit::Usual; ///< what the next picture shows
  std::optional<std::int64_t> hovered_;
  QPointF mouse_; ///< when `hovered_` was found
  QPoint pressed_;
  bool following_ = true;
  bool bandZoom_ = false;
};

} // namespace gevo::ui
