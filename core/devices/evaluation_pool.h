#pragma once

/// How the variants of a file are judged, which decides on the workers: those that replay its traces know nothing but the file, those that
/// run its program live need its folder and its owner's trust.

#include "core/store/store.h"
#include "core/values/original_report.h"
#include "core/workers/worker_pool.h"

namespace gevo {

/// Where the program of a file that is judged live lies; empty for one that is replayed. An error says that the file is not trusted, or
/// that the folder is not known.
Result<std::string> hostRunFolder(const Store& store, const Project& project);

/// The sentence of a file from elsewhere whose program would have to run.
Error untrustedError(const std::filesystem::path& file);

/// For workers that evaluate variants of the project. On GPUs it starts the process that runs each, where none does. Set the number of
/// workers before; 0 becomes one per core, or, where programs are judged live on GPUs, four for each of these: they take turns there, and
/// each has a context of its own.
Result<void> fitEvaluation(WorkerPoolSettings& settings, const Project& project, const EvaluationSettings& evaluation);

/// Variants that were timed by two different rules must not be compared, as those of a simulated GPU whose model has changed since: an
/// error says what the original of the run takes now and took then. On a device that measures it may take somewhat longer or shorter.
Result<void> checkTiming(const OriginalReport& now, const Fitness& then, std::int64_t run);

/// The user trusts the file and says where its program lies: remembered for this user. An error says what is not there.
Result<void> trustProgram(Store& store, const std::filesystem::path& folder);

/// What a user is asked before the program of a file runs for the first time.
struct TrustQuestion {
  std::filesystem::path folder; ///< where the program lies, beside the file; empty where it does not lie there
  std::string source;           ///< by which it is found
};
/// Nothing for a file that is replayed, or trusted with its folder known.
Result<std::optional<TrustQuestion>> trustQuestion(const std::filesystem::path& file);

/// A folder where the program of an untrusted file may lie: one of `places` that has its first source; empty where none has.
std::filesystem::path findProgram(const Project& project, const std::vector<std::filesystem::path>& places);

} // namespace gevo
