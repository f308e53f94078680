#include "core/store/schema.h"

#include "core/values/evaluation_result.h"

#include <iterator>

namespace gevo {

namespace {

/// Version 1. Times measured by a clock have tables of their own (timing, generation_time, run_status, writer), so that equal runs
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

/// Tables that version 2 added; `kind` is TEMP for a reader's stand-ins.
std::string tablesOfVersion2(const char* kind) {
  return fmt::format(R"sql(
  CREATE {0} TABLE acceptance (run INTEGER NOT NULL, generation INTEGER NOT NULL, step INTEGER NOT NULL, reasons TEXT NOT NULL,
    reused INTEGER NOT NULL, PRIMARY KEY (run, generation, step)) WITHOUT ROWID;
  CREATE {0} TABLE measurement (run INTEGER NOT NULL, generation INTEGER NOT NULL, position INTEGER NOT NULL, code BLOB NOT NULL,
    runtime REAL, error REAL, PRIMARY KEY (run, generation, position)) WITHOUT ROWID;
  CREATE {0} TABLE refit (run INTEGER NOT NULL, generation INTEGER NOT NULL, individual INTEGER NOT NULL,
    PRIMARY KEY (run, generation, individual)) WITHOUT ROWID;
  CREATE {0} TABLE seed (run INTEGER NOT NULL, position INTEGER NOT NULL, edits TEXT NOT NULL, PRIMARY KEY (run, position)) WITHOUT ROWID;
  CREATE {0} TABLE validation_input (run INTEGER NOT NULL, variant INTEGER NOT NULL, candidate INTEGER NOT NULL,
    position INTEGER NOT NULL, arguments TEXT NOT NULL, PRIMARY KEY (run, variant, candidate, position)) WITHOUT ROWID;
  CREATE {0} TABLE held_out_test (number INTEGER NOT NULL, position INTEGER NOT NULL, arguments TEXT NOT NULL,
    content INTEGER NOT NULL, PRIMARY KEY (number, position)) WITHOUT ROWID;
)sql",
                     kind);
}

/// Tables that version 3 added: annotations and derived variants. `kind` as above.
std::string tablesOfVersion3(const char* kind) {
  return fmt::format(R"sql(
  CREATE {0} TABLE remark (run INTEGER NOT NULL, variant INTEGER NOT NULL, pinned INTEGER NOT NULL, note TEXT NOT NULL,
    PRIMARY KEY (run, variant)) WITHOUT ROWID;
  CREATE {0} TABLE derived (run INTEGER NOT NULL, id INTEGER NOT NULL, parent INTEGER NOT NULL, generation INTEGER NOT NULL,
    stage INTEGER NOT NULL, reason INTEGER NOT NULL, runtime REAL, error REAL, code BLOB, edit_count INTEGER NOT NULL,
    inactive INTEGER NOT NULL, detail TEXT NOT NULL, active BLOB NOT NULL, edits TEXT NOT NULL, PRIMARY KEY (run, id)) WITHOUT ROWID;
)sql",
                     kind);
}

/// Tables that version 4 added: reports of devices that measure on codes and on the original. `kind` as above.
std::string tablesOfVersion4(const char* kind) {
  return fmt::format(R"sql(
  CREATE {0} TABLE code_facts (run INTEGER NOT NULL, code BLOB NOT NULL, repeats INTEGER NOT NULL, relative_error REAL NOT NULL,
    kernels TEXT NOT NULL, PRIMARY KEY (run, code)) WITHOUT ROWID;
  CREATE {0} TABLE run_note (run INTEGER NOT NULL, position INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (run, position)) WITHOUT ROWID;
  CREATE {0} TABLE nvcc_original (run INTEGER PRIMARY KEY, compiler TEXT NOT NULL, reason INTEGER NOT NULL, detail TEXT NOT NULL,
    runtime REAL, error REAL, repeats INTEGER NOT NULL, relative_error REAL, kernels TEXT NOT NULL);
)sql",
                     kind);
}

