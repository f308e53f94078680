#pragma once

/// Ancestors, read from the individuals' parents.

#include "core/store/database.h"
#include "core/store/lineage.h"

namespace gevo {

/// Of an evolved or derived variant; throws if the run has no variant with this id.
Lineage selectLineage(const Database& database, std::int64_t run, std::int64_t id);

} // namespace gevo
