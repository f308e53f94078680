#pragma once

namespace gevo {

/// Gives this process its part of the cores that the processes on this machine may use: all of them, if it is the only one. mpirun binds
/// a process to one core or a few, which its workers would have to share.
void takeCores(unsigned rankHere, unsigned sizeHere);

} // namespace gevo
