#include "core/store/configuration_rows.h"

#include "core/base/compress.h"
#include "core/base/wire.h"
#include "core/edit/edit_text.h"
#include "core/store/row_values.h"

#include <algorithm>
#include <map>

namespace gevo {

namespace {

/// As edits, which read back whatever their values hold.
std::string textOf(const Configuration& configuration) { return printEdits(withConfiguration({}, configuration)); }

Configuration configurationFrom(const Database& database, const std::string& text) {
  const Result<EditList> edits = parseEdits(text);
  if (!edits) raise("{} is damaged: a configuration can't be read; restore it from a copy", database.path().string());
  return configurationOf(*edits);
}

constexpr std::size_t pieceBytes = 4U << 20;

/// All but `newest` until the others fit.
void forgetOldest(Database& database, std::uint64_t mostBytes, const Hash128& newest) {
  while (static_cast<std::uint64_t>(database.integer("SELECT ifnull(sum(length(bytes)), 0) FROM configuration_program")) > mostBytes) {
    Query oldest = database.query("SELECT hash FROM configuration_program WHERE hash != ? ORDER BY id LIMIT 1");
    oldest.bind(newest);
    if (!oldest.next()) return;
    const Hash128 hash = oldest.hash(0);
    database.query("DELETE FROM configuration_program WHERE hash = ?").bind(hash).run();
  }
}

/// The settings among a run's edits, by their numbers.
std::map<std::uint32_t, Edit> settingsOf(const Database& database, std::int64_t run) {
  std::map<std::uint32_t, Edit> settings;
  Query rows = database.query("SELECT id, text FROM edit WHERE run = ? AND text LIKE 'set %'");
  rows.bind(run);
  while (rows.next()) {
    const Result<EditList> edits = parseEdits(rows.text(1));
    if (!edits || edits->size() != 1) raise("{} is damaged: an edit can't be read; restore it from a copy", database.path().string());
    settings.emplace(static_cast<std::uint32_t>(rows.integer(0)), edits->front());
  }
  return settings;
}

} // namespace

std::vector<Bytes> packProgram(const ConfiguredProgram& program) {
  const Bytes bytes = compress(wire::encode(program));
  std::vector<Bytes> pieces;
  for (std::size_t begin = 0; begin < bytes.size(); begin += pieceBytes)
    pieces.emplace_back(bytes.begin() + static_cast<std::ptrdiff_t>(begin),
                        bytes.begin() + static_cast<std::ptrdiff_t>(std::min(begin + pieceBytes, bytes.size())));
  return pieces;
}

void insertConfiguration(Database& database, const ConfiguredProgram& program, const std::vector<Bytes>& packed, double seconds,
                         std::uint64_t mostBytes) {
  const Hash128 hash = hashOf(program.configuration);
  database.query("INSERT OR REPLACE INTO configuration VALUES (?, ?, ?, ?, ?)")
      .bind(hash, textOf(program.configuration), std::int64_t(program.reason), program.message, seconds)
      .run();
  database.query("DELETE FROM configuration_program WHERE hash = ?").bind(hash).run();
  std::int64_t position = 0;
  for (const Bytes& piece : packed)
    database.query("INSERT INTO configuration_program VALUES (NULL, ?, ?, ?)").bind(hash, position++, piece).run();
  forgetOldest(database, mostBytes, hash);
}

std::optional<ConfiguredProgram> selectConfiguration(const Database& database, const Configuration& configuration) {
  Query row = database.query("SELECT reason, detail FROM configuration WHERE hash = ?");
  row.bind(hashOf(configuration));
  if (!row.next()) return std::nullopt;
  ConfiguredProgram program;
  program.configuration = configuration;
  program.reason = reasonValue(database, row.integer(0));
  program.message = row.text(1);
  if (!program.usable()) return program;
  Bytes packed;
  Query pieces = database.query("SELECT bytes FROM configuration_program WHERE hash = ? ORDER BY position");
  pieces.bind(hashOf(configuration));
  while (pieces.next()) {
    const Bytes piece = pieces.blob(0);
    packed.insert(packed.end(), piece.begin(), piece.end());
  }
  if (packed.empty()) return std::nullopt;
  const Result<Bytes> bytes = decompress(packed);
  auto stored = bytes ? wire::decode<ConfiguredProgram>(*bytes, "program of a configuration") : std::unexpected(bytes.error());
  if (!stored) raise("{} is damaged: {}; restore it from a copy", database.path().string(), stored.error().message);
  return *std::move(stored);
}

std::vector<ConfigurationRow> selectConfigurations(const Database& database) {
  std::vector<ConfigurationRow> configurations;
  Query rows = database.query("SELECT text, reason, detail, seconds FROM configuration ORDER BY text");
  while (rows.next())
    configurations.push_back(
        {configurationFrom(database, rows.text(0)), reasonValue(database, rows.integer(1)), rows.text(2), rows.real(3)});
  return configurations;
}

std::vector<ConfigurationResult> selectConfigurationResults(const Database& database, std::int64_t run) {
  const std::map<std::uint32_t, Edit> settings = settingsOf(database, run);
  std::vector<ConfigurationResult> results;
  std::map<Configuration, std::size_t> places;
  Query rows = database.query("SELECT id, reason, stage, runtime, error, detail, edits FROM individual WHERE run = ? ORDER BY id");
  rows.bind(run);
  while (rows.next()) {
    EditList chosen;
    bool withEdits = false;
    for (const std::uint32_t number : unpackNumbers(rows.blob(6)))
      if (const auto setting = settings.find(number); setting != settings.end())
        chosen.push_back(setting->second);
      else
        withEdits = true;
    const Reason reason = reasonValue(database, rows.integer(1));
    if (reason == Reason::Configuration) withEdits = false; // they were never applied
    const auto [place, isNew] = places.try_emplace(configurationOf(chosen), results.size());
    if (isNew) results.push_back({place->first});
    ConfigurationResult& result = results[place->second];
    ++result.evaluations;
    if (isNew || (result.withEdits && !withEdits)) {
      result.withEdits = withEdits;
      if (result.best < 0) result.reason = reason;
      if (result.best < 0) result.message = rows.text(5);
    }
    const bool passed = reason == Reason::None && rows.integer(2) == std::int64_t(Stage::Done);
    if (!passed || (result.best >= 0 && rows.real(3) >= result.runtime)) continue;
    result.best = rows.integer(0);
    result.runtime = rows.real(3);
    result.error = rows.real(4);
    result.reason = Reason::None;
    result.message.clear();
  }
  return results;
}

} // namespace gevo
