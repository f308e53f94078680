#pragma once

/// The project in its tables.

#include "core/values/project.h"
#include "core/store/database.h"
#include "core/store/sha256.h"

namespace gevo {

/// Within a transaction, into a new file.
void saveProject(Database& database, const Project& project);
Project loadProject(const Database& database);
/// Names everything that `loadProject` gives; reading it is cheap, since contents are named by their hashes.
Sha256Digest projectDigest(const Database& database);

} // namespace gevo
