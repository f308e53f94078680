#include "core/kernel/simulator/decode/function_decoder.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>

namespace gevo::sim {

namespace {

constexpr std::uint32_t mostLocalBytes = 512 << 10;

std::optional<AtomicKind> atomicKind(llvm::AtomicRMWInst::BinOp operation) {
  using A = llvm::AtomicRMWInst;
  switch (operation) {
  case A::Xchg:
    return AtomicKind::Exchange;
  case A::Add:
    return AtomicKind::Add;
  case A::Sub:
    return AtomicKind::Sub;
  case A::And:
    return AtomicKind::And;
  case A::Or:
    return AtomicKind::Or;
  case A::Xor:
    return AtomicKind::Xor;
  case A::Nand:
    return AtomicKind::Nand;
  case A::Max:
    return AtomicKind::Max;
  case A::Min:
    return AtomicKind::Min;
  case A::UMax:
    return AtomicKind::UMax;
  case A::UMin:
    return AtomicKind::UMin;
  case A::FAdd:
    return AtomicKind::FAdd;
  case A::FSub:
    return AtomicKind::FSub;
  case A::FMax:
    return AtomicKind::FMax;
  case A::FMin:
    return AtomicKind::FMin;
  case A::UIncWrap:
    return AtomicKind::UInc;
  case A::UDecWrap:
    return AtomicKind::UDec;
  default:
    return std::nullopt;
  }
}

AtomicFloat numberOf(ScalarType type, bool isPair) {
  if (type.bits != 16) return type.cell == CellKind::Double ? AtomicFloat::Double : AtomicFloat::Single;
  if (isPair) return type.brain ? AtomicFloat::BrainPair : AtomicFloat::HalfPair;
  return type.brain ? AtomicFloat::Brain : AtomicFloat::Half;
}

bool isWord(const Access& access) { return access.bytes == 4 && access.parts.size() == 1 && access.parts[0].bytes == 4; }

} // namespace

void FunctionDecoder::decodeAddress(const llvm::GetElementPtrInst& instruction) {
  emitter_.countInstruction();
  llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variable;
  llvm::APInt constantOffset(64, 0);
  if (!instruction.getType()->isPointerTy() ||
      !llvm::cast<llvm::GEPOperator>(instruction).collectOffset(function_.layout, 64, variable, constantOffset))
    return function_.unsupported(instruction, "an address computation that the simulated GPU does not know");
  Slot base = values_.slotOf(instruction.getPointerOperand());
  const auto offset = static_cast<std::int64_t>(constantOffset.getZExtValue());
  if (variable.empty() && offset == 0) return values_.alias(instruction, {base});
  const CostTable& costs = function_.kernel.model.costs;
  const Slot result = values_.define(instruction).front();
  if (function_.failed()) return;
  std::size_t left = variable.size() + (offset != 0 ? 1 : 0);
  auto target = [&] { return --left == 0 ? result : frame_.temporary(wideType); };
  for (const auto& [index, scaleBits] : variable) {
    const bool isFolded = extensions_.contains(index);
    const ScalarType type = isFolded ? wordType : types_.scalarOf(index);
    Slot slot = values_.slotOf(index);
    std::uint64_t scale = scaleBits.getZExtValue();
    unsigned form = type.cell == CellKind::Double ? 2 : isFolded && !extensions_.isSigned(index) ? 1 : 0;
    if (type.bits < (type.cell == CellKind::Double ? 64 : 32)) {
      const Slot extended = frame_.temporary(wideType);
      resize(type, wideType, slot, extended, true);
      slot = extended;
      form = 2;
    }
    if (scale > 0xffffffffULL) {
      const Slot product = frame_.temporary(wideType);
      if (form != 2) {
        const Slot extended = frame_.temporary(wideType);
        resize(wordType, wideType, slot, extended, form == 0);
        slot = extended;
      }
      emitter_.emit(LaneFamily::Mul, 1, wideType, product, {slot, frame_.constant(CellKind::Double, scale)}, costs.wideMultiply);
      slot = product;
      form = 2;
      scale = 1;
    }
    const Slot next = target();
    emitter_.emit(LaneFamily::Address, form, wideType, next, {base, slot}, costs.address).extra = static_cast<std::uint32_t>(scale);
    base = next;
  }
  if (offset == 0) return;
  // A constant offset rides in the load or store itself.
  if (offset == static_cast<std::int32_t>(offset))
    emitter_.emit(LaneFamily::AddressOffset, 0, wideType, target(), {base}, costs.free).extra = static_cast<std::uint32_t>(offset);
  else
    emitter_.emit(LaneFamily::Add, 1, wideType, target(), {base, frame_.constant(CellKind::Double, static_cast<std::uint64_t>(offset))},
                  costs.free);
}

Cost FunctionDecoder::accessCost(unsigned space, const llvm::Value* address) const {
  const Model& model = function_.kernel.model;
  // Most generic pointers to shared memory show it: the cast is in front of the address computation.
  const llvm::Value* base = address->stripInBoundsOffsets();
  for (int i = 0; i < 8; ++i) {
    const llvm::Value* next = base->stripPointerCasts();
    if (const auto* computation = llvm::dyn_cast<llvm::GEPOperator>(next)) next = computation->getPointerOperand();
    if (next == base) break;
    base = next;
  }
  if (base->getType()->isPointerTy() && base->getType()->getPointerAddressSpace() != generic)
    space = base->getType()->getPointerAddressSpace();
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(base); argument && argument->hasByValAttr()) space = parameter;
  const double latency = space == shared ? model.sharedLatency : space == parameter ? model.costs.arithmetic.latency : model.cacheLatency;
  return {1, static_cast<float>(latency)};
}

