#pragma once

/// Valid evaluations as lists and plots need them, and which of them are population and front.

#include "core/store/database.h"
#include "core/store/rows.h"

namespace gevo {

/// In id order, ids from `from`.
std::vector<VariantRow> selectVariants(const Database& database, std::int64_t run, std::int64_t from);

/// Evaluations that failed with runtime and error known, in id order, ids from `from`.
std::vector<FailedRow> selectFailures(const Database& database, std::int64_t run, std::int64_t from);

/// Of these ids, those that are valid.
std::vector<VariantRow> selectVariants(const Database& database, std::int64_t run, const std::vector<std::int64_t>& ids);

/// Valid evaluations of a generation that is not complete. They have no ids yet: theirs are below 0, the same at each call.
std::vector<VariantRow> selectUnfinishedVariants(const Database& database, std::int64_t run, std::uint32_t generation);

/// Within a transaction: the members that go on.
void insertMembers(Database& database, std::int64_t run, const GenerationResult& result);
std::vector<VariantRow> selectMembers(const Database& database, std::int64_t run);
std::vector<std::int64_t> selectPopulation(const Database& database, std::int64_t run);
/// Of each of these, the number of its island.
std::vector<std::uint32_t> selectIslands(const Database& database, std::int64_t run);

/// Within a transaction: the front with these evaluations, which are stored already, among its candidates.
void growFront(Database& database, std::int64_t run, const std::vector<Individual>& evaluations);
/// Within a transaction: the front of all valid evaluations, whose fitness may have changed.
void renewFront(Database& database, std::int64_t run);
/// By runtime.
std::vector<VariantRow> selectFront(const Database& database, std::int64_t run);

} // namespace gevo
