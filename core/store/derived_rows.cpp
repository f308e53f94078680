#include "core/store/derived_rows.h"

#include "core/edit/edit_text.h"
#include "core/store/code_rows.h"
#include "core/store/row_values.h"

namespace gevo {

std::int64_t insertDerived(Database& database, std::int64_t run, const Individual& individual) {
  const std::string edits = printEdits(individual.edits);
  Query known = database.query("SELECT id FROM derived WHERE run = ? AND edits = ?");
  if (known.bind(run, edits).next()) return known.integer(0);
  Query last = database.query("SELECT max(id) FROM derived WHERE run = ?");
  last.bind(run);
  const std::int64_t id = last.next() && !last.isNull(0) ? last.integer(0) + 1 : firstDerivedId;
  const EvaluationResult& outcome = individual.result;
  database.query("INSERT INTO derived VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(run, id, individual.parent, individual.generation, std::int64_t(outcome.stage), std::int64_t(outcome.reason),
            outcome.fitness.runtime, outcome.fitness.error, outcome.code, individual.edits.size(),
            individual.edits.size() - activeEditCount(individual), outcome.message, packActive(individual.active), edits)
      .run();
  insertCodeMetrics(database, run, outcome.code, outcome.metrics);
  insertEnergy(database, run, outcome.code, outcome.fitness, outcome.metrics);
  return id;
}

std::optional<Individual> selectDerived(const Database& database, std::int64_t run, std::int64_t id) {
  Query row = database.query("SELECT parent, generation, stage, reason, runtime, error, code, detail, active, edits, " +
                             energyColumn("derived") + " FROM derived WHERE run = ? AND id = ?");
  if (!row.bind(run, id).next()) return std::nullopt;
  Individual individual;
  individual.id = id;
  individual.origin = Origin::Derived;
  individual.parent = row.integer(0);
  individual.generation = std::uint32_t(row.integer(1));
  individual.result.stage = stageValue(database, row.integer(2));
  individual.result.reason = reasonValue(database, row.integer(3));
  individual.result.fitness = {row.real(4), row.real(5), row.real(10)};
  individual.result.code = row.hash(6);
  individual.result.message = row.text(7);
  individual.edits = parseStored(database, row.text(9));
  individual.active = unpackActive(database, row.blob(8), individual.edits.size());
  return individual;
}

std::vector<VariantRow> selectDerivedRows(const Database& database, std::int64_t run) {
  std::vector<VariantRow> variants;
  Query rows = database.query("SELECT id, generation, parent, runtime, error, edit_count, inactive, code, stage, " +
                              energyColumn("derived") + " FROM derived WHERE run = ? AND reason = 0 AND id >= ? ORDER BY id");
  rows.bind(run, firstDerivedId);
  while (rows.next()) {
    VariantRow& row = variants.emplace_back();
    row.id = rows.integer(0);
    row.generation = std::uint32_t(rows.integer(1));
    row.origin = Origin::Derived;
    row.parent = rows.integer(2);
    row.runtime = rows.real(3);
    row.error = rows.real(4);
    row.edits = std::uint32_t(rows.integer(5));
    row.inactive = std::uint32_t(rows.integer(6));
    row.code = rows.hash(7);
    row.passedAll = rows.integer(8) == std::int64_t(Stage::Done);
    row.energy = rows.real(9);
  }
  return variants;
}

} // namespace gevo
