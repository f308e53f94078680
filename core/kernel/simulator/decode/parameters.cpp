#include "core/kernel/simulator/decode/parameters.h"

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/local_memory.h"
#include "core/kernel/simulator/decode/instructions/memory.h"

#include <algorithm>

namespace gevo::sim {

namespace {

/// The next parameter of a kernel: at the next multiple of its alignment.
void addKernelParameter(KernelCode& kernel, const llvm::Argument& argument, const llvm::DataLayout& layout, const Slots& slots,
                        const ScalarFields& fields) {
  const bool byValue = argument.hasByValAttr();
  llvm::Type* type = byValue ? argument.getParamByValType() : argument.getType();
  std::uint64_t alignment = layout.getABITypeAlign(type).value();
  if (byValue) alignment = std::max(alignment, argument.getParamAlign().valueOrOne().value());
  const std::uint64_t offset = (kernel.parameterBytes + alignment - 1) / alignment * alignment;
  const auto bytes = static_cast<std::uint32_t>(layout.getTypeAllocSize(type).getFixedValue());
  ParameterCode parameter{static_cast<std::uint32_t>(offset), bytes, byValue, {}};
  for (std::size_t i = 0; i < fields.size(); ++i)
    parameter.parts.push_back({slots[i], static_cast<std::uint16_t>(fields[i].offset), fields[i].bytes, fields[i].type.cell});
  kernel.parameters.push_back(std::move(parameter));
  kernel.parameterBytes = static_cast<std::uint32_t>(offset + bytes);
}

} // namespace

void decodeParameters(DecoderParts& parts, KernelCode* kernel) {
  const llvm::Function& function = parts.function.function;
  std::vector<Slot>& parameters = parts.function.code.parameters;
  for (const llvm::Argument& argument : function.args()) {
    const ScalarFields& fields = parts.types.fieldsOf(argument.getType());
    if (fields.empty() && !argument.getType()->isEmptyTy())
      return parts.function.unsupported(*function.getEntryBlock().begin(), "a parameter of an unsupported type");
    Slots slots;
    for (const ScalarField& field : fields) slots.push_back(parts.frame.allocate(field.type));
    parameters.insert(parameters.end(), slots.begin(), slots.end());
    if (kernel) addKernelParameter(*kernel, argument, parts.function.layout, slots, fields);
    parts.values.assign(&argument, std::move(slots));
  }
  for (const llvm::Argument& argument : function.args())
    if (parts.function.kernel.undefined.contains(&argument)) {
      const Slots& masks = parts.undefined.create(&argument, parts.types.fieldsOf(argument.getType()).size());
      parameters.insert(parameters.end(), masks.begin(), masks.end());
    }
}

void copyStructures(DecoderParts& parts) {
  if (parts.function.isKernel()) return;
  const llvm::Function& function = parts.function.function;
  parts.function.current = &function.getEntryBlock().front();
  for (const llvm::Argument& argument : function.args()) {
    if (!argument.hasByValAttr()) continue;
    const std::uint64_t bytes = parts.function.layout.getTypeAllocSize(argument.getParamByValType()).getFixedValue();
    const std::uint32_t offset = reserveLocal(parts, bytes, argument.getParamAlign().valueOrOne().value());
    const Slot given = parts.values.slotOf(&argument);
    const Slot own = parts.frame.allocate(wideType);
    parts.emitter.emit(LaneFamily::AddressOffset, 0, wideType, own, {parts.frame.special(SpecialRegister::LocalBase)}, parts.costs.free)
        .extra = offset;
    Op& op = parts.emitter.emitKind(OpKind::CopyMemory, 0, CellKind::Double, {own, given, parts.frame.constant(CellKind::Double, bytes)},
                                    {}, {4, static_cast<float>(parts.function.kernel.model.cacheLatency)});
    op.keepInactive = false;
    op.extra = addAccess(parts, {});
    parts.values.assign(&argument, {own});
  }
}

} // namespace gevo::sim
