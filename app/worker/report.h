#pragma once

/// What a worker prints, all of it to stderr, which whoever started it reads.

#include "core/base/result.h"

namespace gevo {

/// The exit code that belongs to it.
int reportFailure(const Error& error);

/// A line of progress: "compiling hotspot.cu".
void printStep(const std::string& step);

} // namespace gevo
