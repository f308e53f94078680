#pragma once

/// Validations on held-out tests.

#include "core/store/database.h"
#include "core/store/rows.h"

namespace gevo {

/// Within a transaction.
void insertValidation(Database& database, std::int64_t run, const ValidationRow& row);
std::vector<ValidationRow> selectValidations(const Database& database, std::int64_t run);

} // namespace gevo
