#include "core/store/generation_row.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace gevo {

namespace {

/// Of sorted figures, at least one.
double medianOf(const std::vector<double>& figures) {
  const std::size_t middle = figures.size() / 2;
  return figures.size() % 2 == 1 ? figures[middle] : (figures[middle - 1] + figures[middle]) / 2;
}

} // namespace

GenerationRow sumGeneration(const GenerationResult& result, std::vector<VariantRow> population) {
  GenerationRow row;
  row.generation = result.generation;
  row.evaluations = std::uint32_t(result.evaluations.size());
  for (const Individual& individual : result.evaluations) {
    ++row.reasons[std::size_t(individual.result.reason)];
    row.acceptance.add(individual);
  }
  row.valid = row.reasons[std::size_t(Reason::None)];
  if (population.empty()) return row;

  std::ranges::sort(population, {}, [](const VariantRow& variant) { return std::tuple(variant.runtime, variant.error, variant.id); });
  row.bestRuntime = population.front().runtime;
  row.bestError = population.front().error;
  row.worstRuntime = population.back().runtime;
  std::vector<double> runtimes;
  for (const VariantRow& variant : population) runtimes.push_back(variant.runtime);
  row.medianRuntime = medianOf(runtimes);
  const auto exact = std::ranges::find(population, 0.0, &VariantRow::error);
  if (exact != population.end()) row.bestExactRuntime = exact->runtime;
  std::vector<double> edits;
  for (const VariantRow& variant : population) edits.push_back(double(variant.edits - variant.inactive));
  std::ranges::sort(edits);
  row.meanEdits = std::accumulate(edits.begin(), edits.end(), 0.0) / double(edits.size());
  row.medianEdits = medianOf(edits);
  row.maxEdits = edits.back();
  return row;
}

} // namespace gevo
