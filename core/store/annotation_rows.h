#pragma once

/// What the user wrote beside variants: pins and notes. Not part of a run's result.

#include "core/store/database.h"
#include "core/store/rows.h"

namespace gevo {

/// Within a transaction. One that says nothing is removed.
void insertAnnotation(Database& database, std::int64_t run, const Annotation& annotation);
/// In order of variants.
std::vector<Annotation> selectAnnotations(const Database& database, std::int64_t run);

} // namespace gevo
