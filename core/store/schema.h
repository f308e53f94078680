#pragma once

/// Tables of a .gevo file and how files of older versions come up to date.

#include "core/store/database.h"

namespace gevo {

/// "GEVO" in the header of the file.
inline constexpr std::int64_t applicationId = 0x4745564F;
inline constexpr std::int64_t schemaVersion = 1;

/// Fails with one sentence when this is no .gevo file, one of a newer version, or one whose end is missing.
void checkSchema(const Database& database);
/// Brings a new or older file to the current version, in one transaction.
void migrate(Database& database);

} // namespace gevo
