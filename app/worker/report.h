#pragma once

/// What a worker prints: all of it goes to stderr, which the process that started it reads.

#include "core/base/result.h"

namespace gevo {

/// Prints the error; returns the exit code for it.
int reportFailure(const Error& error);

/// A line of progress: "compiling hotspot.cu".
void printStep(const std::string& step);

} // namespace gevo
