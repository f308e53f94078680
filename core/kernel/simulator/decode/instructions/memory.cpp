#include "core/kernel/simulator/decode/function_decoder.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>

namespace gevo::sim {

namespace {

constexpr ScalarType word{CellKind::Word, 32, false};
constexpr ScalarType pointer{CellKind::Double, 64, false};
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
  ++block_->instructions;
  llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variable;
  llvm::APInt constantOffset(64, 0);
  if (!instruction.getType()->isPointerTy() ||
      !llvm::cast<llvm::GEPOperator>(instruction).collectOffset(layout_, 64, variable, constantOffset))
    return unsupported(instruction, "an address computation that the simulated GPU does not know");
  Slot base = slotOf(instruction.getPointerOperand());
  const auto offset = static_cast<std::int64_t>(constantOffset.getZExtValue());
  if (variable.empty() && offset == 0) return alias(instruction, {base});
  const CostTable& costs = context_.model.costs;
  const Slot result = define(instruction).front();
  if (error_) return;
  std::size_t left = variable.size() + (offset != 0 ? 1 : 0);
  auto target = [&] { return --left == 0 ? result : temporary(pointer); };
  for (const auto& [index, scaleBits] : variable) {
    const auto folded = foldedExtension_.find(index);
    const ScalarType type = folded != foldedExtension_.end() ? word : scalarOf(index);
    Slot slot = slotOf(index);
    std::uint64_t scale = scaleBits.getZExtValue();
    unsigned form = type.cell == CellKind::Double ? 2 : folded != foldedExtension_.end() && !folded->second ? 1 : 0;
    if (type.bits < (type.cell == CellKind::Double ? 64 : 32)) {
      const Slot extended = temporary(pointer);
      resize(type, pointer, slot, extended, true);
      slot = extended;
      form = 2;
    }
    if (scale > 0xffffffffULL) {
      const Slot product = temporary(pointer);
      if (form != 2) {
        const Slot extended = temporary(pointer);
        resize(word, pointer, slot, extended, form == 0);
        slot = extended;
      }
      emit(LaneFamily::Mul, 1, pointer, product, {slot, constantSlot(CellKind::Double, scale)}, costs.wideMultiply);
      slot = product;
      form = 2;
      scale = 1;
    }
    const Slot next = target();
    emit(LaneFamily::Address, form, pointer, next, {base, slot}, costs.address).extra = static_cast<std::uint32_t>(scale);
    base = next;
  }
  if (offset == 0) return;
  // A constant offset rides in the load or store itself.
  if (offset == static_cast<std::int32_t>(offset))
    emit(LaneFamily::AddressOffset, 0, pointer, target(), {base}, costs.free).extra = static_cast<std::uint32_t>(offset);
  else
    emit(LaneFamily::Add, 1, pointer, target(), {base, constantSlot(CellKind::Double, static_cast<std::uint64_t>(offset))}, costs.free);
}

Cost FunctionDecoder::accessCost(unsigned space, const llvm::Value* address) const {
  const Model& model = context_.model;
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
  if (const auto found = watched_.find(address); access.isWord && found != watched_.end()) access.watch = found->second;
}

void FunctionDecoder::emitLoad(const llvm::Instruction& instruction, const llvm::Value* address, std::uint64_t alignment) {
  ++block_->instructions;
  const ScalarPlaces& places = scalarsOf(instruction.getType());
  const Slot from = slotOf(address);
  const Slots& results = define(instruction);
  if (error_) return;
  Access access;
  access.space = static_cast<std::uint8_t>(address->getType()->getPointerAddressSpace());
  access.alignment = static_cast<std::uint32_t>(std::min<std::uint64_t>(alignment, 16));
  access.bytes = static_cast<std::uint32_t>(layout_.getTypeStoreSize(instruction.getType()).getFixedValue());
  std::vector<std::pair<Slot, Slot>> masks;
  llvm::SmallVector<Slot, 4> written;
  bool keep = false;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const bool isMask = places[i].type.cell == CellKind::Mask;
    const Slot target = isMask ? temporary(word) : results[i];
    if (isMask) masks.emplace_back(results[i], target);
    keep |= outlivesBlock(target);
    written.push_back(target);
    access.parts.push_back(
        {target, static_cast<std::uint16_t>(places[i].offset), places[i].bytes, isMask ? CellKind::Word : places[i].type.cell});
  }
  setWatch(access, address);
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) access.polls = load->isVolatile() || load->isAtomic();
  Op op;
  op.kind = OpKind::Load;
  op.a = from;
  op.extra = static_cast<std::uint32_t>(code_.accesses.size());
  op.keepInactive = keep;
  if (context_.undefined.contains(&instruction)) {
    const Slots& unwritten = undefined_[&instruction] = newMasks(places.size());
    access.undefined.assign(unwritten.begin(), unwritten.end());
  }
  const std::size_t node = timer_.add(accessCost(access.space, address), std::span(&from, 1), std::span(written.data(), written.size()));
  timer_.markLoad(node, op.extra);
  code_.accesses.push_back(std::move(access));
  block_->ops.push_back(op);
  block_->places.push_back(placeOf(instruction));
  for (const auto& [result, target] : masks) resize(word, {CellKind::Mask, 1, false}, target, result, false);
}

