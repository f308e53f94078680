#pragma once

/// Runs, their status and their generations in their tables.

#include "core/store/individual_rows.h"
#include "core/store/rows.h"

namespace gevo {

/// Within a transaction.
void insertRun(Database& database, std::int64_t run, const RunSettings& settings, const std::string& device);
void updateStatus(Database& database, std::int64_t run, const RunStatus& status);
/// For a new writer: what says it is going on was left by one that died.
void markInterrupted(Database& database);
/// A run that says it is going on while nobody writes the file was interrupted.
std::vector<RunInfo> selectRuns(const Database& database, bool writerAlive);

/// Within a transaction: everything of a complete generation. Its unfinished tries go.
void insertGeneration(Database& database, EditTexts& texts, const GenerationResult& result);
Checkpoint selectCheckpoint(const Database& database, EditTexts& texts);

std::vector<GenerationRow> selectGenerations(const Database& database, std::int64_t run, std::uint32_t from);

/// Within a transaction: what the run starts from beside the original.
void insertSeeds(Database& database, std::int64_t run, const std::vector<EditList>& seeds);
std::vector<EditList> selectSeeds(const Database& database, std::int64_t run);

} // namespace gevo
