#include "core/store/code_rows.h"

#include "core/base/wire.h"
#include "core/store/row_values.h"

namespace gevo {

void insertCodeMetrics(Database& database, std::int64_t run, const Hash128& code, const CodeMetrics& metrics) {
  if (code.isNull()) return;
  if (!metrics.testRuntimes.empty())
    database.query("INSERT OR REPLACE INTO code_runtimes VALUES (?, ?, ?)").bind(run, code, wire::encode(metrics.testRuntimes)).run();
  if (metrics.kernels.empty() && metrics.repeats == 0) return;
  database.query("INSERT OR REPLACE INTO code_facts VALUES (?, ?, ?, ?, ?)")
      .bind(run, code, metrics.repeats, metrics.relativeError, printResources(metrics.kernels))
      .run();
}

void insertEnergy(Database& database, std::int64_t run, const Hash128& code, const Fitness& fitness, const CodeMetrics& metrics) {
  if (!fitness.hasEnergy() || code.isNull()) return;
  database.query("INSERT OR REPLACE INTO code_energy VALUES (?, ?, ?, ?, ?)")
      .bind(run, code, fitness.energy, metrics.energyPairs, metrics.energyError)
      .run();
}

std::vector<KnownEnergy> selectEnergies(const Database& database, std::int64_t run) {
  std::vector<KnownEnergy> energies;
  Query rows = database.query("SELECT code, energy, pairs FROM code_energy WHERE run = ? ORDER BY code");
  rows.bind(run);
  while (rows.next()) energies.push_back({rows.hash(0), rows.real(1), std::uint32_t(rows.integer(2))});
  return energies;
}

std::string energyColumn(const char* table) {
  return fmt::format("(SELECT energy FROM code_energy WHERE code_energy.run = {0}.run AND code_energy.code = {0}.code)", table);
}

std::vector<double> selectTestRuntimes(const Database& database, std::int64_t run, const Hash128& code) {
  Query row = database.query("SELECT runtimes FROM code_runtimes WHERE run = ? AND code = ?");
  if (!row.bind(run, code).next()) return {};
  auto runtimes = wire::decode<std::vector<double>>(row.blob(0), "runtimes of a variant");
  return runtimes ? std::move(*runtimes) : std::vector<double>();
}

CodeMetrics selectCodeMetrics(const Database& database, std::int64_t run, const Hash128& code) {
  CodeMetrics metrics;
  metrics.testRuntimes = selectTestRuntimes(database, run, code);
  Query row = database.query("SELECT repeats, relative_error, kernels FROM code_facts WHERE run = ? AND code = ?");
  if (!row.bind(run, code).next()) return metrics;
  metrics.repeats = std::uint32_t(row.integer(0));
  metrics.relativeError = row.real(1);
  metrics.kernels = readResources(row.text(2));
  Query energy = database.query("SELECT pairs, relative_error FROM code_energy WHERE run = ? AND code = ?");
  if (!energy.bind(run, code).next()) return metrics;
  metrics.energyPairs = std::uint32_t(energy.integer(0));
  metrics.energyError = energy.real(1);
  return metrics;
}

void insertDeviceReport(Database& database, std::int64_t run, const DeviceReport& report) {
  std::int64_t position = 0;
  for (const std::string& note : report.notes) database.query("INSERT INTO run_note VALUES (?, ?, ?)").bind(run, position++, note).run();
  if (!report.nvcc.exists()) return;
  const EvaluationResult& outcome = report.nvcc.result;
  database.query("INSERT INTO nvcc_original VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(run, report.nvcc.compiler, std::int64_t(outcome.reason), outcome.message, outcome.fitness.runtime, outcome.fitness.error,
            outcome.metrics.repeats, outcome.metrics.relativeError, printResources(outcome.metrics.kernels))
      .run();
}

DeviceReport selectDeviceReport(const Database& database, std::int64_t run) {
  DeviceReport report;
  Query notes = database.query("SELECT text FROM run_note WHERE run = ? ORDER BY position");
  notes.bind(run);
  while (notes.next()) report.notes.push_back(notes.text(0));
  Query row =
      database.query("SELECT compiler, reason, detail, runtime, error, repeats, relative_error, kernels FROM nvcc_original WHERE run = ?");
  if (!row.bind(run).next()) return report;
  OtherOriginal& nvcc = report.nvcc;
  nvcc.compiler = row.text(0);
  nvcc.result.stage = Stage::Done;
  nvcc.result.reason = reasonValue(database, row.integer(1));
  nvcc.result.message = row.text(2);
  nvcc.result.fitness = {row.real(3), row.real(4)};
  nvcc.result.metrics = {readResources(row.text(7)), std::uint32_t(row.integer(5)), row.real(6)};
  return report;
}

} // namespace gevo
