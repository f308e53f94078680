// Products of matrices that a warp's lanes hold together (CUDA's wmma), and their loads and stores.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/instructions/conversions.h"
#include "core/kernel/simulator/decode/instructions/memory.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"
#include "core/kernel/simulator/decode/intrinsics/matrix_layout.h"

#include <algorithm>
#include <map>

namespace gevo::sim {

namespace {

/// Bytes to which a matrix's address and the distance of its lines are aligned, but for shorter lines: what tensor cores load at a time.
constexpr unsigned matrixAlignment = 16;
/// Operands of a call that are one of wmma's fragments of halves.
constexpr unsigned fragmentOfHalves = 8;

/// Of a load or store: addresses of the lanes, computed as far as the lines that their elements lie on differ.
class MatrixAddresses {
public:
  MatrixAddresses(DecoderParts& parts, const MatrixLayout& layout, Slot base, Slot stride)
      : parts_(parts), bytes_(bytesOf(layout.number)), wideStride_(parts.frame.temporary(wideType)) {
    emitResize(parts, wordType, wideType, stride, wideStride_, true);
    const Slot line = parts.frame.temporary(wideType);
    emitResize(parts, wordType, wideType, emitLaneNumber(layout.line), line, false);
    const Slot distance = parts.frame.temporary(wideType);
    parts.emitter.emit(LaneFamily::Mul, 1, wideType, distance, {line, wideStride_}, parts.costs.free);
    const Slot onLine = emitAddress(base, emitLaneNumber(layout.position), 1, bytes_, parts.costs.free);
    first_ = emitAddress(onLine, distance, wideIndex, bytes_, parts.costs.address);
  }

  /// Of each lane's position on the line that is `line` lines after its own.
  Slot ofLine(unsigned line) {
    if (line == 0) return first_;
    const auto [entry, isNew] = lines_.try_emplace(line, 0);
    if (isNew) entry->second = emitAddress(first_, wideStride_, wideIndex, line * bytes_, parts_.costs.address);
    return entry->second;
  }

private:
  static constexpr unsigned wideIndex = 2; ///< variant of LaneFamily::Address; 1: an unsigned word

  /// The assembler computes it in front of loops: it takes no time.
  Slot emitLaneNumber(const LaneNumber& number) {
    const auto step = [&](LaneFamily family, Slot value, unsigned operand) {
      const Slot result = parts_.frame.temporary(wordType);
      parts_.emitter.emit(family, 0, wordType, result, {value, parts_.frame.constant(CellKind::Word, operand)}, parts_.costs.free);
      return result;
    };
    const Slot shifted = step(LaneFamily::LShr, parts_.frame.special(SpecialRegister::Lane), number.shift);
    return step(LaneFamily::Mul, step(LaneFamily::And, shifted, number.mask), number.scale);
  }
  Slot emitAddress(Slot base, Slot index, unsigned variant, unsigned scale, Cost cost) {
    const Slot result = parts_.frame.temporary(wideType);
    parts_.emitter.emit(LaneFamily::Address, variant, wideType, result, {base, index}, cost).extra = scale;
    return result;
  }

