#pragma once

/// PTX's special registers: a thread's indices, the sizes of block and grid (PTX ISA, Special Registers).

#include "core/kernel/simulator/execute/launch_context.h"
#include "core/kernel/simulator/execute/thread_block.h"

namespace gevo::sim {

class SpecialRegisters {
public:
  SpecialRegisters(const LaunchContext& context, const ThreadBlock& block) : context_(context), block_(block) {}

  /// Fills those that the frame's function uses.
  void fill(const Warp& warp, const CallFrame& frame) const;
  /// Fills only the block indices, which change from block to block.
  void fillBlockIndex(const Warp& warp, const CodeFunction& function) const;

private:
  void fillAll(const Warp& warp, const SpecialUse& use) const;
  std::uint32_t value(SpecialRegister which, const Warp& warp, unsigned lane) const;

  const LaunchContext& context_;
  const ThreadBlock& block_;
};

} // namespace gevo::sim
