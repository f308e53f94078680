#pragma once

/// Timings on devices where they vary, and what they changed.

#include "core/store/database.h"
#include "core/store/rows.h"

namespace gevo {

/// Within a transaction: the generation's measurements, and its new fitnesses over those of the stored individuals.
void insertMeasurements(Database& database, std::int64_t run, const GenerationResult& result);
/// Of all generations, in order.
std::vector<Measurement> selectMeasurements(const Database& database, std::int64_t run);
/// Individuals whose fitness was changed by a generation from `from` on, in id order.
std::vector<std::int64_t> selectRefits(const Database& database, std::int64_t run, std::uint32_t from);

} // namespace gevo