  DecoderParts& parts_;
  unsigned bytes_; ///< of an element
  Slot wideStride_;
  Slot first_ = 0;
  std::map<unsigned, Slot> lines_;
};

/// The parts of an intrinsic's name that follow "llvm.nvvm.wmma.", or "llvm.nvvm.mma.".
using Names = llvm::SmallVector<llvm::StringRef, 8>;

Names namesOf(const llvm::CallInst& call) {
  Names names;
  llvm::Intrinsic::getBaseName(call.getIntrinsicID()).split(names, '.');
  names.erase(names.begin(), names.begin() + 3);
  return names;
}

/// "m16n16k16.load.a.row.stride.f16"; the stride, of lines in elements, is the last operand.
std::optional<MatrixLayout> memoryLayout(const Names& names) {
  if (names.size() < 5) return std::nullopt;
  const std::optional<MatrixShape> shape = matrixShape(names[0]);
  const std::optional<MatrixNumber> number = matrixNumber(names[names[4] == "stride" && names.size() > 5 ? 5 : 4]);
  if (!shape || !number) return std::nullopt;
  return matrixLayout(*shape, names[2] == "d" ? 'c' : names[2].front(), *number, names[3] == "col");
}

/// Emits a check, and addresses.
MatrixAddresses emitAddresses(DecoderParts& parts, const llvm::CallInst& call, const MatrixLayout& layout, bool hasStride) {
  const Slot base = parts.values.slotOf(call.getArgOperand(0));
  const Slot stride =
      hasStride ? parts.values.slotOf(call.getArgOperand(call.arg_size() - 1)) : parts.frame.constant(CellKind::Word, layout.lineLength);
  Op& check = parts.emitter.emitKind(OpKind::CheckMatrix, 0, CellKind::Word, {base, stride}, {}, parts.costs.free);
  check.keepInactive = false;
  check.bits = static_cast<std::uint8_t>(8 * bytesOf(layout.number));
  check.extra = std::min(matrixAlignment, layout.lineLength * bytesOf(layout.number));
  return {parts, layout, base, stride};
}

/// Loads or stores the lanes' cells, run by run.
void emitAccesses(DecoderParts& parts, const llvm::CallInst& call, const MatrixLayout& layout, bool hasStride, const Slots& cells,
                  unsigned cellBytes, AccessMode mode) {
  const llvm::Value* pointer = call.getArgOperand(0);
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  const unsigned bytes = bytesOf(layout.number);
  const bool isLoad = mode == AccessMode::Read;
  MatrixAddresses addresses = emitAddresses(parts, call, layout, hasStride);
  std::size_t next = 0;
  for (const MatrixRun& run : layout.runs) {
    Access access;
    access.space = static_cast<std::uint8_t>(space);
    access.bytes = access.alignment = layout.perRun * bytes;
    access.kind.mode = mode;
    Op op;
    op.kind = isLoad ? OpKind::Load : OpKind::Store;
    op.a = parts.frame.temporary(wideType);
    parts.emitter.emit(LaneFamily::AddressOffset, 0, wideType, op.a, {addresses.ofLine(run.line)}, parts.costs.free).extra =
        run.position * bytes;
    llvm::SmallVector<Slot, 3> read{op.a};
    llvm::SmallVector<Slot, 3> written;
    for (unsigned offset = 0; offset < access.bytes; offset += cellBytes) {
      const Slot cell = cells[next++];
      (isLoad ? written : read).push_back(cell);
      access.parts.push_back({cell, static_cast<std::uint16_t>(offset), static_cast<std::uint8_t>(cellBytes), CellKind::Word});
    }
    access.isWord = access.bytes == 4 && access.parts.size() == 1;
    op.extra = addAccess(parts, std::move(access));
    parts.emitter.emitOp(op, read, written, isLoad ? accessCost(parts, space, pointer) : Cost{1, 1});
    if (isLoad) parts.emitter.markLoad(op.extra);
  }
}

bool load(DecoderParts& parts, const llvm::CallInst& call, const Names& names) {
  const std::optional<MatrixLayout> layout = memoryLayout(names);
  if (!layout) return false;
  const ScalarFields& fields = parts.types.fieldsOf(call.getType());
  parts.emitter.countInstruction();
  const Slots results = parts.values.define(call);
  if (parts.function.failed()) return true;
  const unsigned cellBytes = fields[0].bytes;
  emitAccesses(parts, call, *layout, names[4] == "stride", results, cellBytes, AccessMode::Read);
  // Fragments of halves have room for more elements than a lane has: the elements again.
  const std::size_t distinct = layout->elements() * bytesOf(layout->number) / cellBytes;
  for (std::size_t i = distinct; i < results.size(); ++i)
    parts.emitter.emit(LaneFamily::Copy, 0, wordType, results[i], {results[i % distinct]}, parts.costs.free);
  return true;
}

bool store(DecoderParts& parts, const llvm::CallInst& call, const Names& names) {
  const std::optional<MatrixLayout> layout = memoryLayout(names);
  if (!layout) return false;
  const bool hasStride = names[4] == "stride";
  parts.emitter.countInstruction();
  Slots cells;
  for (unsigned i = 1; i < call.arg_size() - (hasStride ? 1 : 0); ++i) cells.append(parts.values.slotsOf(call.getArgOperand(i)));
  if (parts.function.failed()) return true;
  emitAccesses(parts, call, *layout, hasStride, cells, parts.types.fieldsOf(call.getArgOperand(1)->getType())[0].bytes, AccessMode::Write);
  return true;
}

/// The layouts of a product's operands and result.
struct ProductLayouts {
  MatrixShape shape;
  bool saturates = false;
  std::array<MatrixLayout, 3> operands;
  MatrixLayout result;
};

/// Of the operands, the accumulators and the result.
struct ProductNumbers {
  MatrixNumber a = MatrixNumber::Half;
  MatrixNumber b = MatrixNumber::Half;
  MatrixNumber accumulator = MatrixNumber::Single;
  MatrixNumber result = MatrixNumber::Single;
};

/// "f32.f32": the types of the result and of the accumulators, and the operands are halves. Else what the operands are.
std::optional<ProductNumbers> productNumbers(llvm::ArrayRef<llvm::StringRef> names) {
  if (names.empty() || names.size() > 2) return std::nullopt;
  const std::optional<MatrixNumber> first = matrixNumber(names.front());
  const std::optional<MatrixNumber> second = matrixNumber(names.back());
  if (!first || !second) return std::nullopt;
  using N = MatrixNumber;
  const auto isFloat = [](N number) { return number == N::Half || number == N::Single; };
  if (isFloat(*first))
    return names.size() == 2 && isFloat(*second) ? std::optional(ProductNumbers{N::Half, N::Half, *second, *first}) : std::nullopt;
  if (*first == N::Brain || *first == N::Tensor) return ProductNumbers{*first, *first, N::Single, N::Single};
  return ProductNumbers{*first, *second, N::Word, N::Word};
}

/// "m16n16k16.mma.row.col.f32.f32", of integers perhaps with "satfinite".
std::optional<ProductLayouts> productLayouts(Names names) {
  if (names.size() < 5) return std::nullopt;
  auto* const saturates = std::find(names.begin() + 4, names.end(), "satfinite");
  const bool isSaturating = saturates != names.end();
  if (isSaturating) names.erase(saturates);
  const std::optional<MatrixShape> shape = matrixShape(names[0]);
  const std::optional<ProductNumbers> numbers = productNumbers(llvm::ArrayRef(names).drop_front(4));
  if (!shape || !numbers || (isSaturating && numbers->result != MatrixNumber::Word)) return std::nullopt;
  return ProductLayouts{*shape,
                        isSaturating,
                        {matrixLayout(*shape, 'a', numbers->a, names[2] == "col"), matrixLayout(*shape, 'b', numbers->b, names[3] == "col"),
                         matrixLayout(*shape, 'c', numbers->accumulator, false)},
                        matrixLayout(*shape, 'c', numbers->result, false)};
}

/// Of `slots`, which may be more than the matrix has elements.
MatrixFragment fragmentOf(const MatrixLayout& layout, llvm::ArrayRef<Slot> slots, unsigned cellBytes) {
  MatrixFragment fragment;
  fragment.number = layout.number;
  fragment.perCell = cellBytes / bytesOf(layout.number);
  const unsigned cells = layout.elements() / fragment.perCell;
  fragment.cells.assign(slots.begin(), slots.begin() + cells);
  for (unsigned cell = 0; cell < cells; ++cell)
    for (unsigned lane = 0; lane < laneCount; ++lane)
      for (unsigned i = 0; i < fragment.perCell; ++i)
        fragment.places.push_back(static_cast<std::uint16_t>(layout.placeOf(lane, cell * fragment.perCell + i)));
  return fragment;
}

/// By multiplications of 16 bits each: the narrower the numbers, the more at once.
Cost productCost(const DecoderParts& parts, const ProductLayouts& layouts) {
  const MatrixShape& shape = layouts.shape;
  const unsigned bytes = shape.rows * shape.columns * shape.depth * bytesOf(layouts.operands[0].number);
  const Cost whole = parts.costs.matrix;
  return {whole.issue * static_cast<float>(bytes) / (16 * 16 * 16 * 2), whole.latency};
}

/// All of the result is undefined where any part of an operand is.
void followProduct(DecoderParts& parts, const llvm::CallInst& call, MatrixProduct& product, std::size_t results) {
  Slots masks;
  for (const llvm::Use& operand : call.args()) masks.append(parts.undefined.masksOf(operand.get()));
  const Slot mask = parts.frame.allocate(maskType);
  product.undefined = {parts.undefined.anyOf(masks), mask};
  parts.undefined.assign(&call, Slots(results, mask));
}

bool multiply(DecoderParts& parts, const llvm::CallInst& call, const Names& names) {
  const std::optional<ProductLayouts> layouts = productLayouts(names);
  if (!layouts) return false;
  parts.emitter.countInstruction();
  Slots read;
  for (const llvm::Use& operand : call.args()) read.append(parts.values.slotsOf(operand.get()));
  const Slots results = parts.values.define(call);
  if (parts.function.failed()) return true;
  MatrixProduct product{layouts->shape.rows, layouts->shape.columns, layouts->shape.depth, layouts->saturates, {}, {}, {}, {}, {}};
  std::size_t first = 0; // of an operand's scalars
  unsigned argument = 0;
  // The scalars of each operand: the call has as many arguments of its type side by side.
  const auto next = [&](const MatrixLayout& layout, unsigned arguments) {
    const ScalarFields& fields = parts.types.fieldsOf(call.getArgOperand(argument)->getType());
    const std::size_t count = arguments * fields.size();
    MatrixFragment fragment = fragmentOf(layout, llvm::ArrayRef(read).slice(first, count), fields[0].bytes);
    first += count;
    argument += arguments;
    return fragment;
  };
  const auto words = [](const MatrixLayout& layout) { return layout.elements() * bytesOf(layout.number) / 4; };
  const auto [a, b, c] = layouts->operands;
  // wmma's fragments of halves have room for more elements than a lane has.
  const bool hasRoom = a.number == MatrixNumber::Half && call.arg_size() > words(a) + words(b) + words(c);
  product.a = next(a, hasRoom ? fragmentOfHalves : words(a));
  product.b = next(b, hasRoom ? fragmentOfHalves : words(b));
  product.c = next(c, words(c));
  product.result = fragmentOf(layouts->result, results, parts.types.fieldsOf(call.getType())[0].bytes);
  if (parts.function.kernel.undefined.contains(&call)) followProduct(parts, call, product, results.size());
  Op op;
  op.kind = OpKind::MultiplyMatrices;
  op.extra = static_cast<std::uint32_t>(parts.function.code.products.size());
  parts.function.code.products.push_back(std::move(product));
  parts.emitter.emitOp(op, read, results, productCost(parts, *layouts));
  return true;
}

bool decode(DecoderParts& parts, const llvm::CallInst& call) {
  const Names names = namesOf(call);
  if (names.size() < 2) return false;
  return names[1] == "load" ? load(parts, call, names) : names[1] == "store" ? store(parts, call, names) : multiply(parts, call, names);
}

/// "llvm.nvvm.mma.m16n8k16.row.col.f32.f32": the fragments have the same layout.
bool decodeProduct(DecoderParts& parts, const llvm::CallInst& call) {
  Names names = namesOf(call);
  names.insert(names.begin() + 1, "mma");
  return multiply(parts, call, names);
}

constexpr Intrinsic table[] = {
    {"llvm.nvvm.wmma.m16n16k16.*", decode},      {"llvm.nvvm.wmma.m32n8k16.*", decode},       {"llvm.nvvm.wmma.m8n32k16.*", decode},
    {"llvm.nvvm.wmma.m16n16k8.*", decode},       {"llvm.nvvm.mma.m16n8k4.*", decodeProduct},  {"llvm.nvvm.mma.m16n8k8.*", decodeProduct},
    {"llvm.nvvm.mma.m16n8k16.*", decodeProduct}, {"llvm.nvvm.mma.m16n8k32.*", decodeProduct}, {"llvm.nvvm.mma.m8n8k16.*", decodeProduct},
};

} // namespace

IntrinsicTable nvvmMatrices() { return table; }

} // namespace gevo::sim
