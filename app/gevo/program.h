#pragma once

/// What `main` of gevo and of gevo-mpi has around its work.

namespace gevo {

/// Returns the exit code of `execute`, or 1 with a message where it throws. Temporary files go when a signal ends the process.
int runProgram(const char* name, int (*execute)(int argc, char** argv), int argc, char** argv);

} // namespace gevo
