#include "core/store/front.h"

#include "core/search/objectives.h"
#include "core/search/pareto_archive.h"

#include <tuple>

namespace gevo {

namespace {

struct Simpler {
  static auto key(const VariantRow& row) { return std::tuple(row.error, row.edits - row.inactive, row.id); }
  bool operator()(const VariantRow* a, const VariantRow* b) const { return key(*a) < key(*b); }
};

} // namespace

std::vector<VariantRow> paretoFront(const std::vector<VariantRow>& rows, const std::vector<Objective>& chosen) {
  const Objectives objectives(chosen);
  ParetoArchive<const VariantRow*, Simpler> archive;
  for (const VariantRow& row : rows)
    if (const Fitness fitness{row.runtime, row.error, row.energy}; objectives.isKnown(fitness))
      archive.add(objectives.of(fitness, row.edits - row.inactive), &row);
  std::vector<VariantRow> front;
  for (const auto& [point, row] : archive.members()) front.push_back(*row);
  return front;
}

} // namespace gevo
