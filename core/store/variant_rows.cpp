#include "core/store/variant_rows.h"

#include "core/store/code_rows.h"
#include "core/store/front.h"
#include "core/store/individual_rows.h"
#include "core/store/row_values.h"
#include "core/store/schema.h"
#include "core/store/unfinished_id.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_map>

namespace gevo {

namespace {

std::string variantColumns() {
  return "SELECT individual.id, generation, origin, parent, parent2, runtime, error, edit_count, inactive, code, reused, stage, "
         "substr(edits, -4), slot, " +
         energyColumn("individual") + " FROM ";
}

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
  variant.slot = std::uint32_t(row.integer(13));
  variant.energy = row.real(14);
  variant.passedAll = row.integer(11) == std::int64_t(Stage::Done);
  return variant;
}

/// The operators of a run's edits, by their numbers: the first word of their texts.
class EditKinds {
public:
  /// `all`: of a whole run, where one scan is quicker than many look-ups.
  EditKinds(const Database& database, std::int64_t run, bool all) : database_(database), run_(run) {
    if (!all) return;
    Query rows = database.query("SELECT id, substr(text, 1, 12) FROM edit WHERE run = ?");
    rows.bind(run);
    while (rows.next()) known_.emplace(rows.integer(0), kindOf(rows.text(1)));
  }

  StepKind of(std::uint32_t edit) {
    const auto [found, isNew] = known_.try_emplace(edit, StepKind::Other);
    if (!isNew) return found->second;
    Query row = database_.query("SELECT substr(text, 1, 12) FROM edit WHERE run = ? AND id = ?");
    if (row.bind(run_, edit).next()) found->second = kindOf(row.text(0));
    return found->second;
  }

private:
  static StepKind kindOf(const std::string& text) {
    const std::string_view word = std::string_view(text).substr(0, text.find(' '));
    for (std::size_t op = 0; op < operatorCount; ++op)
      if (word == operatorName(Operator(op))) return stepKindOf(Operator(op));
    return StepKind::Other;
  }

  const Database& database_;
  std::int64_t run_;
  std::unordered_map<std::int64_t, StepKind> known_;
};

std::vector<VariantRow> variantsOf(Query& rows, EditKinds& kinds) {
  std::vector<VariantRow> variants;
  while (rows.next()) {
    VariantRow variant = variantOf(rows);
    if (!std::isfinite(variant.runtime) || !std::isfinite(variant.error)) continue; // a file from elsewhere may hold anything
    const std::vector<std::uint32_t> last = unpackNumbers(rows.blob(12));
    if (variant.origin == Origin::Crossover)
      variant.step = StepKind::Crossover;
    else if ((variant.origin == Origin::Mutation || variant.origin == Origin::InitialMutation) && last.size() == 1)
      variant.step = kinds.of(last.front());
    else if (variant.origin == Origin::Tuned)
      variant.step = StepKind::Parameter;
    variants.push_back(variant);
  }
  return variants;
}

/// What `paretoFront` looks at.
VariantRow pointOf(const Individual& individual) {
  VariantRow row;
  row.id = individual.id;
  row.runtime = individual.result.fitness.runtime;
  row.error = individual.result.fitness.error;
  row.edits = std::uint32_t(activeEditCount(individual));
  return row;
}

} // namespace

std::vector<VariantRow> selectVariants(const Database& database, std::int64_t run, std::int64_t from) {
  Query rows = database.query(variantColumns() + "individual WHERE run = ? AND id >= ? AND reason = 0 ORDER BY id");
  rows.bind(run, from);
  EditKinds kinds(database, run, from == 0);
  return variantsOf(rows, kinds);
}

std::vector<FailedRow> selectFailures(const Database& database, std::int64_t run, std::int64_t from) {
  Query rows = database.query("SELECT id, generation, edit_count, reason, runtime, error FROM individual WHERE run = ? AND id >= ? AND "
                              "reason = ? AND runtime > 0 AND error IS NOT NULL ORDER BY id");
  rows.bind(run, from, std::int64_t(Reason::WrongOutput));
  std::vector<FailedRow> failures;
  while (rows.next())
    failures.push_back({rows.integer(0), std::uint32_t(rows.integer(1)), std::uint32_t(rows.integer(2)), Reason(rows.integer(3)),
                        rows.real(4), rows.real(5)});
  return failures;
}

std::vector<VariantRow> selectUnfinishedVariants(const Database& database, std::int64_t run, std::uint32_t generation) {
  std::vector<VariantRow> variants;
  for (const Individual& individual : selectUnfinished(database, run, generation, true)) {
    VariantRow variant = pointOf(individual);
    if (!std::isfinite(variant.runtime) || !std::isfinite(variant.error)) continue; // a file from elsewhere may hold anything
    variant.id = unfinishedId({generation, individual.slot, individual.step});
    variant.generation = generation;
    variant.slot = individual.slot;
    variant.origin = individual.origin;
    variant.code = individual.result.code;
    variant.edits = std::uint32_t(individual.edits.size());
    variant.passedAll = individual.result.stage == Stage::Done;
    variant.step = stepKindOf(individual);
    variants.push_back(variant);
  }
  return variants;
}

/// At most; a member's position is its place, counted on over all islands, and this times the number of its island.
constexpr std::int64_t membersOfAnIsland = 1 << 20;

void insertMembers(Database& database, std::int64_t run, const GenerationResult& result) {
  database.query("DELETE FROM member WHERE run = ?").bind(run).run();
  for (std::size_t i = 0; i < result.population.size(); ++i) {
    const std::uint32_t rank = i < result.rank.size() ? result.rank[i] : 0;
    const std::int64_t island = i < result.island.size() ? result.island[i] : 0;
    database.query("INSERT INTO member VALUES (?, ?, ?, ?)")
        .bind(run, island * membersOfAnIsland + std::int64_t(i), result.population[i], rank)
        .run();
  }
}

