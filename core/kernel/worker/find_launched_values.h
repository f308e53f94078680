#pragma once

/// What variants may be specialised for, and may promise, by the launches of recorded tests.

#include "core/base/result.h"
#include "core/kernel/operators/launched_values.h"
#include "core/values/project.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace gevo::worker {

/// Values are those of tests with the role Test, the first eight that differ. `module` has the kernels.
Result<ir::LaunchedValues> findLaunchedValues(const llvm::Module& module, const std::vector<TestCase>& tests);

/// Kernels of the variant with a branch for values that these launches, of one test, did not all have: the other branch was tested. By the
/// names that they have in the module.
std::vector<std::string> kernelsNotSpecial(const llvm::Module& variant, const ir::LaunchedValues& launched);

/// One sentence: what the variant promises of launches, and these do not keep. Empty: they keep to all of it.
std::string brokenRestriction(const llvm::Module& variant, const ir::LaunchedValues& launched);

} // namespace gevo::worker
