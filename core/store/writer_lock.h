#pragma once

/// Who is writing a file: one row that names the process. A lock on the file itself would not do, since closing any
/// descriptor of a file drops the locks that SQLite holds on it in the same process.

#include "core/store/database.h"

namespace gevo {

/// Claims the file, or fails and names the process that has it. A process that is gone has nothing.
void claimWriter(Database& database);
/// Tells other machines and containers, which can't see the process, that it lives; at most once a second.
void beatWriter(Database& database);
void releaseWriter(Database& database);
bool isWriterAlive(const Database& database);

} // namespace gevo
