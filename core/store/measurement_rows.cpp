#include "core/store/measurement_rows.h"

#include "core/store/code_rows.h"

namespace gevo {

void insertMeasurements(Database& database, std::int64_t run, const GenerationResult& result) {
  std::int64_t position = 0;
  for (const Measurement& one : result.measurements)
    database.query("INSERT INTO measurement VALUES (?, ?, ?, ?, ?, ?)")
        .bind(run, result.generation, position++, one.code, one.fitness.runtime, one.fitness.error)
        .run();
  for (const Measurement& one : result.measurements) {
    insertCodeMetrics(database, run, one.code, one.metrics);
    insertEnergy(database, run, one.code, one.fitness, one.metrics);
  }
  for (const FitnessUpdate& fitnessUpdate : result.fitnessUpdates) {
    database.query("UPDATE individual SET runtime = ?, error = ? WHERE run = ? AND id = ?")
        .bind(fitnessUpdate.fitness.runtime, fitnessUpdate.fitness.error, run, fitnessUpdate.id)
        .run();
    database.query("INSERT OR IGNORE INTO refit VALUES (?, ?, ?)").bind(run, result.generation, fitnessUpdate.id).run();
  }
}

std::vector<Measurement> selectMeasurements(const Database& database, std::int64_t run) {
  std::vector<Measurement> measurements;
  Query rows = database.query("SELECT code, runtime, error FROM measurement WHERE run = ? ORDER BY generation, position");
  rows.bind(run);
  while (rows.next()) measurements.push_back({rows.hash(0), {rows.real(1), rows.real(2)}, {}});
  return measurements;
}

std::vector<std::int64_t> selectFitnessUpdates(const Database& database, std::int64_t run, std::uint32_t from) {
  std::vector<std::int64_t> ids;
  Query rows = database.query("SELECT DISTINCT individual FROM refit WHERE run = ? AND generation >= ? ORDER BY individual");
  rows.bind(run, from);
  while (rows.next()) ids.push_back(rows.integer(0));
  return ids;
}

} // namespace gevo
