#pragma once

/// Pictures of interactions as SVG elements. Colours are names such as "$accent", see core/report/style.h.

#include "core/base/result.h"
#include "core/interactions/interactions.h"

#include <string>
#include <vector>

namespace gevo {

/// Of a picture on a page, in pixels.
inline constexpr double pageWidth = 960;

/// Elements of SVG. Without content there is nothing to draw.
struct Picture {
  std::string content;
  double width = pageWidth; ///< in pixels
  double height = 0;
  std::string description; ///< for screen readers
};
/// Ids of the elements that stand for an edit and for a subset of a cluster, for those who are asked what was clicked.
std::string editElement(std::size_t edit);
std::string subsetElement(std::size_t cluster, std::size_t subset);

/// As an <svg> element.
std::string svgElement(const Picture& picture);

/// The edits, with an arrow from each to those that it needs (Liou et al. 2022, Fig. 7). A node's area grows with what the edit
/// contributes, and its colour says whether it fails alone. Each cluster stands on a ground of its own. `titles`: of the edits, escaped for
/// XML; shown under the mouse. `width`: of the page; what does not fit goes below.
Result<Picture> interactionGraph(const Interactions& found, const std::vector<std::string>& titles, double width = pageWidth);

/// Subsets of a cluster by their sizes, with what each gains or why it fails; a line joins subsets that differ by an edit. Of clusters with
/// more than five edits only those that pass are drawn. Nothing where these are too many too, or not known. Wider than `width` where its
/// words could not be read otherwise, but never than a page.
Result<Picture> clusterLattice(const Interactions& found, std::size_t cluster, double width = pageWidth);

} // namespace gevo
