#pragma once

/// The front: a step line through the best for the axes that are shown, which are points, with the knee named; members that are better in
/// an objective without an axis are smaller points behind it, and those that failed held-out tests are crossed out. The original is a
/// labelled diamond, and operators have a legend.

#include "ui/model/run_model.h"
#include "ui/pareto/pareto_scale.h"
#include "ui/pareto/scatter.h"
#include "ui/theme/theme.h"

#include <qcustomplot.h>

#include <functional>
#include <optional>

namespace gevo::ui {

class FrontLayer : public QCPLayerable {
  Q_OBJECT
public:
  FrontLayer(QCustomPlot* plot, const QString& layer, const RunModel& model, const ParetoScale& scale);
  void setTheme(const Theme& theme) { theme_ = theme; }
  /// By runtime.
  void setFront(std::vector<std::int64_t> ids) { front_ = std::move(ids); }
  const std::vector<std::int64_t>& front() const { return front_; }
  /// The member that is named so on the current axes.
  std::optional<std::int64_t> knee() const;
  /// With its steps, in pixels.
  QPolygonF line() const;
  void setColour(ScatterColour colour) { colour_ = colour; }
  /// Members that don't pass are dimmed; null: all pass.
  void setPasses(std::function<bool(const VariantRow&)> passes) { passes_ = std::move(passes); }
  /// See ScatterPicture::fewestEdits.
  void setFewestEdits(std::vector<ScatterPoint> points) { fewestEdits_ = std::move(points); }

protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  QRect clipRect() const override;
  void draw(QCPPainter* painter) override;

private:
  void drawBandLabel(QCPPainter* painter) const;
  struct LegendLine {
    std::size_t colour = 0; ///< index in scatterPalette
    QString name;
  };
  std::vector<LegendLine> legend() const;
  void drawLegend(QCPPainter* painter) const;
  void drawFront(QCPPainter* painter) const;
  /// A part of the front, by the horizontal axis.
  struct Projection {
    std::vector<ScatterPoint> points;
    std::optional<std::size_t> knee;
  };
  bool isObjective(Quantity quantity) const;
  std::vector<ScatterPoint> members() const;
  Projection projectionOf(const std::vector<ScatterPoint>& members) const;
  bool isDimmed(std::int64_t id) const;
  void drawMembers(QCPPainter* painter, const std::vector<ScatterPoint>& members, double usualRadius, const QColor& colour) const;
  void drawKnee(QCPPainter* painter, const QPointF& point) const;
  void drawFewestEdits(QCPPainter* painter) const;
  void drawDerived(QCPPainter* painter) const;
  void drawOriginals(QCPPainter* painter) const;
  void drawOriginal(QCPPainter* painter, const ScatterPoint& original, const QString& name) const;
  void drawLabel(QCPPainter* painter, const QRectF& area, Qt::Alignment side, const QString& text, const QColor& colour) const;

  const RunModel& model_;
  const ParetoScale& scale_;
  Theme theme_;
  std::vector<std::int64_t> front_;
  std::vector<ScatterPoint> fewestEdits_;
  std::function<bool(const VariantRow&)> passes_;
  ScatterColour colour_ = ScatterColour::Generation;
};

/// A variant's switched edits, evaluated: where that is, and which variant it is of.
struct WhatIfMark {
  std::int64_t variant = 0;
  ScatterPoint point;
};

/// Rings around the selected variant and the one it is compared with, a thin one under the mouse, a dashed one where the checked edits
/// are, and one that grows around a new best. A layer of its own: repainting it is cheap however many points there are.
class MarkLayer : public QCPLayerable {
  Q_OBJECT
public:
  MarkLayer(QCustomPlot* plot, const QString& layer, const ParetoScale& scale);
  void setTheme(const Theme& theme) { theme_ = theme; }
  /// Position of a variant; nothing for one that is not shown.
  void setPositions(std::function<std::optional<QPointF>(std::int64_t)> position) { position_ = std::move(position); }
  void setMarks(std::int64_t selected, std::int64_t compared, std::optional<std::int64_t> hovered);
  /// Of several that are selected, those that are not drawn with the scatter.
  void setGroup(std::vector<std::int64_t> group) { group_ = std::move(group); }
  void setFocused(bool focused) { focused_ = focused; }
  void setWhatIf(std::optional<WhatIfMark> mark) { whatIf_ = std::move(mark); }
  const std::optional<WhatIfMark>& whatIf() const { return whatIf_; }
  /// `progress` from 0 to 1; nothing: it is over.
  void setNewBest(std::int64_t id, std::optional<double> progress);
  std::optional<std::int64_t> newBest() const { return progress_ ? std::optional(newBest_) : std::nullopt; }

protected:
  void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
  QRect clipRect() const override;
  void draw(QCPPainter* painter) override;

private:
  void ring(QCPPainter* painter, std::int64_t id, double radius, QPen pen) const;
  void drawWhatIf(QCPPainter* painter) const;

  std::function<std::optional<QPointF>(std::int64_t)> position_;
  const ParetoScale& scale_;
  Theme theme_;
  std::int64_t selected_ = -1;
  std::int64_t compared_ = 0;
  std::optional<std::int64_t> hovered_;
  std::vector<std::int64_t> group_;
  bool focused_ = false;
  std::optional<WhatIfMark> whatIf_;
  std::int64_t newBest_ = 0;
  std::optional<double> progress_; ///< of its ring
};

} // namespace gevo::ui
