#pragma once

/// Tables of a .gevo file, and the migration of files of older versions.

#include "core/store/database.h"

namespace gevo {

/// "GEVO" in the header of the file.
inline constexpr std::int64_t applicationId = 0x4745564F;
inline constexpr std::int64_t schemaVersion = 15;

/// Throws if this is not a .gevo file, or one of a newer version, or damaged.
void checkSchema(const Database& database);
bool isOlder(const Database& database);
/// Brings a new or older file to the current version, in one transaction.
void migrate(Database& database);

/// SELECT of (run, individual): the Pareto front of runtime and error of every run, as `paretoFront` finds it, over all evaluations that
/// passed all tests.
const char* frontsOfAllEvaluations();

/// Lets a reader, which changes nothing, see a file of an older version as one of the current version: temporary tables and views of the
/// connection take the place of what the file lacks. Construct it before the connection is made `query_only`.
class OlderFile {
public:
  explicit OlderFile(Database& database);
  /// Drops the stand-ins if a writer has migrated the file meanwhile.
  void refresh();

private:
  Database& database_;
  std::int64_t version_; ///< of the file when the stand-ins were made; the current version: there are none
};

} // namespace gevo
