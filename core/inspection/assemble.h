#pragma once

/// Runs ptxas on PTX, for exports. It has its own worker, because those that handle modules may not start programs.

#include "core/base/result.h"
#include "core/values/exported_code.h"

namespace gevo {

/// `workerProgram`: path of gevo-worker; empty: beside the running program. An error if ptxas rejects the PTX.
Result<AssembledCode> assemblePtx(const ExportedCode& ptx, const std::string& workerProgram = {});

} // namespace gevo
