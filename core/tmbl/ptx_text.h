#pragma once

/// A population as PTX, the assembly language of NVIDIA's GPUs: no compiler stands between a program and the assembler (Lewis and Magoulas
/// 2011, section 4; PTX ISA 6.3).
///
/// Kernels take (inputs: column by column as Cases has them, targets, sums: three doubles for each individual and chunk, centre: double,
/// rows: u32, first: u32). A launch has as many blocks in x as individuals, in y as chunks, each of `lanes` threads. Block (i, c) evaluates
/// individual i on chunk c, so that all its threads run the same program, and writes its ErrorSums to place (first + i) * chunks + c.

#include "core/tmbl/code.h"

#include <string>

namespace gevo::tmbl {

/// How a block finds its program.
enum class Dispatch : std::uint8_t {
  BranchTable, ///< one kernel, which jumps by a table (brx.idx)
  Comparisons, ///< one kernel, which compares with each number in turn (Lewis and Magoulas 2011, Table 1, "Program choice")
  Entries      ///< a kernel for each individual, launched by itself with one block in x: least work for the assembler
};

struct PtxOptions {
  std::size_t stride = 0;           ///< of the columns (Cases::stride)
  std::uint32_t casesPerThread = 1; ///< evaluated side by side by each thread; changes no bit of a sum
  Dispatch dispatch = Dispatch::Entries;
};

/// Name of the kernel, or of that of an individual where each has one.
std::string kernelName(Dispatch dispatch, std::size_t individual);
/// A module of one or more individuals, of the first result of each.
std::string ptxModule(std::span<const Code> population, const PtxOptions& options);

} // namespace gevo::tmbl
