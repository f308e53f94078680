#pragma once

/// Which edits of a variant need each other, as a picture (Liou et al. 2022, Fig. 7).

#include "core/base/result.h"
#include "core/interactions/interactions.h"

#include <string>
#include <vector>

namespace gevo::report {

/// An SVG file: the graph of the edits, and below it the subsets of each cluster. `edits`: what each does, in words.
Result<std::string> interactionsSvg(const Interactions& found, const std::vector<std::string>& edits);

} // namespace gevo::report
