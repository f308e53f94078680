#pragma once

namespace gevo::worker {

/// One harmless job from module to PTX and simulated launch, so that whatever LLVM and the C++ library set up on first use (tables
/// of targets and passes, locales, arenas) is there before the worker gives up the means to set it up. About 10 ms, most of which
/// the first job would have taken.
void warmUp();

} // namespace gevo::worker
