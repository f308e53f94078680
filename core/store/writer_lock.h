#pragma once

/// The process that is writing a file, in one row. A lock on the file itself is not possible: closing any descriptor of the file would
/// drop the locks that SQLite holds on it in the same process.

#include "core/store/database.h"

namespace gevo {

/// Claims the file; throws if another living process is writing it.
void claimWriter(Database& database);
/// For other machines and containers, which can't see whether the process lives; at most once a second.
void updateHeartbeat(Database& database);
void releaseWriter(Database& database);
bool isWriterAlive(const Database& database);

} // namespace gevo