void FunctionDecoder::decodeLoad(const llvm::LoadInst& instruction) {
  emitLoad(instruction, instruction.getPointerOperand(), instruction.getAlign().value());
}

void FunctionDecoder::decodeStore(const llvm::StoreInst& instruction) {
  ++block_->instructions;
  const llvm::Value* value = instruction.getValueOperand();
  const ScalarPlaces& places = scalarsOf(value->getType());
  const Slots& sources = slotsOf(value);
  const Slot to = slotOf(instruction.getPointerOperand());
  if (places.empty()) return unsupported(instruction, "a type that the simulated GPU can't hold");
  if (error_) return;
  Access access;
  access.space = static_cast<std::uint8_t>(instruction.getPointerAddressSpace());
  access.alignment = static_cast<std::uint32_t>(std::min<std::uint64_t>(instruction.getAlign().value(), 16));
  access.bytes = static_cast<std::uint32_t>(layout_.getTypeStoreSize(value->getType()).getFixedValue());
  llvm::SmallVector<Slot, 4> read{to};
  for (std::size_t i = 0; i < places.size(); ++i) {
    Slot source = sources[i];
    CellKind cell = places[i].type.cell;
    if (cell == CellKind::Mask) {
      source = temporary(word);
      resize({CellKind::Mask, 1, false}, word, sources[i], source, false);
      cell = CellKind::Word;
    }
    read.push_back(source);
    access.parts.push_back({source, static_cast<std::uint16_t>(places[i].offset), places[i].bytes, cell});
  }
  setWatch(access, instruction.getPointerOperand());
  Op op;
  op.kind = OpKind::Store;
  op.a = to;
  op.extra = static_cast<std::uint32_t>(code_.accesses.size());
  code_.accesses.push_back(std::move(access));
  timer_.add({1, 1}, std::span(read.data(), read.size()), {});
  block_->ops.push_back(op);
  block_->places.push_back(placeOf(instruction));
}

void FunctionDecoder::decodeAtomic(const llvm::AtomicRMWInst& instruction) {
  ++block_->instructions;
  const auto kind = atomicKind(instruction.getOperation());
  if (!kind) return unsupported(instruction, "an atomic operation that the simulated GPU does not know");
  emitAtomic(instruction, *kind, instruction.getPointerOperand(), instruction.getValOperand());
}

void FunctionDecoder::emitAtomic(const llvm::Instruction& instruction, AtomicKind kind, const llvm::Value* address,
                                 const llvm::Value* operand) {
  const ScalarPlaces& places = scalarsOf(instruction.getType());
  const bool isPair = places.size() == 2 && places[0].type.floating && places[0].type.bits == 16; // one access to a word
  if ((places.size() != 1 && !isPair) || places[0].type.bits < 8)
    return unsupported(instruction, "an atomic operation that the simulated GPU does not know");
  const Slots& values = slotsOf(operand);
  const Slot place = slotOf(address);
  const Slots& results = define(instruction);
  if (error_) return;
  const ScalarType type = isPair ? word : places[0].type;
  const Slot value = isPair ? temporary(word) : values[0];
  const Slot result = isPair ? temporary(word) : results[0];
  const Cost free = context_.model.costs.free;
  if (isPair) emit(LaneFamily::JoinHalves, 0, word, value, {values[0], values[1]}, free);
  Access access;
  access.space = static_cast<std::uint8_t>(address->getType()->getPointerAddressSpace());
  access.bits = type.bits;
  access.bytes = type.bits / 8;
  access.alignment = access.bytes;
  access.number = numberOf(places[0].type, isPair);
  access.atomic = kind;
  access.parts.push_back({value, 0, static_cast<std::uint8_t>(access.bytes), type.cell});
  Op& op = emitKind(OpKind::Atomic, result, type.cell, {place, value}, {result},
                    {1, static_cast<float>(accessCost(access.space, address).latency)});
  op.extra = static_cast<std::uint32_t>(code_.accesses.size());
  code_.accesses.push_back(std::move(access));
  timer_.markLoad(timer_.last(), op.extra);
  if (!isPair) return;
  emit(LaneFamily::Narrow, 0, places[0].type, results[0], {result}, free);
  emit(LaneFamily::UpperHalf, 0, places[1].type, results[1], {result}, free);
}