std::vector<VariantRow> selectMembers(const Database& database, std::int64_t run) {
  Query rows = database.query(variantColumns() + "member CROSS JOIN individual ON individual.run = member.run AND "
                                                 "individual.id = member.individual WHERE member.run = ? ORDER BY position");
  rows.bind(run);
  EditKinds kinds(database, run, false);
  return variantsOf(rows, kinds);
}

std::vector<std::int64_t> selectPopulation(const Database& database, std::int64_t run) {
  std::vector<std::int64_t> ids;
  Query rows = database.query("SELECT individual FROM member WHERE run = ? ORDER BY position");
  rows.bind(run);
  while (rows.next()) ids.push_back(rows.integer(0));
  return ids;
}

std::vector<std::uint32_t> selectIslands(const Database& database, std::int64_t run) {
  std::vector<std::uint32_t> islands;
  Query rows = database.query("SELECT position / ? FROM member WHERE run = ? ORDER BY position");
  rows.bind(membersOfAnIsland, run);
  while (rows.next()) islands.push_back(std::uint32_t(rows.integer(0)));
  return islands;
}

std::vector<VariantRow> selectVariants(const Database& database, std::int64_t run, const std::vector<std::int64_t>& ids) {
  std::vector<VariantRow> variants;
  EditKinds kinds(database, run, false);
  for (const std::int64_t id : ids) {
    Query row = database.query(variantColumns() + "individual WHERE run = ? AND id = ? AND reason = 0");
    row.bind(run, id);
    std::ranges::move(variantsOf(row, kinds), std::back_inserter(variants));
  }
  return variants;
}

namespace {

/// Of a run that is stored already.
EvaluationSettings evaluationOf(const Database& database, std::int64_t run) {
  Query row = database.query("SELECT settings FROM run WHERE id = ?");
  const Result<RunSettings> settings = row.bind(run).next() ? parseRunSettings(row.text(0)) : RunSettings();
  return settings ? settings->evaluation : EvaluationSettings();
}

/// What `paretoFront` looks at, of all evaluations that passed all tests and, `withEnergy`, may be on a front of energy.
std::vector<VariantRow> selectPassed(const Database& database, std::int64_t run, bool withEnergy) {
  std::vector<VariantRow> rows;
  const char* const energy = "JOIN code_energy ON code_energy.run = individual.run AND code_energy.code = individual.code";
  Query query = database.query(
      fmt::format("SELECT id, runtime, error, edit_count - inactive, {} FROM individual {} WHERE individual.run = ? AND reason = 0 AND "
                  "stage = ? AND runtime IS NOT NULL AND error IS NOT NULL",
                  withEnergy ? "energy" : "NULL", withEnergy ? energy : ""));
  query.bind(run, std::int64_t(Stage::Done));
  while (query.next()) {
    VariantRow& row = rows.emplace_back();
    row.id = query.integer(0);
    row.runtime = query.real(1);
    row.error = query.real(2);
    row.edits = std::uint32_t(query.integer(3));
    if (withEnergy) row.energy = query.real(4);
  }
  return rows;
}

void insertFront(Database& database, std::int64_t run, const std::vector<VariantRow>& candidates,
                 const std::vector<Objective>& objectives) {
  database.query("DELETE FROM front WHERE run = ?").bind(run).run();
  for (const VariantRow& row : paretoFront(candidates, objectives))
    database.query("INSERT INTO front VALUES (?, ?)").bind(run, row.id).run();
}

} // namespace

void renewFront(Database& database, std::int64_t run) {
  const EvaluationSettings settings = evaluationOf(database, run);
  if (measuresEnergy(settings) || countsEdits(settings))
    return insertFront(database, run, selectPassed(database, run, measuresEnergy(settings)), settings.objectives);
  database.query("DELETE FROM front WHERE run = ?").bind(run).run();
  database.query(fmt::format("INSERT INTO front SELECT run, individual FROM ({}) WHERE run = ?", frontsOfAllEvaluations())).bind(run).run();
  // Of fewer objectives it is a part of that.
  if (settings.objectives != std::vector{Objective::Time, Objective::Error})
    insertFront(database, run, selectFront(database, run), settings.objectives);
}

void growFront(Database& database, std::int64_t run, const std::vector<Individual>& evaluations) {
  const EvaluationSettings settings = evaluationOf(database, run);
  if (measuresEnergy(settings)) return renewFront(database, run); // of few codes
  std::vector<VariantRow> candidates = selectFront(database, run);
  for (VariantRow& row : candidates) row.edits -= std::exchange(row.inactive, 0);
  for (const Individual& individual : evaluations) {
    const EvaluationResult& outcome = individual.result;
    const bool passedAll = outcome.valid() && outcome.stage == Stage::Done;
    if (passedAll && !std::isnan(outcome.fitness.runtime) && !std::isnan(outcome.fitness.error)) candidates.push_back(pointOf(individual));
  }
  insertFront(database, run, candidates, settings.objectives);
}

std::vector<VariantRow> selectFront(const Database& database, std::int64_t run) {
  // A cross join, which SQLite takes in the order that it is written in: the few members of the front come first.
  Query rows = database.query(variantColumns() + "front CROSS JOIN individual ON individual.run = front.run AND individual.id = "
                                                 "front.individual WHERE front.run = ? ORDER BY runtime, individual.id");
  rows.bind(run);
  EditKinds kinds(database, run, false);
  return variantsOf(rows, kinds);
}

} // namespace gevo
