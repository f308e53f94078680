#include "core/values/individual.h"

#include <charconv>
#include <fmt/format.h>

namespace gevo {

const char* originName(Origin origin) {
  switch (origin) {
  case Origin::Original:
    return "original";
  case Origin::InitialMutation:
    return "initial mutation";
  case Origin::Crossover:
    return "crossover";
  case Origin::Mutation:
    return "mutation";
  case Origin::Seeded:
    return "seeded";
  case Origin::Verified:
    return "verified";
  case Origin::Derived:
    return "derived";
  case Origin::Tuned:
    return "parameter";
  }
  return "unknown";
}

std::string variantName(std::int64_t id) {
  if (id == 0) return "original";
  return isDerived(id) ? fmt::format("D{}", id - firstDerivedId + 1) : std::to_string(id);
}

std::optional<std::int64_t> parseVariantName(std::string_view name) {
  if (name == "original") return 0;
  const bool derived = name.starts_with('D') || name.starts_with('d');
  if (derived) name.remove_prefix(1);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (error != std::errc() || end != name.data() + name.size() || number < (derived ? 1 : 0) || number >= firstDerivedId)
    return std::nullopt;
  return derived ? firstDerivedId + number - 1 : number;
}

EditList activeEdits(const Individual& individual) {
  EditList edits;
  for (std::size_t i = 0; i < individual.edits.size(); ++i) {
    if (i >= individual.active.size() || individual.active[i]) edits.push_back(individual.edits[i]);
  }
  return edits;
}

std::size_t activeEditCount(const Individual& individual) {
  std::size_t count = individual.edits.size();
  for (const bool active : individual.active) count -= active ? 0 : 1;
  return count;
}

bool isTestedAnew(const Individual& individual) {
  return individual.id != 0 && !individual.result.reused && individual.result.stage >= Stage::Tests;
}

} // namespace gevo
