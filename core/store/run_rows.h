#pragma once

/// Runs, their status and their generations.

#include "core/store/individual_rows.h"
#include "core/store/rows.h"

namespace gevo {

/// Within a transaction.
void insertRun(Database& database, std::int64_t run, const RunSettings& settings, const std::string& device);
void updateStatus(Database& database, std::int64_t run, const RunStatus& status);
/// For a new writer: runs that seem to be going on were left by a writer that died.
void markInterrupted(Database& database);
/// A run that seems to be going on without a living writer is Interrupted.
std::vector<RunInfo> selectRuns(const Database& database, bool writerAlive);

/// Within a transaction: a complete generation. Its unfinished evaluations are removed.
void insertGeneration(Database& database, EditTexts& texts, const GenerationResult& result);
Checkpoint selectCheckpoint(const Database& database, EditTexts& texts);

std::vector<GenerationRow> selectGenerations(const Database& database, std::int64_t run, std::uint32_t from);

/// Within a transaction: edit lists that the run starts from, besides the original.
void insertSeeds(Database& database, std::int64_t run, const std::vector<EditList>& seeds);
std::vector<EditList> selectSeeds(const Database& database, std::int64_t run);

} // namespace gevo
