#include "app/gevo/show_views.h"
#include "core/format/number.h"
#include "core/values/individual.h"

namespace gevo {

Result<void> showCounterexamples(const Store& store, const RunInfo& run, const ShowOptions& options) {
  GEVO_TRY_ASSIGN(const std::vector<CounterexampleRow> rows, store.counterexamples(run.id));
  Table table({"input", ">generation", ">variant", "result", "what it does there", "comes from"});
  nlohmann::json json = nlohmann::json::array();
  for (const CounterexampleRow& row : rows) {
    const Counterexample& one = row.found;
    const std::string input = row.shownInput();
    const std::string result = one.reason == Reason::None ? "not exact" : reasonName(one.reason);
    table.add({input, std::to_string(one.generation), variantName(one.variant), result, one.message, row.shownCauses()});
    nlohmann::json causes = nlohmann::json::array();
    for (const FailureCause& cause : row.causes)
      causes.push_back({{"variant", cause.variant}, {"edits", editNumbers(cause)}, {"complete", cause.needed == cause.edits.size()}});
    json.push_back({{"input", input},
                    {"generation", one.generation},
                    {"variant", one.variant},
                    {"reason", reasonName(one.reason)},
                    {"sentence", one.message},
                    {"causes", causes}});
  }
  if (!rows.empty() || options.json || options.csv) {
    printTable(options, table, json);
    return {};
  }
  GEVO_TRY_ASSIGN(const std::vector<std::string> lines, store.fuzzLines());
  if (lines.empty())
    fmt::print("{} has no fuzz inputs; lines that make some are given to gevo new with --fuzz\n", options.file);
  else
    fmt::print("run {} found no counterexample among {}\n", run.id, formatCounted(lines.size(), "fuzz input"));
  return {};
}

} // namespace gevo
