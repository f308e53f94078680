#pragma once

/// What the user wrote beside variants: pins and notes. Not part of a run's result.

#include "core/store/database.h"
#include "core/store/rows.h"

namespace gevo {

/// Within a transaction. One that says nothing is removed.
void insertRemark(Database& database, std::int64_t run, const Remark& remark);
/// In order of variants.
std::vector<Remark> selectRemarks(const Database& database, std::int64_t run);

} // namespace gevo
