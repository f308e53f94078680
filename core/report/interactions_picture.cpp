#include "core/report/interactions_picture.h"

#include "core/format/interaction_text.h"
#include "core/interaction_drawing/drawing.h"
#include "core/report/html.h"
#include "core/report/style.h"

namespace gevo::report {

namespace {

constexpr double titleHeight = 40;

/// Below what is there.
void append(std::string& content, double& height, const Picture& picture) {
  content += fmt::format("<g transform=\"translate(0 {:.0f})\">\n{}</g>\n", height, picture.content);
  height += picture.height;
}

} // namespace

Result<std::string> interactionsSvg(const Interactions& found, const std::vector<std::string>& edits) {
  std::vector<std::string> titles;
  for (const std::string& edit : edits) titles.push_back(escaped(edit));
  std::string content;
  double height = 0;
  GEVO_TRY_ASSIGN(const Picture graph, interactionGraph(found, titles));
  append(content, height, graph);
  for (std::size_t cluster = 0; cluster < found.clusters.size(); ++cluster) {
    GEVO_TRY_ASSIGN(const Picture lattice, clusterLattice(found, cluster));
    if (lattice.content.empty()) continue;
    content += fmt::format("<text x=\"14\" y=\"{:.0f}\" font-size=\"13\" fill=\"$ink\">cluster {}: {}</text>\n", height + 26, cluster + 1,
                           escaped(clusterText(found, cluster)));
    height += titleHeight;
    append(content, height, lattice);
  }
  return svgFile(content, height);
}

} // namespace gevo::report
