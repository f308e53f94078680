#pragma once

/// What the inputs of a file run of the original.

#include "core/store/database.h"
#include "core/values/coverage.h"

namespace gevo {

/// Within a transaction: in place of all that was known. Those of one role are in the order of the project's tests or fuzz inputs.
void replaceCoverage(Database& database, const ProgramCoverage& coverage);
/// Within a transaction, of all fuzz inputs. Does nothing where one is of other code than the file knows.
void insertFuzzCoverage(Database& database, const std::vector<Coverage>& reached);
ProgramCoverage selectCoverage(const Database& database);

} // namespace gevo
