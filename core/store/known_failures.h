#pragma once

/// Variants that held-out tests are known to find wrong, whether they ran on them or not.

#include "core/store/database.h"
#include "core/store/individual_rows.h"

namespace gevo {

/// Valid variants that failed held-out tests, and those with the code, or with all active edits, of one that failed. In order, ids from
/// `from`, derived ones among them; the original never is.
std::vector<std::int64_t> selectKnownFailures(const Database& database, EditTexts& texts, std::int64_t from);

} // namespace gevo
