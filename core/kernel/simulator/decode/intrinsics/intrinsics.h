#pragma once

/// Intrinsics of LLVM and NVVM, by subject. Each function is false where it does not know the intrinsic.

#include "core/kernel/simulator/decode/frame_slots.h"
#include "core/kernel/simulator/lanes/lanes.h"

#include <llvm/IR/Instructions.h>

namespace gevo::sim {

struct DecoderParts;
struct NvvmName;

bool decodeIntrinsic(DecoderParts& parts, const llvm::CallInst& instruction);
void perScalar(DecoderParts& parts, const llvm::CallInst& instruction, LaneFamily family, Cost cost, unsigned operands);
bool decodeLaneIntrinsic(DecoderParts& parts, const llvm::CallInst& instruction);
bool decodeThreeWay(DecoderParts& parts, const llvm::CallInst& instruction);
bool decodeIsClass(DecoderParts& parts, const llvm::CallInst& instruction);
bool decodeSaturatingConversion(DecoderParts& parts, const llvm::CallInst& instruction);
bool decodeReduction(DecoderParts& parts, const llvm::CallInst& instruction);
bool decodeNvvmAtomic(DecoderParts& parts, const llvm::CallInst& instruction);
Slot flushSubnormal(DecoderParts& parts, ScalarType type, Slot value);
void finishFloat(DecoderParts& parts, const NvvmName& name, ScalarType type, Slot value);
bool decodeNvvmMath(DecoderParts& parts, const llvm::CallInst& instruction);
void roundToInteger(DecoderParts& parts, const llvm::CallInst& instruction, const NvvmName& name, bool isSigned);
void roundToFloat(DecoderParts& parts, const llvm::CallInst& instruction, int rounding, bool isSigned);
bool roundToSmall(DecoderParts& parts, const llvm::CallInst& instruction, const NvvmName& name, ScalarType type);
bool decodeNvvmConversion(DecoderParts& parts, const llvm::CallInst& instruction);
bool decodeNvvmInteger(DecoderParts& parts, const llvm::CallInst& instruction);
void dotProduct(DecoderParts& parts, const llvm::CallInst& instruction, bool firstSigned, bool secondSigned);
void findLeadingOne(DecoderParts& parts, const llvm::CallInst& instruction, bool isSigned);
void clampedFunnel(DecoderParts& parts, const llvm::CallInst& instruction, bool left);
bool decodeTexture(DecoderParts& parts, const llvm::CallInst& instruction);
bool decodeSpecialRegister(DecoderParts& parts, const llvm::CallInst& instruction);
bool decodeBarrier(DecoderParts& parts, const llvm::CallInst& instruction);
bool decodeCrossLane(DecoderParts& parts, const llvm::CallInst& instruction);
bool decodeNvvmOther(DecoderParts& parts, const llvm::CallInst& instruction);

} // namespace gevo::sim
