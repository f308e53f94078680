#include "core/report/interactions_picture.h"

#include "core/format/interaction_text.h"
#include "core/report/html.h"
#include "core/report/style.h"

#include <algorithm>
#include <fmt/format.h>

namespace gevo::report {

namespace {

constexpr double titleHeight = 40;
constexpr double lineStep = 18;
constexpr double letterWidth = 7.2; ///< about, of 13 pixels' letters
constexpr double margin = 14;

/// Below what is there.
void append(Picture& picture, const Picture& next) {
  picture.content += fmt::format("<g transform=\"translate(0 {:.0f})\">\n{}</g>\n", picture.height, next.content);
  picture.height += next.height;
  picture.width = std::max(picture.width, next.width);
}

/// In lines that fit.
void appendTitle(Picture& picture, const std::string& title, double width) {
  const auto most = std::size_t(std::max(20.0, (width - 2 * margin) / letterWidth));
  double y = picture.height + 26;
  std::string_view rest = title;
  while (!rest.empty()) {
    std::size_t end = rest.size() <= most ? rest.size() : rest.rfind(' ', most);
    if (end == std::string_view::npos) end = std::min(rest.find(' '), rest.size());
    picture.content +=
        fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" font-size=\"13\" fill=\"$ink\">{}</text>\n", margin, y, escaped(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!rest.empty()) y += lineStep;
  }
  picture.height = y - 26 + titleHeight;
}

} // namespace

Result<Picture> interactionsPicture(const Interactions& found, const std::vector<std::string>& edits, double width) {
  std::vector<std::string> titles;
  for (const std::string& edit : edits) titles.push_back(escaped(edit));
  Picture picture{{}, width, 0, "Which edits need each other"};
  GEVO_TRY_ASSIGN(const Picture graph, interactionGraph(found, titles, width));
  append(picture, graph);
  for (std::size_t cluster = 0; cluster < found.clusters.size(); ++cluster) {
    GEVO_TRY_ASSIGN(const Picture lattice, clusterLattice(found, cluster, width));
    if (lattice.content.empty()) continue;
    appendTitle(picture, fmt::format("cluster {}: {}", cluster + 1, clusterText(found, cluster)), width);
    append(picture, lattice);
  }
  return picture;
}

Result<std::string> interactionsSvg(const Interactions& found, const std::vector<std::string>& edits) {
  GEVO_TRY_ASSIGN(const Picture picture, interactionsPicture(found, edits));
  return svgFile(picture.content, picture.height);
}

} // namespace gevo::report
