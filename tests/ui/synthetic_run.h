#pragma once

/// A synthetic run for tests of views: reproducible, with a front, exact variants and rejected evaluations.

#include "core/store/follower.h"
#include "ui/model/variant_details.h"

namespace gevo::synthetic {

struct RunShape {
  std::uint32_t generations = 37;
  std::uint32_t variantsPerGeneration = 40;
};

/// The whole run, of time and error, as one update that resets.
std::shared_ptr<const RunUpdate> run(const RunShape& shape = {});
/// As `run`, of time, error and energy: on a GPU, with the energy of every third variant known; the front is of those.
std::shared_ptr<const RunUpdate> energyRun(const RunShape& shape = {});
/// As `run`, of time, error and the number of edits.
std::shared_ptr<const RunUpdate> editsRun(const RunShape& shape = {});
/// One more generation after `update`, with one variant that beats every exact one.
std::shared_ptr<const RunUpdate> nextGeneration(const RunUpdate& update);
/// Ids by runtime, each point once.
std::vector<std::int64_t> frontOf(const std::vector<VariantRow>& rows);

/// A project with a stencil in CUDA.
std::shared_ptr<const Project> project();
/// With six edits, two inactive, and texts; id 0 has none.
std::shared_ptr<const VariantDetails> details(std::int64_t variant);

} // namespace gevo::synthetic
