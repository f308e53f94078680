#pragma once

namespace gevo::cuda {

/// Whether libraries of the program, other than those that libgevocudart needs too, run code before main or after its end. Such code must
/// run anew in each run.
bool librariesRunCode();

} // namespace gevo::cuda
