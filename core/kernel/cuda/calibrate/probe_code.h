#pragma once

/// PTX of the probes that measure a GPU. Every kernel has the parameters (u64 clocks, u64 data, u32 count, u32 a, u32 b); what it times
/// lies between two readings of the multiprocessor's clock, of which the first lane of each warp writes to clocks[2 * warp] and [2 * warp +
/// 1].

#include <string>
#include <string_view>
#include <vector>

namespace gevo::cuda {

/// Type of the value that is passed from one instruction to the next.
enum class ChainType : char { Word, Wide, Float, Double };

/// A loop, `count` times around, of instructions that each need the one before. Placeholders: {x} the value, {a} and {b} what the
/// parameters say, in the same type, {t}, {w} and {p} a word, a wide word and a predicate of
/// the chain's own, {m} and {s} addresses of global memory and of
/// shared memory as words, {n} a number that is unique in the kernel.
struct Chain {
  std::string_view name;
  ChainType type = ChainType::Word;
  std::string_view body;       ///< one link
  std::string_view setup = {}; ///< before the first, for each chain; {i} is its number
  std::string_view kept = {};  ///< after the last, where keeping the value alone lets the assembler remove parts of the links
};

/// Entry "gevo_probe_NAME_LINKSxCHAINS": independent chains of so many links per iteration.
std::string chainKernel(const Chain& chain, unsigned links, unsigned chains);
std::string chainKernelName(const Chain& chain, unsigned links, unsigned chains);

/// The probes that are not chains.
std::string_view otherKernels();

/// A module of these kernels.
std::string probeModule(const std::vector<std::string>& kernels);

} // namespace gevo::cuda
