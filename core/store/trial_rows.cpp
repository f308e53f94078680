#include "core/store/trial_rows.h"

#include "core/store/row_values.h"

#include <fmt/ranges.h>
#include <set>
#include <sstream>

namespace gevo {

namespace {

/// Instead of an error, of an input that was only recorded.
constexpr double noError = -1;
/// For a cause.
constexpr std::int64_t mostTrials = 1'000'000;

void insertCause(Database& database, std::int64_t run, std::uint32_t generation, const FailureCause& cause) {
  constexpr std::int64_t unknown = -1;
  database.query("INSERT OR REPLACE INTO failure_cause VALUES (?, ?, ?, ?, ?, ?, nullif(?, -1), ?)")
      .bind(run, cause.variant, cause.input, generation, fmt::format("{}", fmt::join(cause.edits, " ")), cause.needed,
            cause.passing ? std::int64_t(*cause.passing) : unknown, cause.trials)
      .run();
}

std::vector<FailureCause> selectCauses(const Database& database, std::int64_t run) {
  std::vector<FailureCause> causes;
  Query rows =
      database.query("SELECT variant, input, edits, needed, passing, trials FROM failure_cause WHERE run = ? ORDER BY variant, input");
  rows.bind(run);
  while (rows.next()) {
    FailureCause cause{.input = std::uint32_t(rows.integer(1)), .variant = rows.integer(0)};
    std::istringstream places(rows.text(2));
    for (std::uint32_t place = 0; places >> place;) cause.edits.push_back(place);
    const std::int64_t others = std::ssize(cause.edits) - rows.integer(3);
    const bool isSound = places.eof() && std::set(cause.edits.begin(), cause.edits.end()).size() == cause.edits.size() &&
                         rows.integer(3) >= 0 && others >= 0 && rows.integer(5) >= 0 && rows.integer(5) < mostTrials &&
                         (rows.isNull(4) || (rows.integer(4) >= 0 && rows.integer(4) < std::max<std::int64_t>(others - 1, 1)));
    if (!isSound) damagedVariant(database);
    cause.needed = std::uint32_t(rows.integer(3));
    cause.passing.reset();
    if (!rows.isNull(4)) cause.passing = std::uint32_t(rows.integer(4));
    cause.trials = std::uint32_t(rows.integer(5));
    causes.push_back(std::move(cause));
  }
  return causes;
}

} // namespace

bool insertFuzzInputs(Database& database, const std::vector<PackedTest>& tests, const std::vector<std::uint64_t>& work) {
  if (database.integer("SELECT count(*) FROM fuzz_input") > 0) return false;
  for (std::size_t i = 0; i < tests.size(); ++i)
    database.query("INSERT INTO fuzz_input VALUES (?, ?, ?, ?)")
        .bind(std::int64_t(i), tests[i].arguments, addContent(database, tests[i].trace), std::int64_t(work[i]))
        .run();
  return true;
}

std::vector<FuzzInput> selectFuzzInputs(const Database& database) {
  std::vector<FuzzInput> inputs;
  Query rows = database.query("SELECT arguments, content, work FROM fuzz_input ORDER BY position");
  while (rows.next())
    inputs.push_back({{TestRole::Fuzz, rows.text(0), loadContent(database, rows.integer(1))}, std::uint64_t(rows.integer(2))});
  return inputs;
}

std::vector<std::string> selectFuzzLines(const Database& database) {
  std::vector<std::string> lines;
  Query rows = database.query("SELECT arguments FROM fuzz_input ORDER BY position");
  while (rows.next()) lines.push_back(rows.text(0));
  return lines;
}

void insertTrials(Database& database, std::int64_t run, const GenerationResult& result) {
  Query earlier = database.query("SELECT count(*) FROM trial WHERE run = ? AND generation = ?");
  earlier.bind(run, result.generation);
  std::int64_t position = earlier.next() ? earlier.integer(0) : 0; // of a last generation there are more later
  for (const Trial& trial : result.trials)
    database.query("INSERT INTO trial VALUES (?, ?, ?, ?, ?, ?, ?)")
        .bind(run, result.generation, position++, trial.variant, trial.input, std::int64_t(trial.reason),
              trial.isRecorded ? noError : trial.error)
        .run();
  for (const Counterexample& one : result.counterexamples)
    database.query("INSERT INTO counterexample VALUES (?, ?, ?, ?, ?, ?)")
        .bind(run, one.input, result.generation, one.variant, std::int64_t(one.reason), one.message)
        .run();
  for (const Rejection& rejection : result.rejections) {
    database.query("UPDATE individual SET stage = ?, reason = ?, detail = ? WHERE run = ? AND id = ?")
        .bind(std::int64_t(Stage::Tests), std::int64_t(rejection.reason), rejection.message, run, rejection.id)
        .run();
    database.query("INSERT OR REPLACE INTO rejection VALUES (?, ?, ?)").bind(run, rejection.id, result.generation).run();
  }
  for (const FailureCause& cause : result.causes) insertCause(database, run, result.generation, cause);
}

namespace {

Configuration configurationOf(const Database& database, EditTexts& texts, const std::vector<std::uint32_t>& numbers) {
  EditList settings;
  for (const std::uint32_t number : numbers)
    if (const Edit& edit = texts.edit(database, number); edit.op == Operator::Set) settings.push_back(edit);
  return gevo::configurationOf(settings);
}

} // namespace

void selectTrials(const Database& database, EditTexts& texts, Checkpoint& checkpoint) {
  const std::int64_t run = texts.run();
  Query rows = database.query(
      "SELECT code, trial.variant, trial.input, trial.reason, trial.error, detail, trial.generation, edits FROM trial JOIN individual ON "
      "individual.run = trial.run AND individual.id = trial.variant WHERE trial.run = ? "
      "ORDER BY trial.generation, trial.position");
  rows.bind(run);
  while (rows.next()) {
    Trial trial{rows.integer(1), std::uint32_t(rows.integer(2)), reasonValue(database, rows.integer(3)), rows.real(4)};
    trial.isRecorded = trial.error == noError;
    if (trial.isRecorded) trial.error = 0;
    checkpoint.trials.push_back({std::uint32_t(rows.integer(6)), rows.hash(0),
                                 configurationOf(database, texts, unpackNumbers(rows.blob(7))), std::move(trial), rows.text(5)});
  }
  Query rejected = database.query("SELECT code, id, reason, detail FROM rejection JOIN individual ON individual.run = rejection.run AND "
                                  "id = rejection.individual WHERE rejection.run = ? ORDER BY id");
  rejected.bind(run);
  while (rejected.next())
    checkpoint.rejections.push_back(
        {rejected.hash(0), {rejected.integer(1), reasonValue(database, rejected.integer(2)), rejected.text(3)}});
  for (FailureCause& cause : selectCauses(database, run)) {
    std::vector<Individual> variant = selectIndividuals(database, texts, cause.variant, 1);
    const bool isKnown = !variant.empty() && variant.front().id == cause.variant &&
                         (cause.edits.empty() ? !gevo::configurationOf(variant.front().edits).empty()
                                              : std::ranges::max(cause.edits) < variant.front().edits.size());
    if (!isKnown) damagedVariant(database);
    checkpoint.causes.push_back({std::move(cause), std::move(variant.front())});
  }
  for (CounterexampleRow& row : selectCounterexamples(database, run)) checkpoint.counterexamples.push_back(std::move(row.found));
  Query counts = database.query("SELECT total(stage = ?), total(stage >= ?) FROM individual WHERE run = ? AND id != 0 AND NOT reused");
  counts.bind(std::int64_t(Stage::Screen), std::int64_t(Stage::Tests), run);
  if (counts.next()) checkpoint.evaluations = {std::uint64_t(counts.real(0)), std::uint64_t(counts.real(1))};
}

std::vector<CounterexampleRow> selectCounterexamples(const Database& database, std::int64_t run) {
  std::vector<CounterexampleRow> counterexamples;
  Query rows = database.query("SELECT generation, input, variant, reason, detail, ifnull(arguments, '') FROM counterexample LEFT JOIN "
                              "fuzz_input ON position = input WHERE run = ? ORDER BY counterexample.rowid");
  rows.bind(run);
  while (rows.next())
    counterexamples.push_back({{std::uint32_t(rows.integer(0)), std::uint32_t(rows.integer(1)), rows.integer(2),
                                reasonValue(database, rows.integer(3)), rows.text(4)},
                               rows.text(5),
                               {}});
  for (FailureCause& cause : selectCauses(database, run)) {
    const auto row = std::ranges::find(counterexamples, cause.input, [](const CounterexampleRow& one) { return one.found.input; });
    if (row != counterexamples.end()) row->causes.push_back(std::move(cause));
  }
  return counterexamples;
}

std::vector<std::int64_t> selectRejections(const Database& database, std::int64_t run) {
  std::vector<std::int64_t> ids;
  Query rows = database.query("SELECT individual FROM rejection WHERE run = ? ORDER BY individual");
  rows.bind(run);
  while (rows.next()) ids.push_back(rows.integer(0));
  return ids;
}

} // namespace gevo
