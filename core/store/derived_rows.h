#pragma once

/// Variants that the user derived from one of a run, by switching edits off. They stand apart from the run's evaluations, whose numbers and
/// contents a seed decides.

#include "core/store/database.h"
#include "core/store/rows.h"
#include "core/values/individual.h"

#include <optional>

namespace gevo {

/// Within a transaction: the id it gets; one with the same edits keeps its own.
std::int64_t insertDerived(Database& database, std::int64_t run, const Individual& individual);
std::optional<Individual> selectDerived(const Database& database, std::int64_t run, std::int64_t id);
/// In id order.
std::vector<VariantRow> selectDerivedRows(const Database& database, std::int64_t run);

} // namespace gevo
