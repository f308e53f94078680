#pragma once

namespace gevo::cuda {

/// Whether libraries of the program, other than those that libgevocudart needs too, run code before main or after its end. Such code must
/// run anew in each run. DT_INIT and DT_FINI are not looked at: nearly every library has them from its compiler, mostly empty.
bool librariesRunCode();

} // namespace gevo::cuda
