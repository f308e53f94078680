#pragma once

/// The Pareto plot, initially runtime against error: all variants, the front, the original. Click or arrow keys select, the wheel zooms
/// (over an axis: that axis), dragging pans, dragging with Shift zooms to a rectangle. Ctrl and a click add a variant to those that are
/// selected together, dragging with Ctrl draws a lasso around more.

#include "ui/model/filter_model.h"
#include "ui/model/run_model.h"
#include "ui/model/selection.h"
#include "ui/model/timeline_position.h"
#include "ui/model/variant_group.h"
#include "ui/pareto/pareto_scale.h"
#include "ui/pareto/scatter.h"
#include "ui/plot/plot_widget.h"
#include "ui/theme/theme.h"

#include <QVariantAnimation>

class QLabel;

namespace gevo::ui {

class ScatterLayer;
class ScatterPainter;
class FrontLayer;
class MarkLayer;
class EdgeNotes;
class Lasso;
class NewsLayer;
class ParetoAxes;
class VariantTip;
struct WhatIfMark;

/// What is drawn besides the front.
struct ParetoShows {
  ScatterColour colour = ScatterColour::Generation;
  bool dominated = true;
  bool failed = false; ///< variants with wrong output whose runtime and error are known
  bool populationOnly = false;
};

class ParetoView : public PlotWidget {
  Q_OBJECT
public:
  ParetoView(const RunModel& model, Selection& selection, VariantGroup& group, const FilterModel& filter, TimelinePosition& timeline,
             QWidget* parent = nullptr);
  ~ParetoView() override;

  void setTheme(const Theme& theme);
  const ParetoScale& scale() const { return scale_; }
  /// By runtime, at the timeline position.
  const std::vector<std::int64_t>& front() const;
  /// The visible variant nearest to a position; nothing when none is near. Members of the front win over other points. All: failed
  /// variants too.
  std::optional<std::int64_t> pointAt(const QPointF& position, PointKinds kinds = PointKinds::All) const;
  /// True if the variant would be drawn, whatever the axis ranges are.
  bool shows(const VariantRow& row) const;

  const ParetoShows& shown() const { return shows_; }
  void setShown(const ParetoShows& shows);
  bool logarithmic(Qt::Orientation axis) const;
  void setLogarithmic(Qt::Orientation axis, bool on);
  void setQuantities(Quantity x, Quantity y);
  /// Undoes `setQuantities`: runtime against what suits the run, see usualSecond.
  void chooseQuantities();
  /// Nobody has set the quantities.
  bool choosesQuantities() const { return choosesQuantities_; }
  /// A drag zooms to a rectangle, as it does with Shift.
  void setBandZoom(bool on) { bandZoom_ = on; }
  bool bandZoom() const { return bandZoom_; }
  /// A drag draws a lasso, as it does with Ctrl.
  void setLasso(bool on) { lassos_ = on; }
  /// Shown variants whose points lie within; those that don't pass the filter are not.
  std::vector<std::int64_t> variantsWithin(const QPolygonF& line) const;
  /// The picture is up to date with the model and the axes.
  bool settled() const;
  /// Shown while there is no run.
  void setNotice(const QString& notice);
  /// Where the variant is with only some of its edits; nothing: with all of them.
  void setWhatIf(std::optional<WhatIfMark> mark);
  const EdgeNotes& edgeNotes() const { return *notes_; }
  const MarkLayer& marks() const { return *marks_; }
  const NewsLayer& news() const { return *news_; }
  /// The variant that is named so, with the current axes; nothing where the front has none.
  std::optional<std::int64_t> knee() const;
  /// Nothing pulses or glows.
  void setReducedMotion(bool reduced);

public slots:
  /// Shows every variant, slow ones too.
  void showEverything();
  /// Selects the neighbour on the front: 1 slower with a smaller error, -1 faster with a larger one.
  void step(int direction);

signals:
  void quantitiesChanged();
  /// What `shown` says.
  void shownChanged();
  /// Another front is drawn than before, or on other axes.
  void frontShown();
  void playRequested();
  /// Move by some generations, forwards or backwards.
  void timelineStepRequested(int generations);

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  /// Asks the painter for a picture of what the model holds.
  void draw() override;

private:
  void replotMarks();
  void setUpLayers();
  void connectModel();
  void connectMouse();
  void addKeys();
  void showPicture(const std::shared_ptr<const ScatterPicture>& picture);
  void checkTransform();
  void fitQuantities();
  void applyQuantities(Quantity x, Quantity y);
  void watchBest(const std::shared_ptr<const RunUpdate>& update);
  void announceAdded(const std::shared_ptr<const RunUpdate>& update);
  void announceReplayed();
  void announce(std::vector<std::int64_t> ids);
  void updateMarks();
  void updateTip();
  QString summaryOf(std::int64_t id) const;
  void hover(const QPointF& position);
  void press(const QMouseEvent& event);
  void click(const QMouseEvent& event);
  void dropLasso();
  /// False where none was drawn: it was a click.
  bool takeLasso(Qt::KeyboardModifiers modifiers);
  void showGroup();
  void markGroup();
  std::optional<ScatterPoint> point(std::int64_t id) const;
  std::optional<QPointF> positionOf(std::int64_t id) const;
  bool onFront(std::int64_t id) const;

  const RunModel& model_;
  Selection& selection_;
  VariantGroup& group_;
  const FilterModel& filter_;
  TimelinePosition& timeline_;
  Theme theme_;
  ParetoScale scale_;
  ParetoAxes* axes_;
  ScatterLayer* scatter_ = nullptr;
  FrontLayer* front_ = nullptr;
  EdgeNotes* notes_ = nullptr;
  MarkLayer* marks_ = nullptr;
  Lasso* lasso_ = nullptr;
  NewsLayer* news_ = nullptr;
  QLabel* notice_;
  VariantTip* tip_;
  ScatterPainter* painter_;
  ParetoShows shows_;
  AxisTransform requestedTransform_;                     ///< of the last request
  std::uint64_t requests_ = 0;                           ///< so far
  std::uint64_t shownRequest_ = 0;                       ///< number of the picture that is shown
  ScatterRequest::Fit fit_ = ScatterRequest::Fit::Usual; ///< what the next picture shows
  std::optional<std::int64_t> hovered_;
  QPointF mouse_; ///< when `hovered_` was found
  bool bandZoom_ = false;
  bool lassos_ = false;
  bool choosesQuantities_ = true;
  QVariantAnimation newBest_;
  double bestRuntime_ = 0; ///< of the best exact variant; 0: none was seen
  bool reducedMotion_ = false;
  bool mayStep_ = false;                  ///< variants were announced: the front may have moved on
  std::optional<std::uint32_t> replayed_; ///< generation that is shown; nothing: the present
};

} // namespace gevo::ui
