#include "core/store/schema.h"

#include <iterator>

namespace gevo {

namespace {

/// Version 1. What a clock measured stands in tables of its own (timing, generation_time, run_status, writer): equal runs
/// have equal rows everywhere else.
constexpr const char* version1 = R"sql(
  CREATE TABLE chunk (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, bytes BLOB NOT NULL);
  CREATE TABLE content (id INTEGER NOT NULL, position INTEGER NOT NULL, chunk INTEGER NOT NULL REFERENCES chunk,
    PRIMARY KEY (id, position)) WITHOUT ROWID;

  CREATE TABLE project (key TEXT NOT NULL, position INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (key, position)) WITHOUT ROWID;
  CREATE TABLE project_content (key TEXT PRIMARY KEY, content INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE source (position INTEGER PRIMARY KEY, name TEXT NOT NULL, content INTEGER NOT NULL);
  CREATE TABLE kernel (position INTEGER PRIMARY KEY, name TEXT NOT NULL, shown_name TEXT NOT NULL, instructions INTEGER NOT NULL);
  CREATE TABLE output (position INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, type_origin TEXT NOT NULL);
  CREATE TABLE test (position INTEGER PRIMARY KEY, role INTEGER NOT NULL, arguments TEXT NOT NULL, content INTEGER NOT NULL);

  CREATE TABLE writer (id INTEGER PRIMARY KEY CHECK (id = 1), process INTEGER NOT NULL, started INTEGER NOT NULL, place TEXT NOT NULL,
    beat INTEGER NOT NULL);

  CREATE TABLE run (id INTEGER PRIMARY KEY, settings TEXT NOT NULL, device TEXT NOT NULL);
  CREATE TABLE run_status (run INTEGER PRIMARY KEY REFERENCES run, state INTEGER NOT NULL, generation INTEGER NOT NULL,
    slots_done INTEGER NOT NULL, slot_count INTEGER NOT NULL, tries INTEGER NOT NULL, valid INTEGER NOT NULL, seconds REAL NOT NULL,
    workers_alive INTEGER NOT NULL, workers_restarted INTEGER NOT NULL, run_seconds REAL NOT NULL);
  CREATE TABLE generation (run INTEGER NOT NULL REFERENCES run, generation INTEGER NOT NULL, tries INTEGER NOT NULL,
    valid INTEGER NOT NULL, reasons TEXT NOT NULL, best_runtime REAL NOT NULL, best_error REAL NOT NULL, best_exact_runtime REAL NOT NULL,
    median_runtime REAL NOT NULL, worst_runtime REAL NOT NULL, mean_edits REAL NOT NULL, PRIMARY KEY (run, generation)) WITHOUT ROWID;
  CREATE TABLE generation_time (run INTEGER NOT NULL, generation INTEGER NOT NULL, seconds REAL NOT NULL,
    PRIMARY KEY (run, generation)) WITHOUT ROWID;
  CREATE TABLE member (run INTEGER NOT NULL, position INTEGER NOT NULL, individual INTEGER NOT NULL, rank INTEGER NOT NULL,
    PRIMARY KEY (run, position)) WITHOUT ROWID;

  CREATE TABLE edit (run INTEGER NOT NULL, id INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (run, id)) WITHOUT ROWID;
  CREATE TABLE individual (run INTEGER NOT NULL, id INTEGER NOT NULL, generation INTEGER NOT NULL, slot INTEGER NOT NULL,
    step INTEGER NOT NULL, origin INTEGER NOT NULL, parent INTEGER NOT NULL, parent2 INTEGER NOT NULL, stage INTEGER NOT NULL,
    reason INTEGER NOT NULL, runtime REAL, error REAL, code BLOB, reused INTEGER NOT NULL, edit_count INTEGER NOT NULL,
    inactive INTEGER NOT NULL, detail TEXT NOT NULL, active BLOB NOT NULL, edits BLOB NOT NULL, PRIMARY KEY (run, id)) WITHOUT ROWID;
  CREATE TABLE timing (run INTEGER NOT NULL, individual INTEGER NOT NULL, stages BLOB NOT NULL, PRIMARY KEY (run, individual)) WITHOUT ROWID;

  CREATE TABLE unfinished (run INTEGER NOT NULL, generation INTEGER NOT NULL, slot INTEGER NOT NULL, step INTEGER NOT NULL,
    origin INTEGER NOT NULL, parent INTEGER NOT NULL, parent2 INTEGER NOT NULL, stage INTEGER NOT NULL, reason INTEGER NOT NULL,
    runtime REAL, error REAL, code BLOB, detail TEXT NOT NULL, active BLOB NOT NULL, edits TEXT NOT NULL,
    stages BLOB NOT NULL, PRIMARY KEY (run, generation, slot, step)) WITHOUT ROWID;

  CREATE TABLE validation (run INTEGER NOT NULL, variant INTEGER NOT NULL, passed INTEGER NOT NULL, sentence TEXT NOT NULL,
    PRIMARY KEY (run, variant)) WITHOUT ROWID;
)sql";

/// The nth entry leads from version n to n + 1.
constexpr const char* migrations[] = {version1};
static_assert(std::size(migrations) == schemaVersion);

} // namespace

void checkSchema(const Database& database) {
  const std::string name = database.path().string();
  if (database.integer("PRAGMA application_id") != applicationId) raise("{} is no .gevo file", name);
  const std::int64_t version = database.integer("PRAGMA user_version");
  if (version > schemaVersion) raise("{} was made by a newer version of GEVO Explorer; install that to open it", name);
  if (version < 1) raise("{} is damaged; restore it from a copy", name);
}

void migrate(Database& database) {
  Transaction transaction(database);
  for (std::int64_t version = database.integer("PRAGMA user_version"); version < schemaVersion; ++version)
    database.execute(migrations[version]);
  database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", applicationId, schemaVersion));
  transaction.commit();
}

} // namespace gevo