/// The table that version 5 added. Energy is known of few codes, and of all variants with the same code. `kind` as above.
std::string tablesOfVersion5(const char* kind) {
  return fmt::format(R"sql(
  CREATE {0} TABLE code_energy (run INTEGER NOT NULL, code BLOB NOT NULL, energy REAL NOT NULL, pairs INTEGER NOT NULL,
    relative_error REAL NOT NULL, PRIMARY KEY (run, code)) WITHOUT ROWID;
)sql",
                     kind);
}

/// The table that version 6 added. `kind` as above.
std::string tablesOfVersion6(const char* kind) {
  return fmt::format(R"sql(
  CREATE {0} TABLE validation_error (run INTEGER NOT NULL, variant INTEGER NOT NULL, candidate INTEGER NOT NULL, error REAL NOT NULL,
    PRIMARY KEY (run, variant, candidate)) WITHOUT ROWID;
)sql",
                     kind);
}

/// The table that version 7 added: source patches, as wire-encoded SourcePatch values. `kind` as above.
std::string tablesOfVersion7(const char* kind) {
  return fmt::format(R"sql(
  CREATE {0} TABLE patch (run INTEGER NOT NULL, variant INTEGER NOT NULL, state INTEGER NOT NULL, value BLOB NOT NULL,
    PRIMARY KEY (run, variant)) WITHOUT ROWID;
)sql",
                     kind);
}

/// The tables that version 8 added: programs built in other configurations, and which generations tuned. `kind` as above.
std::string tablesOfVersion8(const char* kind) {
  return fmt::format(R"sql(
  CREATE {0} TABLE configuration (hash BLOB PRIMARY KEY, text TEXT NOT NULL, reason INTEGER NOT NULL, detail TEXT NOT NULL,
    seconds REAL NOT NULL) WITHOUT ROWID;
  CREATE {0} TABLE configuration_program (id INTEGER PRIMARY KEY, hash BLOB NOT NULL, position INTEGER NOT NULL, bytes BLOB NOT NULL);
  CREATE {0} TABLE search_stage (run INTEGER NOT NULL, generation INTEGER NOT NULL, stage INTEGER NOT NULL,
    PRIMARY KEY (run, generation)) WITHOUT ROWID;
)sql",
                     kind);
}

/// The tables that version 9 added: fuzz inputs of the file, what variants did on them, and which were rejected for it. `kind` as above.
std::string tablesOfVersion9(const char* kind) {
  return fmt::format(R"sql(
  CREATE {0} TABLE fuzz_input (position INTEGER PRIMARY KEY, arguments TEXT NOT NULL, content INTEGER NOT NULL, work INTEGER NOT NULL);
  CREATE {0} TABLE trial (run INTEGER NOT NULL, generation INTEGER NOT NULL, position INTEGER NOT NULL, variant INTEGER NOT NULL,
    input INTEGER NOT NULL, reason INTEGER NOT NULL, error REAL NOT NULL, PRIMARY KEY (run, generation, position)) WITHOUT ROWID;
  CREATE {0} TABLE counterexample (run INTEGER NOT NULL, input INTEGER NOT NULL, generation INTEGER NOT NULL, variant INTEGER NOT NULL,
    reason INTEGER NOT NULL, detail TEXT NOT NULL, PRIMARY KEY (run, input));
  CREATE {0} TABLE rejection (run INTEGER NOT NULL, individual INTEGER NOT NULL, generation INTEGER NOT NULL,
    PRIMARY KEY (run, individual)) WITHOUT ROWID;
)sql",
                     kind);
}

/// The table that version 10 added: microseconds of a code in each test and workload, as numbers of 8 bytes. `kind` as above.
std::string tablesOfVersion10(const char* kind) {
  return fmt::format(R"sql(
  CREATE {0} TABLE code_runtimes (run INTEGER NOT NULL, code BLOB NOT NULL, runtimes BLOB NOT NULL, PRIMARY KEY (run, code)) WITHOUT ROWID;
)sql",
                     kind);
}

