#include "core/store/individual_rows.h"

#include "core/base/wire.h"
#include "core/edit/edit_text.h"
#include "core/edit/edit_wire.h"
#include "core/store/code_rows.h"
#include "core/store/row_values.h"
#include "core/store/unfinished_id.h"

#include <algorithm>
#include <cstring>

namespace gevo {

namespace {

template <class T> Bytes packNumbers(const T& numbers) {
  Bytes bytes(numbers.size() * sizeof(std::uint32_t));
  if (!bytes.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

void unpackStages(EvaluationResult& outcome, const Bytes& bytes) {
  if (bytes.size() == sizeof outcome.stageMicroseconds) std::memcpy(outcome.stageMicroseconds.data(), bytes.data(), bytes.size());
}

/// Edits of an unfinished evaluation: faster to store than text, and only kept for a short time. Version 1 stored text.
EditList decodeStored(const Database& database, const Bytes& bytes) {
  Result<EditList> edits = wire::decode<EditList>(bytes, "edits");
  if (!edits) damagedVariant(database);
  return std::move(*edits);
}

/// Faster than hashing its text; most edits of an evaluation are known.
Hash128 contentOf(const Edit& edit) { return hashBytes(wire::encode(edit)); }

/// Edits that a reader caches, of a few hundred bytes each.
constexpr std::size_t mostEdits = 20'000;

} // namespace

void EditTexts::readNumbers(const Database& database) {
  nextId_ = 0;
  Query rows = database.query("SELECT id, text FROM edit WHERE run = ? ORDER BY id");
  rows.bind(run_);
  while (rows.next()) {
    if (rows.integer(0) != nextId_) damagedVariant(database);
    const EditList edits = parseStored(database, rows.text(1));
    if (edits.size() != 1) damagedVariant(database);
    ids_.emplace(contentOf(edits.front()), nextId_++);
  }
}

std::int64_t EditTexts::intern(Database& database, const Edit& edit) {
  if (nextId_ < 0) readNumbers(database);
  const auto [known, isNew] = ids_.try_emplace(contentOf(edit), nextId_);
  if (isNew) database.query("INSERT INTO edit VALUES (?, ?, ?)").bind(run_, nextId_++, printEdit(edit)).run();
  return known->second;
}

const Edit& EditTexts::edit(const Database& database, std::int64_t id) {
  if (const auto known = edits_.find(id); known != edits_.end()) return known->second;
  Query row = database.query("SELECT text FROM edit WHERE run = ? AND id = ?");
  if (!row.bind(run_, id).next()) damagedVariant(database);
  EditList parsed = parseStored(database, row.text(0));
  if (parsed.size() != 1) damagedVariant(database);
  if (edits_.size() >= mostEdits) edits_.clear();
  return edits_.emplace(id, std::move(parsed.front())).first->second;
}

void insertIndividual(Database& database, EditTexts& texts, const Individual& individual) {
  std::vector<std::uint32_t> numbers;
  for (const Edit& edit : individual.edits) numbers.push_back(std::uint32_t(texts.intern(database, edit)));
  const EvaluationResult& outcome = individual.result;
  const std::size_t inactive = individual.edits.size() - activeEditCount(individual);
  database.query("INSERT INTO individual VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(texts.run(), individual.id, individual.generation, individual.slot, individual.step, std::int64_t(individual.origin),
            individual.parent, individual.parent2, std::int64_t(outcome.stage), std::int64_t(outcome.reason), outcome.fitness.runtime,
            outcome.fitness.error, outcome.code, outcome.reused, individual.edits.size(), inactive, outcome.message,
            packActive(individual.active), packNumbers(numbers))
      .run();
  database.query("INSERT INTO timing VALUES (?, ?, ?)").bind(texts.run(), individual.id, packNumbers(outcome.stageMicroseconds)).run();
  insertCodeMetrics(database, texts.run(), outcome.code, outcome.metrics);
  insertEnergy(database, texts.run(), outcome.code, outcome.fitness, outcome.metrics);
}

std::vector<Individual> selectIndividuals(const Database& database, EditTexts& texts, std::int64_t from, std::int64_t count) {
  std::vector<Individual> individuals;
  Query rows = database.query("SELECT id, generation, slot, step, origin, parent, parent2, stage, reason, runtime, error, code, reused, "
                              "detail, active, edits, stages, " +
                              energyColumn("individual") +
                              " FROM individual LEFT JOIN timing ON timing.run = individual.run AND "
                              "timing.individual = id WHERE individual.run = ? AND id >= ? ORDER BY id LIMIT ?");
  rows.bind(texts.run(), from, count);
  while (rows.next()) {
    Individual& individual = individuals.emplace_back();
    individual.id = rows.integer(0);
    individual.generation = std::uint32_t(rows.integer(1));
    individual.slot = std::uint32_t(rows.integer(2));
    individual.step = std::uint32_t(rows.integer(3));
    individual.origin = originValue(database, rows.integer(4));
    individual.parent = rows.integer(5);
    individual.parent2 = rows.integer(6);
    EvaluationResult& outcome = individual.result;
    outcome.stage = stageValue(database, rows.integer(7));
    outcome.reason = reasonValue(database, rows.integer(8));
    outcome.fitness = {rows.real(9), rows.real(10), rows.real(17)};
    outcome.code = rows.hash(11);
    outcome.reused = rows.integer(12) != 0;
    outcome.message = rows.text(13);
    for (const std::uint32_t number : unpackNumbers(rows.blob(15))) individual.edits.push_back(texts.edit(database, number));
    individual.active = unpackActive(database, rows.blob(14), individual.edits.size());
    unpackStages(outcome, rows.blob(16));
  }
  return individuals;
}

void insertUnfinished(Database& database, std::int64_t run, const Individual& individual) {
  const EvaluationResult& outcome = individual.result;
  database.query("INSERT OR REPLACE INTO unfinished VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(run, individual.generation, individual.slot, individual.step, std::int64_t(individual.origin), individual.parent,
            individual.parent2, std::int64_t(outcome.stage), std::int64_t(outcome.reason), outcome.fitness.runtime, outcome.fitness.error,
            outcome.code, outcome.message, packActive(individual.active), wire::encode(individual.edits),
            packNumbers(outcome.stageMicroseconds))
      .run();
  insertCodeMetrics(database, run, outcome.code, outcome.metrics);
}

std::vector<Individual> selectUnfinished(const Database& database, std::int64_t run, std::uint32_t generation, bool validOnly) {
  std::vector<Individual> individuals;
  Query rows = database.query("SELECT slot, step, origin, parent, parent2, stage, reason, runtime, error, code, detail, active, edits, "
                              "stages FROM unfinished WHERE run = ? AND generation = ? AND (reason = 0 OR NOT ?) ORDER BY slot, step");
  rows.bind(run, generation, validOnly);
  while (rows.next()) {
    Individual& individual = individuals.emplace_back();
    individual.id = -1;
    individual.generation = generation;
    individual.slot = std::uint32_t(rows.integer(0));
    individual.step = std::uint32_t(rows.integer(1));
    individual.origin = originValue(database, rows.integer(2));
    individual.parent = rows.integer(3);
    individual.parent2 = rows.integer(4);
    EvaluationResult& outcome = individual.result;
    outcome.stage = stageValue(database, rows.integer(5));
    outcome.reason = reasonValue(database, rows.integer(6));
    outcome.fitness = {rows.real(7), rows.real(8)};
    outcome.code = rows.hash(9);
    outcome.message = rows.text(10);
    individual.edits = rows.isText(12) ? parseStored(database, rows.text(12)) : decodeStored(database, rows.blob(12));
    individual.active = unpackActive(database, rows.blob(11), individual.edits.size());
    unpackStages(outcome, rows.blob(13));
  }
  return individuals;
}

std::optional<Individual> findUnfinished(const Database& database, std::int64_t run, std::int64_t id) {
  const UnfinishedPlace place = unfinishedPlace(id);
  for (Individual& individual : selectUnfinished(database, run, place.generation)) {
    if (individual.slot != place.slot || individual.step != place.step) continue;
    individual.id = id;
    return std::move(individual);
  }
  return std::nullopt;
}

} // namespace gevo
