#pragma once

/// Fuzz inputs of a file, and what its runs found out with them.

#include "core/store/held_out_rows.h"
#include "core/store/individual_rows.h"

namespace gevo {

/// Within a transaction. False, and nothing is done: the file has some.
bool insertFuzzInputs(Database& database, const std::vector<PackedTest>& tests, const std::vector<std::uint64_t>& work);
std::vector<FuzzInput> selectFuzzInputs(const Database& database);
std::vector<std::string> selectFuzzLines(const Database& database); ///< their command lines

/// Within a transaction, after the individuals and fitness updates of the generation.
void insertTrials(Database& database, std::int64_t run, const GenerationResult& result);
void selectTrials(const Database& database, EditTexts& texts, Checkpoint& checkpoint);
std::vector<CounterexampleRow> selectCounterexamples(const Database& database, std::int64_t run);
std::vector<std::int64_t> selectRejections(const Database& database, std::int64_t run); ///< in order

} // namespace gevo
