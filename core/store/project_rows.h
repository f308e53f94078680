#pragma once

/// Stores and loads the project.

#include "core/store/database.h"
#include "core/store/sha256.h"
#include "core/values/project.h"

namespace gevo {

/// Within a transaction, into a new file.
void saveProject(Database& database, const Project& project);
Project loadProject(const Database& database);
/// A digest of everything that `loadProject` returns. Cheap, because contents are included by their hashes.
Sha256Digest projectDigest(const Database& database);

} // namespace gevo
