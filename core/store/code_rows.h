#pragma once

/// What a device that measures says: of variants' machine code, and of the original when a run begins.

#include "core/store/database.h"
#include "core/values/checkpoint.h"
#include "core/values/code_metrics.h"
#include "core/values/device_report.h"

namespace gevo {

/// Within a transaction. Replaces what was known of the code; nothing where there are no facts.
void insertFacts(Database& database, std::int64_t run, const Hash128& code, const CodeMetrics& facts);
/// Within a transaction: the energy of a code, which is that of all variants with it. Nothing where it was not measured.
void insertEnergy(Database& database, std::int64_t run, const Hash128& code, const Fitness& fitness, const CodeMetrics& facts);
std::vector<KnownEnergy> selectEnergies(const Database& database, std::int64_t run);
/// A column: of the row of this table, which has columns `run` and `code`.
std::string energyOf(const char* table);

/// Empty where nothing is known.
CodeMetrics selectFacts(const Database& database, std::int64_t run, const Hash128& code);

/// Within a transaction.
void insertReport(Database& database, std::int64_t run, const DeviceReport& report);
DeviceReport selectReport(const Database& database, std::int64_t run);

} // namespace gevo
