#pragma once

/// What each launch of a trace overwrites, whatever it holds. A variant whose launch leaves some of it as it was shows what an earlier
/// launch or the host has put there, which is right only as long as the tests put the right thing there.

#include "core/kernel/simulator/machine/memory_image.h"
#include "core/kernel/simulator/simulator.h"
#include "core/kernel/trace/trace.h"

#include <span>

namespace gevo::program {

/// By launch, in order of address. Of each kernel the first two and the last two launches are looked at, as long as a trace's memory is
/// small; empty for others, and where the original can't be replayed.
using Overwritten = std::vector<std::vector<sim::MemoryRange>>;

/// `simulator` has the original's kernels. Found by trying: a launch writes what is new afterwards, and gives the same results with
/// something else there before. What is not decided after some repetitions of a launch counts as read.
Overwritten findOverwritten(const Trace& trace, sim::Simulator& simulator);
/// What that takes at most, as a multiple of one replay.
double mostReplays(const Trace& trace, std::span<const std::uint64_t> launchWarpInstructions);

/// Fills the ranges with bytes that are no result: not a number as floats, hardly one as integers.
void poison(sim::GlobalMemory& memory, const std::vector<sim::MemoryRange>& ranges);
/// The first byte of a copy from `address` that still holds it: nobody has written it. `expected` is what the original delivers.
std::optional<std::size_t> findPoison(std::uint64_t address, ByteView got, ByteView expected);

} // namespace gevo::program