/// The tables that version 11 added: the code that inputs may reach, and what each does; a byte for each line and edge, 0 or 1. `kind` as
/// above.
std::string tablesOfVersion11(const char* kind) {
  return fmt::format(R"sql(
  CREATE {0} TABLE code_line (position INTEGER PRIMARY KEY, file TEXT NOT NULL, line INTEGER NOT NULL);
  CREATE {0} TABLE branch_edge (position INTEGER PRIMARY KEY, function TEXT NOT NULL, code_line INTEGER NOT NULL);
  CREATE {0} TABLE coverage (role INTEGER NOT NULL, position INTEGER NOT NULL, lines BLOB NOT NULL, branches BLOB NOT NULL,
    PRIMARY KEY (role, position)) WITHOUT ROWID;
)sql",
                     kind);
}

/// The table that version 12 added: the edits that failures come from, by their places in the variant, and those that are needed first.
/// `kind` as above.
std::string tablesOfVersion12(const char* kind) {
  return fmt::format(R"sql(
  CREATE {0} TABLE failure_cause (run INTEGER NOT NULL, variant INTEGER NOT NULL, input INTEGER NOT NULL, generation INTEGER NOT NULL,
    edits TEXT NOT NULL, needed INTEGER NOT NULL, passing INTEGER, trials INTEGER NOT NULL, PRIMARY KEY (run, variant, input)) WITHOUT ROWID;
)sql",
                     kind);
}

/// The tables that version 13 added: evaluated subsets of variants' edits, under the hash of their text, and with which options the
/// interactions of a variant's edits were analysed. `kind` as above.
std::string tablesOfVersion13(const char* kind) {
  return fmt::format(R"sql(
  CREATE {0} TABLE subset (run INTEGER NOT NULL, edits BLOB NOT NULL, stage INTEGER NOT NULL, reason INTEGER NOT NULL, runtime REAL,
    error REAL, energy REAL, code BLOB, detail TEXT NOT NULL, active BLOB NOT NULL, metrics BLOB NOT NULL, PRIMARY KEY (run, edits)) WITHOUT ROWID;
  CREATE {0} TABLE interaction_analysis (run INTEGER NOT NULL, variant INTEGER NOT NULL, tolerance REAL NOT NULL, least_gain REAL NOT NULL,
    max_evaluations INTEGER NOT NULL, PRIMARY KEY (run, variant)) WITHOUT ROWID;
)sql",
                     kind);
}

/// The table that version 14 added: names and notes of runs. `kind` as above.
std::string tablesOfVersion14(const char* kind) {
  return fmt::format("CREATE {} TABLE run_label (run INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT NOT NULL);", kind);
}

/// Stage 6 is Stage::Done: all tests passed.
constexpr const char* selectFronts = R"sql(
  SELECT run, id AS individual FROM (SELECT run, id, error, min(error) OVER (PARTITION BY run ORDER BY runtime, error, edit_count - inactive, id
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS best FROM main.individual
    WHERE reason = 0 AND stage = 6 AND runtime IS NOT NULL AND error IS NOT NULL) WHERE best IS NULL OR error < best
)sql";
static_assert(Stage::Done == Stage(6));

/// Version 2. What a file of version 1 lacks is NULL.
constexpr const char* changesOfVersion2 = R"sql(
  ALTER TABLE generation ADD COLUMN median_edits REAL;
  ALTER TABLE generation ADD COLUMN max_edits REAL;

  ALTER TABLE validation RENAME TO validation1;
  CREATE TABLE validation (run INTEGER NOT NULL, variant INTEGER NOT NULL, candidate INTEGER NOT NULL, passed INTEGER NOT NULL,
    sentence TEXT NOT NULL, runtime REAL, original_runtime REAL, PRIMARY KEY (run, variant, candidate)) WITHOUT ROWID;
  INSERT INTO validation SELECT run, variant, 0, passed, sentence, NULL, NULL FROM validation1;
  DROP TABLE validation1;

  CREATE TABLE front (run INTEGER NOT NULL, individual INTEGER NOT NULL, PRIMARY KEY (run, individual)) WITHOUT ROWID;
)sql";

