#include "core/store/variant_rows.h"

#include "core/store/front.h"
#include "core/store/schema.h"

#include <algorithm>
#include <cmath>

namespace gevo {

namespace {

constexpr const char* variantColumns =
    "SELECT individual.id, generation, origin, parent, parent2, runtime, error, edit_count, inactive, code, reused FROM ";

VariantRow variantOf(const Query& row) {
  VariantRow variant;
  variant.id = row.integer(0);
  variant.generation = std::uint32_t(row.integer(1));
  variant.origin = Origin(std::clamp<std::int64_t>(row.integer(2), 0, std::int64_t(lastOrigin)));
  variant.parent = row.integer(3);
  variant.parent2 = row.integer(4);
  variant.runtime = row.real(5);
  variant.error = row.real(6);
  variant.edits = std::uint32_t(row.integer(7));
  variant.inactive = std::uint32_t(row.integer(8));
  variant.code = row.hash(9);
  variant.reused = row.integer(10) != 0;
  return variant;
}

std::vector<VariantRow> variantsOf(Query& rows) {
  std::vector<VariantRow> variants;
  while (rows.next()) variants.push_back(variantOf(rows));
  return variants;
}

/// What `paretoFront` looks at.
VariantRow pointOf(const Individual& individual) {
  VariantRow row;
  row.id = individual.id;
  row.runtime = individual.outcome.fitness.runtime;
  row.error = individual.outcome.fitness.error;
  row.edits = std::uint32_t(activeEditCount(individual));
  return row;
}

} // namespace

std::vector<VariantRow> selectVariants(const Database& database, std::int64_t run, std::int64_t from) {
  Query rows = database.query(std::string(variantColumns) + "individual WHERE run = ? AND id >= ? AND reason = 0 ORDER BY id");
  rows.bind(run, from);
  return variantsOf(rows);
}

void insertMembers(Database& database, std::int64_t run, const GenerationResult& result) {
  database.query("DELETE FROM member WHERE run = ?").bind(run).run();
  for (std::size_t i = 0; i < result.population.size(); ++i) {
    const std::uint32_t rank = i < result.rank.size() ? result.rank[i] : 0;
    database.query("INSERT INTO member VALUES (?, ?, ?, ?)").bind(run, std::int64_t(i), result.population[i], rank).run();
  }
}

std::vector<VariantRow> selectMembers(const Database& database, std::int64_t run) {
  Query rows = database.query(std::string(variantColumns) + "member CROSS JOIN individual ON individual.run = member.run AND "
                                                            "individual.id = member.individual WHERE member.run = ? ORDER BY position");
  rows.bind(run);
  return variantsOf(rows);
}

std::vector<std::int64_t> selectPopulation(const Database& database, std::int64_t run) {
  std::vector<std::int64_t> ids;
  Query rows = database.query("SELECT individual FROM member WHERE run = ? ORDER BY position");
  rows.bind(run);
  while (rows.next()) ids.push_back(rows.integer(0));
  return ids;
}

std::vector<VariantRow> selectVariants(const Database& database, std::int64_t run, const std::vector<std::int64_t>& ids) {
  std::vector<VariantRow> variants;
  for (const std::int64_t id : ids) {
    Query row = database.query(std::string(variantColumns) + "individual WHERE run = ? AND id = ? AND reason = 0");
    if (row.bind(run, id).next()) variants.push_back(variantOf(row));
  }
  return variants;
}

void renewFront(Database& database, std::int64_t run) {
  database.query("DELETE FROM front WHERE run = ?").bind(run).run();
  database.query(fmt::format("INSERT INTO front SELECT run, individual FROM ({}) WHERE run = ?", frontsOfAllTries())).bind(run).run();
}

void growFront(Database& database, std::int64_t run, const std::vector<Individual>& tries) {
  std::vector<VariantRow> candidates = selectFront(database, run);
  for (VariantRow& row : candidates) row.edits -= std::exchange(row.inactive, 0);
  for (const Individual& individual : tries) {
    const Outcome& outcome = individual.outcome;
    const bool passedAll = outcome.valid() && outcome.stage == Stage::Done;
    if (passedAll && !std::isnan(outcome.fitness.runtime) && !std::isnan(outcome.fitness.error)) candidates.push_back(pointOf(individual));
  }
  database.query("DELETE FROM front WHERE run = ?").bind(run).run();
  for (const VariantRow& row : paretoFront(std::move(candidates)))
    database.query("INSERT INTO front VALUES (?, ?)").bind(run, row.id).run();
}

std::vector<VariantRow> selectFront(const Database& database, std::int64_t run) {
  // A cross join, which SQLite takes in the order that it is written in: the few members of the front come first.
  Query rows = database.query(std::string(variantColumns) + "front CROSS JOIN individual ON individual.run = front.run AND individual.id = "
                                                            "front.individual WHERE front.run = ? ORDER BY runtime, individual.id");
  rows.bind(run);
  return variantsOf(rows);
}

} // namespace gevo
