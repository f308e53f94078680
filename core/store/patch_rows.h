#pragma once

/// Source patches of variants.

#include "core/store/database.h"
#include "core/values/source_patch.h"

#include <optional>

namespace gevo {

/// Within a transaction. Replaces that of the variant.
void insertPatch(Database& database, std::int64_t run, std::int64_t variant, const SourcePatch& patch);
std::optional<SourcePatch> selectPatch(const Database& database, std::int64_t run, std::int64_t variant);

} // namespace gevo
