#pragma once

/// Ancestors, read from the individuals' parents.

#include "core/store/database.h"
#include "core/store/lineage.h"

namespace gevo {

/// Of a variant that evolution found or that the user derived; fails where the run has none of this id.
Lineage selectLineage(const Database& database, std::int64_t run, std::int64_t id);

} // namespace gevo
