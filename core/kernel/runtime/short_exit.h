#pragma once

namespace gevo::cuda {

/// Begins to note with which status the process exits. Call it when the program's own code has begun.
void noteExitStatus();

/// At the exit of a forked process, when the program's own code has ended: ends it without the destructors of LLVM and what else only we
/// need, which take as long as a short run. Does nothing in other processes.
void exitShortly();

} // namespace gevo::cuda
