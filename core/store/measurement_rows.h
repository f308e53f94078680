#pragma once

/// Measurements on devices whose timings vary, and the fitness updates that follow from them.

#include "core/store/database.h"
#include "core/store/rows.h"

namespace gevo {

/// Within a transaction: stores the generation's measurements, and updates the fitness of stored individuals.
void insertMeasurements(Database& database, std::int64_t run, const GenerationResult& result);
/// Of all generations, in order.
std::vector<Measurement> selectMeasurements(const Database& database, std::int64_t run);
/// Individuals whose fitness was changed by a generation from `from` on, in id order.
std::vector<std::int64_t> selectFitnessUpdates(const Database& database, std::int64_t run, std::uint32_t from);

} // namespace gevo
