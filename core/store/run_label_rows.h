#pragma once

/// What the user calls a run. Not part of its result.

#include "core/store/database.h"
#include "core/store/rows.h"

namespace gevo {

/// Within a transaction. An empty label is removed. Throws where there is no such run.
void insertRunLabel(Database& database, std::int64_t run, const RunLabel& label);
/// Empty where the run has none.
RunLabel selectRunLabel(const Database& database, std::int64_t run);

} // namespace gevo
