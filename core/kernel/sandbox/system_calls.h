#pragma once

/// The filters of system calls (libseccomp). Each stays for the life of the process and of whatever it starts.

#include "core/base/result.h"

namespace gevo::sandbox {

bool kernelFilters();
Result<void> filterNetwork();
/// `failOpening`: opening a file fails instead of killing the process.
Result<void> filterSystemCalls(bool failOpening);

} // namespace gevo::sandbox
