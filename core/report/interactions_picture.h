#pragma once

/// Which edits of a variant need each other, as a picture (Liou et al. 2022, Fig. 7).

#include "core/base/result.h"
#include "core/interaction_drawing/drawing.h"

#include <string>
#include <vector>

namespace gevo::report {

/// The graph of the edits, and below it the subsets of each cluster. `edits`: what each does, in words. Wider than `width` where subsets
/// need it.
Result<Picture> interactionsPicture(const Interactions& found, const std::vector<std::string>& edits, double width = pageWidth);
/// The same as an SVG file.
Result<std::string> interactionsSvg(const Interactions& found, const std::vector<std::string>& edits);

} // namespace gevo::report
