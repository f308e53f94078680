#pragma once

namespace gevo::cuda {

/// Whether code that is neither libgevocudart's nor of a library that it needs may have run before main: initialisers of the program's
/// other libraries. Such code must run anew in each run.
bool runsEarlyCode();

} // namespace gevo::cuda
