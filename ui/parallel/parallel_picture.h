#pragma once

/// Paints the lines of the parallel coordinates: a request in, a picture out. Runs on a thread of its own, see ParallelPainter.
///
/// Between two axes, lines that begin and end at the same places, to two or three pixels, are drawn once, the newest: however many variants
/// there are, the picture has no more lines than can be told apart.

#include "ui/parallel/parallel_axis.h"
#include "ui/pareto/scatter.h"

namespace gevo::ui {

/// The image is so much larger than the area on each side, in pixels.
inline constexpr int imageMargin = 4;

/// What a line depends on.
struct ParallelPoint {
  std::int64_t id = 0;
  double runtime = 0; ///< microseconds
  double error = 0;   ///< as stored
  double energy = unknown;
  std::uint32_t generation = 0;
  std::uint32_t edits = 0; ///< inactive ones included, as filters count them
  std::uint32_t inactive = 0;
  StepKind step = StepKind::Other;
  std::uint32_t slot = 0; ///< see Individual
};

enum class ParallelLines : std::uint8_t { All, Population, Front };

struct ParallelRequest {
  std::uint64_t number = 0;
  std::vector<ParallelAxis> axes; ///< in order; their ranges are found
  QRectF area;                    ///< the first axis is its left side, the last its right one; pixels
  double ratio = 1;               ///< device pixels per pixel
  ParallelLines lines = ParallelLines::All;
  ScatterColour colour = ScatterColour::Generation;
  std::uint32_t islandSlots = 1; ///< of each island
  std::array<QRgb, scatterColours> colours{};
  QRgb dimmedColour = 0;
  QRgb chosenColour = 0;
  QRgb frontColour = 0;
  double originalRuntime = 1;
  double errorFactor = 100;          ///< stored error to axis
  double tolerance = 0.01;           ///< as stored
  std::optional<std::uint32_t> upTo; ///< up to this generation
  ParameterSpace space;
  std::shared_ptr<const VariantFacts> facts;        ///< for parameters; null: not known yet
  std::shared_ptr<const std::vector<bool>> passing; ///< as ScatterRequest has them
  std::shared_ptr<const std::vector<std::int64_t>> chosen;
  std::vector<std::int64_t> front; ///< ids, in order
  std::shared_ptr<const std::unordered_set<std::int64_t>> population;
};

struct ParallelPicture {
  ParallelRequest request;       ///< with the axes' ranges
  QImage image;                  ///< of the area and imageMargin around it
  std::vector<std::int64_t> ids; ///< of the lines, in order
  std::vector<float> shares;     ///< of each line on each axis; not a number: it has none
  std::vector<bool> dimmed;      ///< of each line
  std::size_t passing = 0;       ///< lines that are not dimmed

  double axisX(std::size_t axis) const;
  double shareOf(std::size_t line, std::size_t axis) const { return shares[line * request.axes.size() + axis]; }
  double pixelOf(double share) const { return request.area.bottom() - share * request.area.height(); }
  /// Of a line: points, and where it has no value a gap between two parts.
  std::vector<QPolygonF> parts(std::int64_t id) const;
  /// The line nearest to a position, of those that are not dimmed; nothing if none is within `reach` pixels.
  std::optional<std::int64_t> nearest(const QPointF& position, double reach) const;
};

/// Null when `stop` is requested. Points in id order.
std::shared_ptr<const ParallelPicture> paintParallel(const std::vector<ParallelPoint>& points, const ParallelRequest& request,
                                                     const std::stop_token& stop);

} // namespace gevo::ui
