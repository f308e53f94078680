// Products of matrices that a warp's lanes hold together (CUDA's wmma, PTX's mma).

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"
#include "core/kernel/simulator/decode/intrinsics/matrix_names.h"

namespace gevo::sim {

namespace {

/// Operands of a call that are one of wmma's fragments of halves.
constexpr unsigned fragmentOfHalves = 8;

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

/// Of a multiplication, relative to one of halves: the narrower the numbers, the more at once. Tensor cores multiply doubles at a 16th of
/// the rate of halves, according to NVIDIA's white papers on the A100 and the H100.
float relativeCost(MatrixNumber number) {
  return number == MatrixNumber::Double ? 16 : static_cast<float>(bytesOf(number)) / static_cast<float>(bytesOf(MatrixNumber::Half));
}

Cost productCost(const DecoderParts& parts, const ProductLayouts& layouts) {
  const MatrixShape& shape = layouts.shape;
  const auto multiplications = static_cast<float>(shape.rows * shape.columns * shape.depth);
  const Cost whole = parts.costs.matrix;
  return {whole.issue * multiplications * relativeCost(layouts.operands[0].number) / (16 * 16 * 16), whole.latency};
}

/// All of the result is undefined where any part of an operand is.
void followProduct(DecoderParts& parts, const llvm::CallInst& call, MatrixProduct& product, std::size_t results) {
  Slots masks;
  for (const llvm::Use& operand : call.args()) masks.append(parts.undefined.masksOf(operand.get()));
  const Slot mask = parts.frame.allocate(maskType);
  product.undefined = {parts.undefined.anyOf(masks), mask};
  parts.undefined.assign(&call, Slots(results, mask));
}

bool decodeProduct(DecoderParts& parts, const llvm::CallInst& call, const MatrixNames& names) {
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
  const auto registers = [](const MatrixLayout& layout) {
    return layout.number == MatrixNumber::Double ? layout.elements() : layout.elements() * bytesOf(layout.number) / 4;
  };
  const auto [a, b, c] = layouts->operands;
  // wmma's fragments of halves have room for more elements than a lane has.
  const bool hasRoom = a.number == MatrixNumber::Half && call.arg_size() > registers(a) + registers(b) + registers(c);
  product.a = next(a, hasRoom ? fragmentOfHalves : registers(a));
  product.b = next(b, hasRoom ? fragmentOfHalves : registers(b));
  product.c = next(c, registers(c));
  product.result = fragmentOf(layouts->result, results, parts.types.fieldsOf(call.getType())[0].bytes);
  if (parts.function.kernel.undefined.contains(&call)) followProduct(parts, call, product, results.size());
  Op op;
  op.kind = OpKind::MultiplyMatrices;
  op.extra = static_cast<std::uint32_t>(parts.function.code.products.size());
  parts.function.code.products.push_back(std::move(product));
  parts.emitter.emitOp(op, read, results, productCost(parts, *layouts));
  return true;
}

bool multiply(DecoderParts& parts, const llvm::CallInst& call) { return decodeProduct(parts, call, matrixNames(call)); }

/// "llvm.nvvm.mma.m16n8k16.row.col.f32.f32": the fragments have the same layout.
bool multiplyFragments(DecoderParts& parts, const llvm::CallInst& call) {
  MatrixNames names = matrixNames(call);
  names.insert(names.begin() + 1, "mma");
  return decodeProduct(parts, call, names);
}

constexpr Intrinsic table[] = {
    {"llvm.nvvm.wmma.m16n16k16.mma.*", multiply},    {"llvm.nvvm.wmma.m32n8k16.mma.*", multiply},
    {"llvm.nvvm.wmma.m8n32k16.mma.*", multiply},     {"llvm.nvvm.wmma.m16n16k8.mma.*", multiply},
    {"llvm.nvvm.wmma.m8n8k4.mma.*", multiply},       {"llvm.nvvm.mma.m8n8k4.row.col.f64", multiplyFragments},
    {"llvm.nvvm.mma.m16n8k4.*", multiplyFragments},  {"llvm.nvvm.mma.m16n8k8.*", multiplyFragments},
    {"llvm.nvvm.mma.m16n8k16.*", multiplyFragments}, {"llvm.nvvm.mma.m16n8k32.*", multiplyFragments},
    {"llvm.nvvm.mma.m8n8k16.*", multiplyFragments},
};

} // namespace

IntrinsicTable nvvmMatrixProducts() { return table; }

} // namespace gevo::sim