/// Temporary tables hide the file's tables of the same name.
constexpr const char* viewsOfVersion1 = R"sql(
  CREATE TEMP VIEW generation AS SELECT *, NULL AS median_edits, NULL AS max_edits FROM main.generation;
  CREATE TEMP VIEW validation AS SELECT run, variant, 0 AS candidate, passed, sentence, NULL AS runtime, NULL AS original_runtime
    FROM main.validation;
)sql";

constexpr const char* dropStandInsOfVersion14 = "DROP TABLE temp.run_label";
constexpr const char* dropStandInsOfVersion13 = "DROP TABLE temp.subset; DROP TABLE temp.interaction_analysis";
constexpr const char* dropStandInsOfVersion12 = "DROP TABLE temp.failure_cause";
constexpr const char* dropStandInsOfVersion11 = "DROP TABLE temp.code_line; DROP TABLE temp.branch_edge; DROP TABLE temp.coverage";
constexpr const char* dropStandInsOfVersion10 = "DROP TABLE temp.code_runtimes";
constexpr const char* dropStandInsOfVersion9 =
    "DROP TABLE temp.fuzz_input; DROP TABLE temp.trial; DROP TABLE temp.counterexample; DROP TABLE temp.rejection";
constexpr const char* dropStandInsOfVersion8 =
    "DROP TABLE temp.configuration; DROP TABLE temp.configuration_program; DROP TABLE temp.search_stage";
constexpr const char* dropStandInsOfVersion7 = "DROP TABLE temp.patch";
constexpr const char* dropStandInsOfVersion6 = "DROP TABLE temp.validation_error";
constexpr const char* dropStandInsOfVersion5 = "DROP TABLE temp.code_energy";
constexpr const char* dropStandInsOfVersion4 = "DROP TABLE temp.code_facts; DROP TABLE temp.run_note; DROP TABLE temp.nvcc_original";
constexpr const char* dropStandInsOfVersion3 = "DROP TABLE temp.remark; DROP TABLE temp.derived";
constexpr const char* dropStandInsOfVersion2 = R"sql(
  DROP VIEW temp.generation; DROP VIEW temp.validation; DROP VIEW temp.front; DROP TABLE temp.acceptance; DROP TABLE temp.measurement; DROP TABLE temp.refit;
  DROP TABLE temp.seed; DROP TABLE temp.validation_input; DROP TABLE temp.held_out_test;
)sql";

std::string toVersion1() { return version1; }
std::string toVersion2() { return tablesOfVersion2("") + changesOfVersion2 + "INSERT INTO front " + selectFronts; }
std::string toVersion3() { return tablesOfVersion3(""); }
std::string toVersion4() { return tablesOfVersion4(""); }
std::string toVersion5() { return tablesOfVersion5(""); }
std::string toVersion6() { return tablesOfVersion6(""); }
std::string toVersion7() { return tablesOfVersion7(""); }
std::string toVersion8() { return tablesOfVersion8(""); }
std::string toVersion9() { return tablesOfVersion9(""); }
std::string toVersion10() { return tablesOfVersion10(""); }
std::string toVersion11() { return tablesOfVersion11(""); }
std::string toVersion12() { return tablesOfVersion12(""); }
std::string toVersion13() { return tablesOfVersion13(""); }
std::string toVersion14() { return tablesOfVersion14(""); }
/// Has another operator, and so a kind of step, in the tables that there are.
std::string toVersion15() { return ""; }

