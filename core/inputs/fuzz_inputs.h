#pragma once

/// Inputs that nobody gave: which command lines make them, and those that a file keeps for the trials of its runs.

#include "core/devices/job_options.h"
#include "core/store/store.h"

namespace gevo {

/// The lines that make inputs: those given for it, else the held-out ones that take values.
std::vector<std::string> fuzzLines(const BuildSettings& build);

/// As many command lines as asked for, from the lines in turn, none of them in `used`; fewer where the lines have no more values.
std::vector<std::string> drawInputLines(const std::vector<std::string>& lines, std::vector<std::string> used, std::size_t count);

/// Those of the file, the cheapest first. Where it has none yet they are recorded, all at once, and added: a file keeps the same ones, so
/// that its runs can be repeated. More are drawn than it keeps, which are first those that reach code that the tests don't. None where no
/// line makes inputs; an error where the program can't be run here. `coverage`: what is known of the file's tests.
Result<std::vector<FuzzInput>> fuzzInputsOf(Store& store, const BuildSettings& build, const ProgramCoverage& coverage,
                                            const JobOptions& job);

} // namespace gevo