void FunctionDecoder::setWatch(Access& access, const llvm::Value* address) const {
  access.isWord = isWord(access);
  if (access.isWord) access.watch = addressCache_.numberOf(address);
}

void FunctionDecoder::emitLoad(const llvm::Instruction& instruction, const llvm::Value* address, std::uint64_t alignment) {
  emitter_.countInstruction();
  const ScalarFields& fields = types_.fieldsOf(instruction.getType());
  const Slot from = values_.slotOf(address);
  const Slots& results = values_.define(instruction);
  if (function_.failed()) return;
  Access access;
  access.space = static_cast<std::uint8_t>(address->getType()->getPointerAddressSpace());
  access.alignment = static_cast<std::uint32_t>(std::min<std::uint64_t>(alignment, 16));
  access.bytes = static_cast<std::uint32_t>(function_.layout.getTypeStoreSize(instruction.getType()).getFixedValue());
  std::vector<std::pair<Slot, Slot>> masks;
  llvm::SmallVector<Slot, 4> written;
  bool keep = false;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const bool isMask = fields[i].type.cell == CellKind::Mask;
    const Slot target = isMask ? frame_.temporary(wordType) : results[i];
    if (isMask) masks.emplace_back(results[i], target);
    keep |= frame_.outlivesBlock(target);
    written.push_back(target);
    access.parts.push_back(
        {target, static_cast<std::uint16_t>(fields[i].offset), fields[i].bytes, isMask ? CellKind::Word : fields[i].type.cell});
  }
  setWatch(access, address);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) access.polls = load->isVolatile() || load->isAtomic();
  Op op;
  op.kind = OpKind::Load;
  op.a = from;
  op.extra = static_cast<std::uint32_t>(function_.code.accesses.size());
  op.keepInactive = keep;
  if (function_.kernel.undefined.contains(&instruction)) {
    const Slots& unwritten = undefined_[&instruction] = newMasks(fields.size());
    access.undefined.assign(unwritten.begin(), unwritten.end());
  }
  emitter_.emitOp(op, std::span(&from, 1), written, accessCost(access.space, address));
  emitter_.markLoad(op.extra);
  function_.code.accesses.push_back(std::move(access));
  for (const auto& [result, target] : masks) resize(wordType, maskType, target, result, false);
}

void FunctionDecoder::decodeLoad(const llvm::LoadInst& instruction) {
  emitLoad(instruction, instruction.getPointerOperand(), instruction.getAlign().value());
}

void FunctionDecoder::decodeStore(const llvm::StoreInst& instruction) {
  emitter_.countInstruction();
  const llvm::Value* value = instruction.getValueOperand();
  const ScalarFields& fields = types_.fieldsOf(value->getType());
  const Slots& sources = values_.slotsOf(value);
  const Slot to = values_.slotOf(instruction.getPointerOperand());
  if (fields.empty()) return function_.unsupported(instruction, "a type that the simulated GPU can't hold");
  if (function_.failed()) return;
  Access access;
  access.space = static_cast<std::uint8_t>(instruction.getPointerAddressSpace());
  access.alignment = static_cast<std::uint32_t>(std::min<std::uint64_t>(instruction.getAlign().value(), 16));
  access.bytes = static_cast<std::uint32_t>(function_.layout.getTypeStoreSize(value->getType()).getFixedValue());
  llvm::SmallVector<Slot, 4> read{to};
  for (std::size_t i = 0; i < fields.size(); ++i) {
    Slot source = sources[i];
    CellKind cell = fields[i].type.cell;
    if (cell == CellKind::Mask) {
      source = frame_.temporary(wordType);
      resize(maskType, wordType, sources[i], source, false);
      cell = CellKind::Word;
    }
    read.push_back(source);
    access.parts.push_back({source, static_cast<std::uint16_t>(fields[i].offset), fields[i].bytes, cell});
  }
  setWatch(access, instruction.getPointerOperand());
  Op op;
  op.kind = OpKind::Store;
  op.a = to;
  op.extra = static_cast<std::uint32_t>(function_.code.accesses.size());
  function_.code.accesses.push_back(std::move(access));
  emitter_.emitOp(op, read, {}, {1, 1});
}

