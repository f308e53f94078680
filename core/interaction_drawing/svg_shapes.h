#pragma once

/// SVG elements of the pictures of this folder.

#include "core/interaction_drawing/layered_layout.h"

#include <string>
#include <string_view>

namespace gevo::svg {

/// `anchor`: start, middle or end.
std::string text(PlacedPoint at, std::string_view words, std::string_view color, double size, std::string_view anchor = "middle",
                 bool bold = false);
std::string circle(PlacedPoint center, double radius, std::string_view fill, std::string_view stroke, std::string_view title = {},
                   std::string_view id = {});
std::string roundedBox(PlacedPoint corner, double wide, double high, std::string_view fill, std::string_view stroke, bool dashed = false,
                       std::string_view id = {});
/// A smooth line through the points.
std::string line(const std::vector<PlacedPoint>& points, std::string_view color, bool dashed = false);
/// Its tip at `tip`, coming from `from`.
std::string arrowHead(PlacedPoint from, PlacedPoint tip, std::string_view color);
/// The point on the way from `from` to `to` that is so far before `to`.
PlacedPoint before(PlacedPoint from, PlacedPoint to, double distance);

} // namespace gevo::svg
