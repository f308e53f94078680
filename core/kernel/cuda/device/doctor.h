#pragma once

/// What `gevo doctor` says of CUDA: found, as a sentence, or an error that says what is missing and how to mend it.

#include "core/base/result.h"

namespace gevo::cuda {

Result<std::string> examineDriver();
Result<std::string> examineGpus();
Result<std::string> examineJitLink();
Result<std::string> examineNvml();

} // namespace gevo::cuda
