#pragma once

/// Rasterises the scatter plot: a request in, a picture out. Runs on a thread of its own, see ScatterPainter.

#include "ui/pareto/axis_transform.h"

#include <QImage>
#include <QRgb>

#include <array>
#include <stop_token>
#include <unordered_set>

namespace gevo::ui {

/// Island: of a run with several.
enum class ScatterColour : std::uint8_t { Generation, Edits, Operator, Island };
/// Dimmed: does not pass the filter. Chosen: one of several that are selected.
enum class Emphasis : std::uint8_t { Dimmed, Plain, Chosen };
/// Shades of one colour from few to many, then a colour for each StepKind.
inline constexpr std::size_t scatterShades = 16;
inline constexpr std::size_t scatterColours = scatterShades + stepKindCount;
/// More edits than this are all shown in the deepest shade.
inline constexpr std::uint32_t manyEdits = 16;
/// At a scale of 1.
inline constexpr double discRadius = 2.5;
inline constexpr double chosenRadius = 3;
inline constexpr double circleWidth = 1.2;

struct ScatterRequest {
  enum class Fit : std::uint8_t { None, Usual, Everything };

  std::uint64_t number = 0; ///< counts requests
  AxisTransform transform;
  Fit fit = Fit::None; ///< else the painter chooses the ranges
  double tolerance = 0.01;
  ScatterColour colour = ScatterColour::Generation;
  std::uint32_t islandSlots = 1; ///< of each island
  std::array<QRgb, scatterColours> colours{};
  QRgb failedColour = 0;
  QRgb dimmedColour = 0;
  QRgb chosenColour = 0;
  bool dominated = true;
  bool failed = false;
  bool populationOnly = false;       ///< of a past generation: what it made
  std::vector<Objective> objectives; ///< of the front
  std::optional<std::uint32_t> upTo; ///< up to this generation
  std::shared_ptr<const std::unordered_set<std::int64_t>> population;
  std::shared_ptr<const std::vector<bool>> passing;        ///< of the valid points, in their order; later ones pass; null: all pass
  std::vector<bool> unfinishedPassing;                     ///< likewise of the unfinished ones; empty: all pass
  std::shared_ptr<const std::vector<std::int64_t>> chosen; ///< ids, in order; null: none
  double ratio = 1;                                        ///< device pixels per pixel
  double scale = 1;                                        ///< of the points, as Theme::scale
  /// The image is so much larger than the axes on each side, in pixels: points on an axis are shown whole.
  int margin() const;
};

/// A disc of the picture; a circle where the id is below 0.
struct ScatterMarker {
  QPointF position;
  std::int64_t id = 0;
  std::uint8_t colour = 0; ///< index, `failedMarker` for a failed variant
  Emphasis emphasis = Emphasis::Plain;
};
inline constexpr std::uint8_t failedMarker = 255;

/// Variants: those that can be selected, not failed ones.
enum class PointKinds : std::uint8_t { All, Variants };

/// How many of the points that could be shown lie beyond each side of the axes.
struct PointsOutside {
  std::size_t above = 0;
  std::size_t below = 0;
  std::size_t left = 0;
  std::size_t right = 0;
  bool operator==(const PointsOutside&) const = default;
};

struct ScatterPicture {
  ScatterRequest request;             ///< with the ranges that were chosen
  QImage image;                       ///< of AxisTransform::area and a margin
  std::vector<ScatterMarker> markers; ///< one per pixel at most, in the order they are painted in
  std::vector<std::int64_t> front;    ///< of a past generation, by runtime
  PointsOutside outside;
  std::vector<ScatterPoint> fewestEdits; ///< where the vertical axis has them: the fewest for each runtime or energy

  /// Id of the point nearest to a position; nothing if none is within `reach` pixels.
  std::optional<std::int64_t> nearest(const QPointF& position, double reach, PointKinds kinds) const;
  void indexMarkers(); ///< for `nearest`

private:
  static constexpr int bucketSize = 16;
  std::pair<int, int> bucketOf(const QPointF& position) const;
  int columns_ = 0;
  int lines_ = 0;
  std::vector<std::uint32_t> first_; ///< by bucket: where its part of order_ begins
  std::vector<std::uint32_t> order_; ///< markers by bucket
};

/// Points in id order.
struct ScatterPoints {
  std::vector<ScatterPoint> valid; ///< the original among them
  std::vector<ScatterPoint> failed;
  std::vector<ScatterPoint> unfinished; ///< of the generation under way, with ids below -1
};

/// Null when `stop` is requested.
std::shared_ptr<const ScatterPicture> paintScatter(const ScatterPoints& points, const ScatterRequest& request, const std::stop_token& stop);

/// Colour index of a point. `latest`: generation; `islandSlots`: of each island.
std::uint8_t colourOf(const ScatterPoint& point, ScatterColour colour, std::uint32_t latest, std::uint32_t islandSlots);
/// Of an island, by its number. More islands than colours share them.
std::uint8_t islandColour(std::uint32_t island);

} // namespace gevo::ui
