#pragma once

/// Reports of devices that measure: metrics of variants' machine code, and the report on the original when a run begins.

#include "core/store/database.h"
#include "core/values/checkpoint.h"
#include "core/values/code_metrics.h"
#include "core/values/device_report.h"

namespace gevo {

/// Within a transaction. Replaces earlier metrics of the code; does nothing if `metrics` is empty.
void insertCodeMetrics(Database& database, std::int64_t run, const Hash128& code, const CodeMetrics& metrics);
/// Within a transaction: the energy of a code, which holds for all variants with it. Does nothing if it was not measured.
void insertEnergy(Database& database, std::int64_t run, const Hash128& code, const Fitness& fitness, const CodeMetrics& metrics);
std::vector<KnownEnergy> selectEnergies(const Database& database, std::int64_t run);
/// SQL for the energy of a row of `table`, which has columns `run` and `code`.
std::string energyColumn(const char* table);

/// As CodeMetrics has them.
std::vector<double> selectTestRuntimes(const Database& database, std::int64_t run, const Hash128& code);

/// Empty if nothing is stored.
CodeMetrics selectCodeMetrics(const Database& database, std::int64_t run, const Hash128& code);

/// Within a transaction.
void insertDeviceReport(Database& database, std::int64_t run, const DeviceReport& report);
DeviceReport selectDeviceReport(const Database& database, std::int64_t run);

} // namespace gevo
