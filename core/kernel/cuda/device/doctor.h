#pragma once

/// Findings of `gevo doctor` about CUDA: a description, or an error that says what is missing and what helps.

#include "core/base/result.h"

namespace gevo::cuda {

Result<std::string> examineDriver();
Result<std::string> examineGpus();
Result<std::string> examineJitLink();
Result<std::string> examineNvml();

} // namespace gevo::cuda
