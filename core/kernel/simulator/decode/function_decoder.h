#pragma once

/// Decodes one function: its parts (decoder_parts.h) do the work, in the order given here.

#include "core/kernel/simulator/decode/block_shares.h"
#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instruction_costs.h"

namespace gevo::sim {

class FunctionDecoder {
public:
  FunctionDecoder(KernelContext& kernel, const llvm::Function& function)
      : parts_(kernel, function), costs_(function, parts_.function.code.costs), shares_(parts_.function.code.shares) {}

  /// To be called once. `kernel` gets the parameters of the function if it is the kernel itself, else it is null.
  Result<CodeFunction> run(KernelCode* kernel);

private:
  void decodeBlock(const llvm::BasicBlock& block);
  void decodeInstruction(const llvm::Instruction& instruction);
  void hoist(const llvm::Instruction& instruction, const Hoisted& kind, std::uint32_t block, std::size_t firstOperation);
  void followUndefined(const llvm::Instruction& instruction);

  DecoderParts parts_;
  InstructionCosts costs_;
  BlockShares shares_;
};

} // namespace gevo::sim