void FunctionDecoder::decodeAtomic(const llvm::AtomicRMWInst& instruction) {
  emitter_.countInstruction();
  const auto kind = atomicKind(instruction.getOperation());
  if (!kind) return function_.unsupported(instruction, "an atomic operation that the simulated GPU does not know");
  emitAtomic(instruction, *kind, instruction.getPointerOperand(), instruction.getValOperand());
}

void FunctionDecoder::emitAtomic(const llvm::Instruction& instruction, AtomicKind kind, const llvm::Value* address,
                                 const llvm::Value* operand) {
  const ScalarFields& fields = types_.fieldsOf(instruction.getType());
  const bool isPair = fields.size() == 2 && fields[0].type.floating && fields[0].type.bits == 16; // one access to a word
  if ((fields.size() != 1 && !isPair) || fields[0].type.bits < 8)
    return function_.unsupported(instruction, "an atomic operation that the simulated GPU does not know");
  const Slots& values = values_.slotsOf(operand);
  const Slot place = values_.slotOf(address);
  const Slots& results = values_.define(instruction);
  if (function_.failed()) return;
  const ScalarType type = isPair ? wordType : fields[0].type;
  const Slot value = isPair ? frame_.temporary(wordType) : values[0];
  const Slot result = isPair ? frame_.temporary(wordType) : results[0];
  const Cost free = function_.kernel.model.costs.free;
  if (isPair) emitter_.emit(LaneFamily::JoinHalves, 0, wordType, value, {values[0], values[1]}, free);
  Access access;
  access.space = static_cast<std::uint8_t>(address->getType()->getPointerAddressSpace());
  access.bits = type.bits;
  access.bytes = type.bits / 8;
  access.alignment = access.bytes;
  access.number = numberOf(fields[0].type, isPair);
  access.atomic = kind;
  access.parts.push_back({value, 0, static_cast<std::uint8_t>(access.bytes), type.cell});
  Op& op = emitter_.emitKind(OpKind::Atomic, result, type.cell, {place, value}, {result},
                             {1, static_cast<float>(accessCost(access.space, address).latency)});
  op.extra = static_cast<std::uint32_t>(function_.code.accesses.size());
  function_.code.accesses.push_back(std::move(access));
  emitter_.markLoad(op.extra);
  if (!isPair) return;
  emitter_.emit(LaneFamily::Narrow, 0, fields[0].type, results[0], {result}, free);
  emitter_.emit(LaneFamily::UpperHalf, 0, fields[1].type, results[1], {result}, free);
}

void FunctionDecoder::decodeCompareExchange(const llvm::AtomicCmpXchgInst& instruction) {
  emitter_.countInstruction();
  const ScalarFields& fields = types_.fieldsOf(instruction.getCompareOperand()->getType());
  if (fields.size() != 1 || fields[0].type.bits < 8)
    return function_.unsupported(instruction, "an atomic operation that the simulated GPU does not know");
  const Slots& results = values_.define(instruction); // old value, i1
  if (function_.failed()) return;
  emitCompareExchange(instruction.getPointerOperand(), instruction.getCompareOperand(), instruction.getNewValOperand(), results[0],
                      results[1]);
}

void FunctionDecoder::emitCompareExchange(const llvm::Value* address, const llvm::Value* expectedValue, const llvm::Value* desiredValue,
                                          Slot old, Slot success) {
  const ScalarFields& fields = types_.fieldsOf(expectedValue->getType());
  const Slot expected = values_.slotOf(expectedValue);
  const Slot desired = values_.slotOf(desiredValue);
  const Slot place = values_.slotOf(address);
  if (function_.failed()) return;
  Access access;
  access.space = static_cast<std::uint8_t>(address->getType()->getPointerAddressSpace());
  access.bytes = fields[0].bytes;
  access.alignment = access.bytes;
  access.bits = fields[0].type.bits;
  access.success = success;
  access.parts.push_back({expected, 0, fields[0].bytes, fields[0].type.cell});
  Op& op = emitter_.emitKind(OpKind::CompareExchange, old, fields[0].type.cell, {place, expected, desired}, {old, success},
                             {1, static_cast<float>(accessCost(access.space, address).latency)});
  op.extra = static_cast<std::uint32_t>(function_.code.accesses.size());
  function_.code.accesses.push_back(std::move(access));
  emitter_.markLoad(op.extra);
}

