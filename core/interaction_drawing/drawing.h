#pragma once

/// Pictures of interactions as SVG elements. Colours are names such as "$accent", see core/report/style.h.

#include "core/base/result.h"
#include "core/interactions/interactions.h"

#include <string>
#include <vector>

namespace gevo {

/// Elements of SVG, in a box that is 960 pixels wide. Without content there is nothing to draw.
struct Picture {
  std::string content;
  double height = 0;       ///< in pixels
  std::string description; ///< for screen readers
};
/// As an <svg> element.
std::string svgElement(const Picture& picture);

/// The edits, with an arrow from each to those that it needs (Liou et al. 2022, Fig. 7). A node's area grows with what the edit
/// contributes, and its colour says whether it fails alone. Each cluster stands on a ground of its own. `titles`: of the edits, escaped for
/// XML; shown under the mouse.
Result<Picture> interactionGraph(const Interactions& found, const std::vector<std::string>& titles);

/// Subsets of a cluster by their sizes, with what each gains or why it fails; a line joins subsets that differ by an edit. Of clusters with
/// more than five edits only those that pass are drawn. Nothing where these are too many too, or not known.
Result<Picture> clusterLattice(const Interactions& found, std::size_t cluster);

} // namespace gevo
