#pragma once

/// Tables of a .gevo file and how files of older versions come up to date.

#include "core/store/database.h"

namespace gevo {

/// "GEVO" in the header of the file.
inline constexpr std::int64_t applicationId = 0x4745564F;
inline constexpr std::int64_t schemaVersion = 5;

/// Fails with one sentence when this is no .gevo file, one of a newer version, or one whose end is missing.
void checkSchema(const Database& database);
bool isOlder(const Database& database);
/// Brings a new or older file to the current version, in one transaction.
void migrate(Database& database);

/// SELECT of (run, individual): the Pareto front of runtime and error of every run, as `paretoFront` finds it, from all tries that passed
/// all tests.
const char* frontsOfAllEvaluations();

/// Lets a reader, who changes nothing, see a file of an older version as one of the current version: stand-ins for what it
/// lacks, in the connection's own memory, before the connection is made `query_only`.
class OlderFile {
public:
  explicit OlderFile(Database& database);
  /// When a writer has brought the file up to date meanwhile, what it keeps is seen from now on.
  void keepUp();

private:
  Database& database_;
  std::int64_t version_; ///< that the stand-ins were made for; the current one: there are none
};

} // namespace gevo
