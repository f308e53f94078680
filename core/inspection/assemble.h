#pragma once

/// ptxas on PTX, for exports. It has a worker of its own: those that handle modules can't start programs.

#include "core/base/result.h"
#include "core/values/exported_code.h"

namespace gevo {

/// `workerProgram`: path of gevo-worker; empty: beside the running program. An error where ptxas rejects the PTX.
Result<AssembledCode> assemblePtx(const ExportedCode& ptx, const std::string& workerProgram = {});

} // namespace gevo
