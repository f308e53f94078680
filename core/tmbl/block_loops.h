// No include guard on purpose: each file of an instruction set includes it once, in a namespace of its own.

namespace {

std::uint32_t bitsOf(float value) { return std::bit_cast<std::uint32_t>(value); }
float floatOf(std::uint32_t bits) { return std::bit_cast<float>(bits); }

// d is one of the others or apart from them, so that lanes don't depend on each other.
#define GEVO_BLOCK(name, expression)                                                                                                       \
  void name(float* d, [[maybe_unused]] const float* a, [[maybe_unused]] const float* b, [[maybe_unused]] const float* c) {                 \
    _Pragma("GCC ivdep") for (std::size_t i = 0; i < lanes; ++i) d[i] = expression;                                                        \
  }
GEVO_BLOCK(add, a[i] + b[i])
GEVO_BLOCK(subtract, a[i] - b[i])
GEVO_BLOCK(multiply, a[i] * b[i])
GEVO_BLOCK(divide, b[i] == 0 ? 0 : a[i] / b[i])
GEVO_BLOCK(minimum, b[i] < a[i] ? b[i] : a[i])
GEVO_BLOCK(maximum, b[i] > a[i] ? b[i] : a[i])
GEVO_BLOCK(multiplyAdd, std::fma(a[i], b[i], c[i]))
GEVO_BLOCK(squareRoot, std::sqrt(std::fabs(a[i])))
GEVO_BLOCK(select, a[i] > 0 ? b[i] : c[i])
GEVO_BLOCK(andBits, floatOf(bitsOf(a[i]) & bitsOf(b[i])))
GEVO_BLOCK(xorBits, floatOf(bitsOf(a[i]) ^ bitsOf(b[i])))
GEVO_BLOCK(addBits, floatOf(bitsOf(a[i]) + bitsOf(b[i])))
GEVO_BLOCK(shiftLeft, floatOf(bitsOf(a[i]) << (bitsOf(b[i]) & 31)))
GEVO_BLOCK(shiftRight, floatOf(bitsOf(a[i]) >> (bitsOf(b[i]) & 31)))
GEVO_BLOCK(fromInteger, static_cast<float>(static_cast<std::int32_t>(bitsOf(a[i]))))
#undef GEVO_BLOCK

void accumulate(LaneSums& sums, const float* results, const double* targets, double centre, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const double y = results[i] - centre;
    sums.outputs[i] += y;
    sums.squares[i] += y * y;
    sums.products[i] += y * targets[i];
  }
}

} // namespace

BlockFunctions blockFunctions() {
  // In the order of StepKind; elementary functions are made of the others before they get here.
  return {{add, subtract, multiply, divide, minimum, maximum, multiplyAdd, squareRoot, select, nullptr, nullptr, nullptr, nullptr, andBits,
           xorBits, addBits, shiftLeft, shiftRight, fromInteger},
          accumulate};
}
