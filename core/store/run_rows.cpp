#include "core/store/run_rows.h"

#include "core/edit/edit_text.h"
#include "core/store/acceptance_rows.h"
#include "core/store/code_rows.h"
#include "core/store/generation_row.h"
#include "core/store/measurement_rows.h"
#include "core/store/run_label_rows.h"
#include "core/store/trial_rows.h"
#include "core/store/variant_rows.h"

#include <algorithm>

namespace gevo {

namespace {

void insertGenerationRow(Database& database, std::int64_t run, const GenerationRow& row) {
  database.query("INSERT INTO generation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(run, row.generation, row.evaluations, row.valid, printCounts(row.reasons), row.bestRuntime, row.bestError, row.bestExactRuntime,
            row.medianRuntime, row.worstRuntime, row.meanEdits, row.medianEdits, row.maxEdits)
      .run();
  insertAcceptance(database, run, row.generation, row.acceptance);
}

RunState stateOf(std::int64_t stored, bool writerAlive) {
  const RunState state = RunState(std::clamp<std::int64_t>(stored, 0, std::int64_t(RunState::Validating)));
  const bool goesOn = state == RunState::Running || state == RunState::Paused || state == RunState::Validating;
  return goesOn && !writerAlive ? RunState::Interrupted : state;
}

/// What a resumed run needs of all earlier evaluations.
void selectHistory(const Database& database, std::int64_t run, Checkpoint& checkpoint) {
  Query rows = database.query("SELECT id, generation, code, reason, stage, runtime, error, origin, " + energyColumn("individual") +
                              " FROM individual WHERE run = ? ORDER BY id");
  rows.bind(run);
  while (rows.next()) {
    const Hash128 code = rows.hash(2);
    const bool valid = rows.integer(3) == std::int64_t(Reason::None);
    checkpoint.nextId = rows.integer(0) + 1;
    if (!code.isNull()) checkpoint.codes.push_back(code);
    if (valid)
      checkpoint.found.push_back({rows.integer(0),
                                  std::uint32_t(rows.integer(1)),
                                  code,
                                  {rows.real(5), rows.real(6), rows.real(8)},
                                  rows.integer(4) == std::int64_t(Stage::Done)});
    if (rows.integer(7) == std::int64_t(Origin::Verified)) checkpoint.verified.push_back({code, valid});
  }
}

/// Stages of the generations, and the individuals of parameters alone.
void selectTuning(const Database& database, EditTexts& texts, Checkpoint& checkpoint) {
  std::vector<std::int64_t> tuned;
  {
    Query rows = database.query("SELECT id FROM individual WHERE run = ? AND origin = ? ORDER BY id");
    rows.bind(texts.run(), std::int64_t(Origin::Tuned));
    while (rows.next()) tuned.push_back(rows.integer(0));
  }
  for (const std::int64_t id : tuned) std::ranges::move(selectIndividuals(database, texts, id, 1), std::back_inserter(checkpoint.tuned));
  Query rows = database.query("SELECT generation.generation, ifnull(stage, 0) FROM generation LEFT JOIN search_stage ON search_stage.run = "
                              "generation.run AND search_stage.generation = generation.generation WHERE generation.run = ? ORDER BY 1");
  rows.bind(texts.run());
  while (rows.next()) checkpoint.stages.push_back(SearchStage(std::clamp<std::int64_t>(rows.integer(1), 0, std::int64_t(lastSearchStage))));
}

} // namespace

void insertRun(Database& database, std::int64_t run, const RunSettings& settings, const std::string& device) {
  database.query("INSERT INTO run VALUES (?, ?, ?)").bind(run, printRunSettings(settings), device).run();
}

void updateStatus(Database& database, std::int64_t run, const RunStatus& status) {
  const EvolutionProgress& p = status.progress;
  database.query("INSERT OR REPLACE INTO run_status VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(run, std::int64_t(status.state), p.generation, p.slotsDone, p.slotCount, p.evaluations, p.valid, p.seconds, p.workersAlive,
            p.workersRestarted, status.runSeconds)
      .run();
}

void markInterrupted(Database& database) {
  database.query("UPDATE run_status SET state = ? WHERE state IN (?, ?, ?)")
      .bind(std::int64_t(RunState::Interrupted), std::int64_t(RunState::Running), std::int64_t(RunState::Paused),
            std::int64_t(RunState::Validating))
      .run();
}

std::vector<RunInfo> selectRuns(const Database& database, bool writerAlive) {
  std::vector<RunInfo> runs;
  Query rows =
      database.query("SELECT run.id, settings, device, (SELECT runtime FROM individual WHERE run = run.id AND individual.id = 0), "
                     "(SELECT count(*) FROM generation WHERE run = run.id), state, generation, slots_done, slot_count, tries, "
                     "valid, seconds, workers_alive, workers_restarted, run_seconds, "
                     "(SELECT energy FROM code_energy WHERE run = run.id AND code = (SELECT code FROM individual WHERE run = run.id "
                     "AND individual.id = 0)) FROM run LEFT JOIN run_status ON run_status.run = run.id ORDER BY run.id");
  while (rows.next()) {
    RunInfo& info = runs.emplace_back();
    info.id = rows.integer(0);
    const Result<RunSettings> settings = parseRunSettings(rows.text(1));
    if (!settings) raise("{} is damaged: {}; restore it from a copy", database.path().string(), settings.error().message);
    info.settings = *settings;
    info.device = rows.text(2);
    info.originalRuntime = rows.real(3);
    info.generations = std::uint32_t(rows.integer(4));
    info.status.state = stateOf(rows.integer(5), writerAlive);
    EvolutionProgress& p = info.status.progress;
    p.generation = std::uint32_t(rows.integer(6));
    p.slotsDone = std::uint32_t(rows.integer(7));
    p.slotCount = std::uint32_t(rows.integer(8));
    p.evaluations = std::uint64_t(rows.integer(9));
    p.valid = std::uint64_t(rows.integer(10));
    p.seconds = rows.real(11);
    p.workersAlive = unsigned(rows.integer(12));
    p.workersRestarted = unsigned(rows.integer(13));
    info.status.runSeconds = rows.real(14);
    info.originalEnergy = rows.real(15);
  }
  for (RunInfo& info : runs) {
    info.report = selectDeviceReport(database, info.id);
    info.label = selectRunLabel(database, info.id);
  }
  return runs;
}

void insertGeneration(Database& database, EditTexts& texts, const GenerationResult& result) {
  const std::int64_t run = texts.run();
  for (const Individual& individual : result.evaluations) insertIndividual(database, texts, individual);
  insertMeasurements(database, run, result);
  insertTrials(database, run, result);
  if (result.fitnessUpdates.empty() && result.rejections.empty())
    growFront(database, run, result.evaluations);
  else
    renewFront(database, run);
  insertMembers(database, run, result);
  insertGenerationRow(database, run, sumGeneration(result, selectMembers(database, run)));
  if (result.stage != SearchStage::Evolve)
    database.query("INSERT OR REPLACE INTO search_stage VALUES (?, ?, ?)").bind(run, result.generation, std::int64_t(result.stage)).run();
  database.query("INSERT INTO generation_time VALUES (?, ?, ?)").bind(run, result.generation, result.seconds).run();
  database.query("DELETE FROM unfinished WHERE run = ? AND generation <= ?").bind(run, result.generation).run();
}

Checkpoint selectCheckpoint(const Database& database, EditTexts& texts) {
  Checkpoint checkpoint;
  const std::int64_t run = texts.run();
  {
    Query last = database.query("SELECT max(generation) FROM generation WHERE run = ?");
    const bool any = last.bind(run).next() && !last.isNull(0);
    checkpoint.generation = any ? std::uint32_t(last.integer(0)) : 0;
    checkpoint.unfinished = selectUnfinished(database, run, any ? checkpoint.generation + 1 : 0);
  }
  for (const std::int64_t id : selectPopulation(database, run)) {
    std::vector<Individual> member = selectIndividuals(database, texts, id, 1);
    if (member.empty() || member.front().id != id)
      raise("{} is damaged: a member of the population is missing; restore it from a copy", database.path().string());
    checkpoint.population.push_back(std::move(member.front()));
  }
  checkpoint.island = selectIslands(database, run);
  selectHistory(database, run, checkpoint);
  selectTuning(database, texts, checkpoint);
  checkpoint.measurements = selectMeasurements(database, run);
  checkpoint.energies = selectEnergies(database, run);
  selectTrials(database, texts, checkpoint);
  return checkpoint;
}

std::vector<GenerationRow> selectGenerations(const Database& database, std::int64_t run, std::uint32_t from) {
  std::vector<GenerationRow> generations;
  Query rows = database.query(
      "SELECT generation, tries, valid, reasons, best_runtime, best_error, best_exact_runtime, median_runtime, "
      "worst_runtime, mean_edits, median_edits, max_edits, (SELECT seconds FROM generation_time WHERE "
      "generation_time.run = generation.run AND generation_time.generation = generation.generation), (SELECT stage FROM search_stage WHERE "
      "search_stage.run = generation.run AND search_stage.generation = generation.generation) FROM generation WHERE run = ? AND "
      "generation >= ? ORDER BY generation");
  rows.bind(run, from);
  while (rows.next()) {
    GenerationRow& row = generations.emplace_back();
    row.generation = std::uint32_t(rows.integer(0));
    row.evaluations = std::uint32_t(rows.integer(1));
    row.valid = std::uint32_t(rows.integer(2));
    parseCounts(row.reasons, rows.text(3));
    row.bestRuntime = rows.real(4);
    row.bestError = rows.real(5);
    row.bestExactRuntime = rows.real(6);
    row.medianRuntime = rows.real(7);
    row.worstRuntime = rows.real(8);
    row.meanEdits = rows.real(9);
    row.medianEdits = rows.real(10);
    row.maxEdits = rows.real(11);
    row.seconds = rows.real(12);
    row.stage = SearchStage(std::clamp<std::int64_t>(rows.integer(13), 0, std::int64_t(lastSearchStage)));
    row.acceptance = selectAcceptance(database, run, row.generation);
  }
  return generations;
}

void insertSeeds(Database& database, std::int64_t run, const std::vector<EditList>& seeds) {
  std::int64_t position = 0;
  for (const EditList& edits : seeds) database.query("INSERT INTO seed VALUES (?, ?, ?)").bind(run, position++, printEdits(edits)).run();
}

std::vector<EditList> selectSeeds(const Database& database, std::int64_t run) {
  std::vector<EditList> seeds;
  Query rows = database.query("SELECT edits FROM seed WHERE run = ? ORDER BY position");
  rows.bind(run);
  while (rows.next()) {
    Result<EditList> edits = parseEdits(rows.text(0));
    if (!edits) raise("{} is damaged: the seeds of run {} can't be read; restore it from a copy", database.path().string(), run);
    seeds.push_back(std::move(*edits));
  }
  return seeds;
}

} // namespace gevo
