#pragma once

/// The variants of a run as parallel coordinates: a line for each variant through its objectives and parameters. A range brushed on an axis
/// becomes a condition of the filter; names of axes can be dragged to another place.

#include "ui/model/filter_model.h"
#include "ui/model/selection.h"
#include "ui/model/timeline_position.h"
#include "ui/model/variant_group.h"
#include "ui/parallel/parallel_picture.h"
#include "ui/tasks/throttle.h"
#include "ui/theme/theme.h"

#include <QWidget>

namespace gevo::ui {

class ParallelPainter;

/// What the view is of, and what it writes.
struct ParallelSources {
  const RunModel& model;
  Selection& selection;
  VariantGroup& group;
  FilterModel& filter;
  const TimelinePosition& timeline;
};

class ParallelView : public QWidget {
  Q_OBJECT
public:
  explicit ParallelView(const ParallelSources& sources, QWidget* parent = nullptr);
  ~ParallelView() override;
  void setTheme(const Theme& theme);
  void setColour(ScatterColour colour);
  void setLines(ParallelLines lines);
  ParallelLines lines() const { return lines_; }

  /// In order; with the ranges of the picture that is shown.
  const std::vector<ParallelAxis>& axes() const { return axes_; }
  /// The place of an axis, and of a share of it.
  QPointF placeOf(std::size_t axis, double share) const;
  QRectF nameRect(std::size_t axis) const;
  void moveAxis(std::size_t from, std::size_t to);
  /// Null before the first one.
  const ParallelPicture* picture() const { return picture_.get(); }
  std::shared_ptr<const ParallelPicture> shown() const { return picture_; }
  /// It is up to date.
  bool settled() const;
  /// The picture without what the mouse points at.
  void paintPicture(QPaintDevice& device);

public slots:
  void clearBrushes();
  void usualOrder();

signals:
  void painted();

protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

private:
  enum class Drag { None, Brush, Shift, Axis };
  void addKeys();
  void refresh();
  void request();
  void renewAxes();
  void show(const std::shared_ptr<const ParallelPicture>& picture);
  QRectF area() const;
  double shareAt(double y) const;
  std::optional<std::size_t> axisAt(const QPointF& position) const;
  std::optional<std::size_t> nameAt(const QPointF& position) const;
  void brush(const QPointF& position);
  void click(const QMouseEvent& event);
  void hover(const QPointF& position);
  void paintAll(QPainter& painter);
  void paintAxis(QPainter& painter, std::size_t axis) const;
  void paintTicks(QPainter& painter, std::size_t axis) const;
  void paintBrush(QPainter& painter, std::size_t axis) const;
  void paintMarked(QPainter& painter) const;
  QString tickText(const ParallelAxis& axis, double share) const;

  const RunModel& model_;
  Selection& selection_;
  VariantGroup& group_;
  FilterModel& filter_;
  const TimelinePosition& timeline_;
  Theme theme_;
  ParallelPainter* painter_;
  Throttle throttle_;
  Throttle brushing_;
  std::vector<ParallelAxis> axes_;
  std::shared_ptr<const ParallelPicture> picture_;
  std::uint64_t requests_ = 0;
  ScatterColour colour_ = ScatterColour::Generation;
  ParallelLines lines_ = ParallelLines::All;
  std::optional<std::int64_t> hovered_;
  std::size_t cursor_ = 0; ///< axis, for the keyboard
  bool keyboard_ = false;
  Drag drag_ = Drag::None;
  std::size_t dragged_ = 0; ///< axis
  QPointF pressed_;
  QPointF mouse_;
  bool moved_ = false;
  std::optional<Interval> before_; ///< brush of the axis when it was pressed
  std::optional<Interval> wanted_; ///< brush to be written
};

} // namespace gevo::ui
