#pragma once

/// The user's annotations of variants: pins and notes. Not part of a run's result.

#include "core/store/database.h"
#include "core/store/rows.h"

namespace gevo {

/// Within a transaction. An empty annotation is removed.
void insertAnnotation(Database& database, std::int64_t run, const Annotation& annotation);
/// In order of variant ids.
std::vector<Annotation> selectAnnotations(const Database& database, std::int64_t run);

} // namespace gevo
