#pragma once

namespace gevo::worker {

/// One small job from module to PTX and simulated launch, so that LLVM and the C++ library initialise what they set up on first use
/// (tables of targets and passes, locales, arenas) before the worker locks itself down. Takes about 10 ms, most of which the first job
/// would have taken.
void warmUp();

} // namespace gevo::worker