/// llvm.nvvm.atomic.add.gen.i.cta and its like: as everywhere on this device, whatever the scope.
bool FunctionDecoder::decodeNvvmAtomic(const llvm::CallInst& instruction) {
  llvm::StringRef name = instruction.getCalledFunction()->getName();
  if (!name.consume_front("llvm.nvvm.atomic.")) return false;
  const auto [operation, rest] = name.split('.');
  if (!rest.starts_with("gen.")) return false;
  if (operation == "cas") {
    emitter_.countInstruction();
    const ScalarFields& fields = types_.fieldsOf(instruction.getType());
    if (fields.size() != 1 || fields[0].type.bits < 8) return false;
    const Slot old = values_.define(instruction).front();
    if (!function_.failed())
      emitCompareExchange(instruction.getArgOperand(0), instruction.getArgOperand(1), instruction.getArgOperand(2), old,
                          frame_.temporary(maskType));
    return true;
  }
  const bool floating = rest.starts_with("gen.f");
  const auto kind = llvm::StringSwitch<std::optional<AtomicKind>>(operation)
                        .Case("add", floating ? AtomicKind::FAdd : AtomicKind::Add)
                        .Case("exch", AtomicKind::Exchange)
                        .Case("max", AtomicKind::Max)
                        .Case("min", AtomicKind::Min)
                        .Case("inc", AtomicKind::UInc)
                        .Case("dec", AtomicKind::UDec)
                        .Case("and", AtomicKind::And)
                        .Case("or", AtomicKind::Or)
                        .Case("xor", AtomicKind::Xor)
                        .Default(std::nullopt);
  if (!kind) return false;
  emitter_.countInstruction();
  emitAtomic(instruction, *kind, instruction.getArgOperand(0), instruction.getArgOperand(1));
  return true;
}

/// Offset of so many bytes of the function's own part of local memory.
std::uint32_t FunctionDecoder::reserveLocal(std::uint64_t bytes, std::uint64_t wanted) {
  const auto alignment = static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, 256));
  const std::uint32_t offset = (function_.code.localBytes + alignment - 1) / alignment * alignment;
  function_.code.localBytes = offset + static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, mostLocalBytes));
  if (function_.code.localBytes > mostLocalBytes) function_.unsupported(*function_.current, "more than 512 KiB of local memory a thread");
  return offset;
}

void FunctionDecoder::decodeAlloca(const llvm::AllocaInst& instruction) {
  emitter_.countInstruction();
  const auto size = instruction.getAllocationSize(function_.layout);
  if (!size || size->isScalable() || size->getFixedValue() > mostLocalBytes)
    return function_.unsupported(instruction, "local memory whose size is not known beforehand, or above 512 KiB a thread");
  const std::uint32_t offset = reserveLocal(size->getFixedValue(), instruction.getAlign().value());
  const Slot base = frame_.special(SpecialRegister::LocalBase);
  const Slot result = values_.define(instruction).front();
  emitter_.emit(LaneFamily::AddressOffset, 0, wideType, result, {base}, function_.kernel.model.costs.free).extra = offset;
}

void FunctionDecoder::decodeMemoryIntrinsic(const llvm::MemIntrinsic& instruction) {
  emitter_.countInstruction();
  const Slot to = values_.slotOf(instruction.getRawDest());
  const Slot length = values_.slotOf(instruction.getLength());
  const Slot from = values_.slotOf(instruction.getArgOperand(1));
  if (function_.failed()) return;
  const bool isSet = llvm::isa<llvm::MemSetInst>(instruction);
  const ScalarType lengthType = types_.scalarOf(instruction.getLength());
  Access access;
  access.space = static_cast<std::uint8_t>(instruction.getDestAddressSpace());
  access.bits = lengthType.bits;
  Op& op = emitter_.emitKind(isSet ? OpKind::SetMemory : OpKind::CopyMemory, 0, lengthType.cell, {to, from, length}, {},
                             {4, static_cast<float>(function_.kernel.model.cacheLatency)});
  op.keepInactive = false;
  op.extra = static_cast<std::uint32_t>(function_.code.accesses.size());
  function_.code.accesses.push_back(std::move(access));
}

} // namespace gevo::sim
