#pragma once

/// How a variant was found: the fitness along its line of ancestors, with a pin where each of its edits arose (Liou et al. 2022, Fig. 8).

#include "ui/model/variant_details.h"

#include <QPointF>
#include <QStringList>

class QCPGraph;
class QCustomPlot;

namespace gevo::ui {

struct Theme;

/// An ancestor, or the variant itself, that was the first of the line to have some of the variant's active edits.
struct DiscoveryPin {
  std::int64_t variant = 0;
  double generation = 0;
  double runtime = 0;         ///< microseconds
  QStringList edits;          ///< in words
  std::uint32_t stepping = 0; ///< edits that it had beside these and that the variant has not: some were needed on the way
};

std::vector<DiscoveryPin> discoveryPins(const VariantDetails& details);

/// Draws both into a plot of runtime by generation.
class Discovery {
public:
  explicit Discovery(QCustomPlot& plot);
  /// Null: of no variant.
  void setDetails(std::shared_ptr<const VariantDetails> details);
  void paint(const Theme& theme);
  void fill();
  const std::vector<DiscoveryPin>& pins() const { return pins_; }
  /// What the pin there says, given the original's runtime; empty: there is none.
  QString tipAt(const QPointF& position, double originalRuntime) const;

private:
  QCustomPlot& plot_;
  QCPGraph* line_;
  QCPGraph* heads_;
  std::shared_ptr<const VariantDetails> details_;
  std::vector<DiscoveryPin> pins_;
};

} // namespace gevo::ui
