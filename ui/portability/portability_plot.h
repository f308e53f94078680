#pragma once

/// For each device a bar for each variant, its height the speedup; the reason in words where a variant does not run
/// (Liou et al. 2022, Fig. 4 and 5).

#include "core/portability/portability.h"
#include "ui/plot/plot_widget.h"
#include "ui/theme/theme.h"

namespace gevo::ui {

class PortabilityPlot : public PlotWidget {
  Q_OBJECT
public:
  explicit PortabilityPlot(QWidget* parent = nullptr);
  void setTheme(const Theme& theme);
  /// Devices without cells are still to be measured.
  void setFound(std::shared_ptr<const Portability> found);
  /// What is below this point of the plot, as a tool tip; empty: nothing.
  QString tipAt(const QPoint& position) const;
  /// Reasons and figures that are drawn.
  QStringList texts() const;

protected:
  void draw() override;
  void resizeEvent(QResizeEvent* event) override;

private:
  QColor colourOf(std::size_t row) const;
  double place(std::size_t row, std::size_t device) const;
  double widthInPixels(double width) const;
  void drawAxes();
  void drawBars();
  void drawDevice(std::size_t device);
  void drawReason(const QString& reason, double middle, double width);
  void drawSpeedup(double x, double speedup);
  void drawOriginal();

  std::shared_ptr<const Portability> found_ = std::make_shared<const Portability>();
  Theme theme_;
};

} // namespace gevo::ui
