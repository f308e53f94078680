#include "core/format/interaction_text.h"
#include "core/interaction_drawing/drawing.h"
#include "core/report/html.h"
#include "core/report/report.h"

#include <algorithm>

namespace gevo::report {

namespace {

/// In the words of the variant's own edits, of which the analysed ones are some.
std::vector<std::string> textsOf(const ReportContent& content) {
  std::vector<std::string> texts;
  for (const Edit& edit : content.interactions->edits) {
    const auto own = std::ranges::find(content.subject.variant.edits, edit);
    const auto place = std::size_t(own - content.subject.variant.edits.begin());
    texts.push_back(place < content.texts.edits.size() ? content.texts.edits[place].text : std::string());
  }
  return texts;
}

std::string editTable(const Interactions& found, const std::vector<std::string>& texts) {
  HtmlTable table("list", {"Edit", "What it does", ">Alone", ">Contributes", "Needs", "Acts"});
  for (std::size_t i = 0; i < found.edits.size(); ++i)
    table.add({std::to_string(i + 1), withCodeTags(texts[i]), escaped(gainText(found, found.edits[i].alone)),
               escaped(shapleyText(found.edits[i])), needsText(found, i), escaped(roleText(found, i))});
  return table.html();
}

std::string figure(const Result<Picture>& picture, const std::string& caption) {
  if (!picture || picture->content.empty()) return {};
  return "<figure>\n" + svgElement(*picture) + element("div", "caption", escaped(caption)) + "</figure>\n";
}

} // namespace

std::string interactionsSection(const ReportContent& content) {
  if (!content.interactions || content.interactions->found.clusters.empty()) return {};
  const Interactions& found = content.interactions->found;
  const std::vector<std::string> texts = textsOf(content);
  std::vector<std::string> titles;
  for (const std::string& text : texts) titles.push_back(escaped(text));
  std::string html = "<h2>Which edits need each other</h2>\n";
  const std::string whose =
      content.interactions->variant == content.subject.variant.id
          ? std::string()
          : fmt::format("Of variant {}, the edits of this one that matter: ", variantName(content.interactions->variant));
  html += element("p", "note", escaped(whose + interactionSummary(found) + "."));
  html += figure(interactionGraph(found, titles), "An arrow leads from an edit to one without which it fails or gains nothing.");
  html += editTable(found, texts);
  html +=
      element("p", "note",
              "Alone: the share of the original's time that the edit saves by itself, or why it fails. Contributes: its Shapley value, the "
              "mean of what it adds over all orders of its cluster's edits, where a subset that fails counts as the original. Needs: edits "
              "without which it fails; in parentheses those without which it gains nothing.");
  for (std::size_t cluster = 0; cluster < found.clusters.size(); ++cluster)
    html += figure(clusterLattice(found, cluster), fmt::format("Cluster {}: {}.", cluster + 1, clusterText(found, cluster)));
  return html;
}

} // namespace gevo::report
