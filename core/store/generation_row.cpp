#include "core/store/generation_row.h"

#include <algorithm>
#include <tuple>

namespace gevo {

GenerationRow sumGeneration(const GenerationResult& result, std::vector<VariantRow> population) {
  GenerationRow row;
  row.generation = result.generation;
  row.tries = std::uint32_t(result.tries.size());
  for (const Individual& individual : result.tries) ++row.reasons[std::size_t(individual.outcome.reason)];
  row.valid = row.reasons[std::size_t(Reason::None)];
  if (population.empty()) return row;

  std::ranges::sort(population, {}, [](const VariantRow& variant) { return std::tuple(variant.runtime, variant.error, variant.id); });
  row.bestRuntime = population.front().runtime;
  row.bestError = population.front().error;
  row.worstRuntime = population.back().runtime;
  const std::size_t middle = population.size() / 2;
  row.medianRuntime =
      population.size() % 2 == 1 ? population[middle].runtime : (population[middle - 1].runtime + population[middle].runtime) / 2;
  const auto exact = std::ranges::find(population, 0.0, &VariantRow::error);
  if (exact != population.end()) row.bestExactRuntime = exact->runtime;
  double edits = 0;
  for (const VariantRow& variant : population) edits += double(variant.edits - variant.inactive);
  row.meanEdits = edits / double(population.size());
  return row;
}

} // namespace gevo