void FunctionDecoder::decodeCompareExchange(const llvm::AtomicCmpXchgInst& instruction) {
  ++block_->instructions;
  const ScalarPlaces& places = scalarsOf(instruction.getCompareOperand()->getType());
  if (places.size() != 1 || places[0].type.bits < 8)
    return unsupported(instruction, "an atomic operation that the simulated GPU does not know");
  const Slots& results = define(instruction); // old value, i1
  if (error_) return;
  emitCompareExchange(instruction.getPointerOperand(), instruction.getCompareOperand(), instruction.getNewValOperand(), results[0],
                      results[1]);
}

void FunctionDecoder::emitCompareExchange(const llvm::Value* address, const llvm::Value* expectedValue, const llvm::Value* desiredValue,
                                          Slot old, Slot success) {
  const ScalarPlaces& places = scalarsOf(expectedValue->getType());
  const Slot expected = slotOf(expectedValue);
  const Slot desired = slotOf(desiredValue);
  const Slot place = slotOf(address);
  if (error_) return;
  Access access;
  access.space = static_cast<std::uint8_t>(address->getType()->getPointerAddressSpace());
  access.bytes = places[0].bytes;
  access.alignment = access.bytes;
  access.bits = places[0].type.bits;
  access.success = success;
  access.parts.push_back({expected, 0, places[0].bytes, places[0].type.cell});
  Op& op = emitKind(OpKind::CompareExchange, old, places[0].type.cell, {place, expected, desired}, {old, success},
                    {1, static_cast<float>(accessCost(access.space, address).latency)});
  op.extra = static_cast<std::uint32_t>(code_.accesses.size());
  code_.accesses.push_back(std::move(access));
  timer_.markLoad(timer_.last(), op.extra);
}

/// llvm.nvvm.atomic.add.gen.i.cta and its like: as everywhere on this device, whatever the scope.
bool FunctionDecoder::decodeNvvmAtomic(const llvm::CallInst& instruction) {
  llvm::StringRef name = instruction.getCalledFunction()->getName();
  if (!name.consume_front("llvm.nvvm.atomic.")) return false;
  const auto [operation, rest] = name.split('.');
  if (!rest.starts_with("gen.")) return false;
  if (operation == "cas") {
    ++block_->instructions;
    const ScalarPlaces& places = scalarsOf(instruction.getType());
    if (places.size() != 1 || places[0].type.bits < 8) return false;
    const Slot old = define(instruction).front();
    if (!error_)
      emitCompareExchange(instruction.getArgOperand(0), instruction.getArgOperand(1), instruction.getArgOperand(2), old,
                          temporary({CellKind::Mask, 1, false}));
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
  ++block_->instructions;
  emitAtomic(instruction, *kind, instruction.getArgOperand(0), instruction.getArgOperand(1));
  return true;
}

/// Offset of so many bytes of the function's own part of local memory.
std::uint32_t FunctionDecoder::reserveLocal(std::uint64_t bytes, std::uint64_t wanted) {
  const auto alignment = static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, 256));
  const std::uint32_t offset = (code_.localBytes + alignment - 1) / alignment * alignment;
  code_.localBytes = offset + static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, mostLocalBytes));
  if (code_.localBytes > mostLocalBytes) unsupported(*current_, "more than 512 KiB of local memory a thread");
  return offset;
}

void FunctionDecoder::decodeAlloca(const llvm::AllocaInst& instruction) {
  ++block_->instructions;
  const auto size = instruction.getAllocationSize(layout_);
  if (!size || size->isScalable() || size->getFixedValue() > mostLocalBytes)
    return unsupported(instruction, "local memory whose size is not known beforehand, or above 512 KiB a thread");
  const std::uint32_t offset = reserveLocal(size->getFixedValue(), instruction.getAlign().value());
  const Slot base = special(SpecialRegister::LocalBase);
  const Slot result = define(instruction).front();
  emit(LaneFamily::AddressOffset, 0, pointer, result, {base}, context_.model.costs.free).extra = offset;
}

void FunctionDecoder::decodeMemoryIntrinsic(const llvm::MemIntrinsic& instruction) {
  ++block_->instructions;
  const Slot to = slotOf(instruction.getRawDest());
  const Slot length = slotOf(instruction.getLength());
  const Slot from = slotOf(instruction.getArgOperand(1));
  if (error_) return;
  const bool isSet = llvm::isa<llvm::MemSetInst>(instruction);
  const ScalarType lengthType = scalarOf(instruction.getLength());
  Access access;
  access.space = static_cast<std::uint8_t>(instruction.getDestAddressSpace());
  access.bits = lengthType.bits;
  Op& op = emitKind(isSet ? OpKind::SetMemory : OpKind::CopyMemory, 0, lengthType.cell, {to, from, length}, {},
                    {4, static_cast<float>(context_.model.cacheLatency)});
  op.keepInactive = false;
  op.extra = static_cast<std::uint32_t>(code_.accesses.size());
  code_.accesses.push_back(std::move(access));
}

} // namespace gevo::sim
