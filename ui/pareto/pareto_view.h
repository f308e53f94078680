#pragma once

/// Runtime against error: the cloud, the front, the original. Click or arrow keys select, wheel zooms, dragging pans.

#include "ui/pareto/pareto_scale.h"
#include "ui/run/run_model.h"
#include "ui/run/selection.h"
#include "ui/theme/theme.h"

#include <QWidget>

class QCustomPlot;

namespace gevo::ui {

class CloudLayer;
class FrontLayer;
class MarkLayer;
class VariantTip;

class ParetoView : public QWidget {
  Q_OBJECT
public:
  ParetoView(const RunModel& model, Selection& selection, QWidget* parent = nullptr);
  ~ParetoView() override;

  void setTheme(const Theme& theme);
  QCustomPlot* plot() const { return plot_; }
  CloudLayer* cloud() const { return cloud_; }
  const ParetoScale& scale() const { return scale_; }
  /// The visible variant nearest to a place of the plot, -1 when none is near. Members of the front win over the cloud.
  std::int64_t variantAt(const QPointF& place) const;
  bool logarithmic() const { return logarithmic_; }

public slots:
  /// Shows the front and the original whole, and follows the run until the next zoom.
  void resetView();
  /// Shows every variant, slow ones too.
  void showEverything();
  void setLogarithmic(bool logarithmic);
  /// The neighbour on the front: 1 slower and truer, -1 faster and less true.
  void step(int direction);
  void refresh();

protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

private:
  void setUpAxes();
  void setUpLayers();
  void connectModel();
  void fitRanges();
  void updateMarks();
  void updateTip();
  void hover(const QPointF& place);
  void labelAxes();

  const RunModel& model_;
  Selection& selection_;
  Theme theme_;
  QCustomPlot* plot_;
  ParetoScale scale_;
  CloudLayer* cloud_ = nullptr;
  FrontLayer* front_ = nullptr;
  MarkLayer* marks_ = nullptr;
  VariantTip* tip_;
  std::int64_t hovered_ = -1;
  QPoint pressed_;
  bool following_ = true;
  bool logarithmic_ = false;
};

} // namespace gevo::ui
