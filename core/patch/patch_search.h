#pragma once

/// Writes a variant's edits as a change of the program's sources, and proves it.
///
/// Debug information names the pieces of source that an edit changed, and the syntax says what can be done there: each edit has candidate
/// rewrites. They are compiled with the program's own flags, one edit after the other, each together with those that were written before.
/// A candidate whose optimised code is that of the edits says exactly what they do. Another one counts if it passes the tests with the same
/// error, and is as fast.
///
/// The authors of Liou et al. 2022 did this by hand for one variant (VI, Fig. 9).

#include "core/devices/job_options.h"
#include "core/store/store.h"
#include "core/values/source_patch.h"

namespace gevo {

/// Of the edits of the variant that matter on its tests. Blocks while it compiles and evaluates. A variant that can't be
/// written is an illustration with a reason. An error means that it could not be tried: clang, the toolkit or the sources are missing.
Result<SourcePatch> findPatch(const Store& store, const RunInfo& run, const Individual& variant, const JobOptions& settings);

/// How far these texts of sources, of a patch by hand say, are the variant. `edits` and `changes` of the result are empty.
Result<SourcePatch> checkPatch(const Store& store, const RunInfo& run, const Individual& variant, std::vector<SourceFile> changed,
                               const JobOptions& settings);

} // namespace gevo