/// The nth entry migrates from version n to n + 1.
constexpr std::string (*migrations[])() = {toVersion1,  toVersion2,  toVersion3,  toVersion4,  toVersion5,
                                           toVersion6,  toVersion7,  toVersion8,  toVersion9,  toVersion10,
                                           toVersion11, toVersion12, toVersion13, toVersion14, toVersion15};
static_assert(std::size(migrations) == schemaVersion);

std::int64_t versionOf(const Database& database) { return database.integer("PRAGMA user_version"); }

} // namespace

void checkSchema(const Database& database) {
  const std::string name = database.path().string();
  if (database.integer("PRAGMA application_id") != applicationId) raise("{} is not a .gevo file", name);
  const std::int64_t version = versionOf(database);
  if (version > schemaVersion) raise("{} was made by a newer version of GEVO Explorer; install that to open it", name);
  if (version < 1) raise("{} is damaged; restore it from a copy", name);
}

bool isOlder(const Database& database) { return versionOf(database) < schemaVersion; }

const char* frontsOfAllEvaluations() { return selectFronts; }

void migrate(Database& database) {
  Transaction transaction(database);
  for (std::int64_t version = versionOf(database); version < schemaVersion; ++version) database.execute(migrations[version]());
  database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", applicationId, schemaVersion));
  transaction.commit();
}

OlderFile::OlderFile(Database& database) : database_(database), version_(versionOf(database)) {
  if (version_ == schemaVersion) return;
  database.execute("PRAGMA temp_store = MEMORY");
  if (version_ < 2) database.execute(tablesOfVersion2("TEMP") + viewsOfVersion1 + "CREATE TEMP VIEW front AS " + selectFronts);
  if (version_ < 3) database.execute(tablesOfVersion3("TEMP"));
  if (version_ < 4) database.execute(tablesOfVersion4("TEMP"));
  if (version_ < 5) database.execute(tablesOfVersion5("TEMP"));
  if (version_ < 6) database.execute(tablesOfVersion6("TEMP"));
  if (version_ < 7) database.execute(tablesOfVersion7("TEMP"));
  if (version_ < 8) database.execute(tablesOfVersion8("TEMP"));
  if (version_ < 9) database.execute(tablesOfVersion9("TEMP"));
  if (version_ < 10) database.execute(tablesOfVersion10("TEMP"));
  if (version_ < 11) database.execute(tablesOfVersion11("TEMP"));
  if (version_ < 12) database.execute(tablesOfVersion12("TEMP"));
  if (version_ < 13) database.execute(tablesOfVersion13("TEMP"));
  if (version_ < 14) database.execute(tablesOfVersion14("TEMP"));
}

void OlderFile::refresh() {
  if (version_ == schemaVersion || versionOf(database_) < schemaVersion) return;
  database_.execute("PRAGMA query_only = OFF");
  if (version_ < 2) database_.execute(dropStandInsOfVersion2);
  if (version_ < 3) database_.execute(dropStandInsOfVersion3);
  if (version_ < 4) database_.execute(dropStandInsOfVersion4);
  if (version_ < 5) database_.execute(dropStandInsOfVersion5);
  if (version_ < 6) database_.execute(dropStandInsOfVersion6);
  if (version_ < 7) database_.execute(dropStandInsOfVersion7);
  if (version_ < 8) database_.execute(dropStandInsOfVersion8);
  if (version_ < 9) database_.execute(dropStandInsOfVersion9);
  if (version_ < 10) database_.execute(dropStandInsOfVersion10);
  if (version_ < 11) database_.execute(dropStandInsOfVersion11);
  if (version_ < 12) database_.execute(dropStandInsOfVersion12);
  if (version_ < 13) database_.execute(dropStandInsOfVersion13);
  if (version_ < 14) database_.execute(dropStandInsOfVersion14);
  database_.execute("PRAGMA query_only = ON");
  version_ = schemaVersion;
}

} // namespace gevo
