#include "core/kernel/simulator/execute/operations/matrix_operations.h"

#include "core/kernel/simulator/execute/operations/whole_warp.h"

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

// The templates that are not used here are inline.
#pragma GCC diagnostic ignored "-Wunused-function"
#include "core/kernel/simulator/lanes/half_functions.h"

namespace gevo::sim {

namespace {

constexpr unsigned mostElements = 512; ///< of a matrix

template <class Number> using Elements = std::array<Number, mostElements>;

/// `read`: from an element's bits in a cell, and its position there.
template <class Cell = std::uint32_t, class Number, class Read>
void gather(const Warp& warp, const MatrixFragment& fragment, Elements<Number>& elements, Read read) {
  const std::uint16_t* place = fragment.places.data();
  for (const Slot slot : fragment.cells) {
    const auto* cells = laneCells<Cell>(warp, slot);
    for (unsigned lane = 0; lane < laneCount; ++lane)
      for (unsigned i = 0; i < fragment.perCell; ++i) elements[*place++] = read(cells[lane], i);
  }
}

// What an NVIDIA GPU produces.
constexpr std::uint32_t nan32 = 0x7fffffffU;
constexpr std::uint64_t nan64 = 0xfff8000000000000ULL;

/// The lowest bits of a float that is read as tf32.
constexpr std::uint32_t tensorDropped = 0x1fff;

void gatherFloats(const Warp& warp, const MatrixFragment& fragment, Elements<float>& elements) {
  if (fragment.number == MatrixNumber::Half)
    gather(warp, fragment, elements, [](std::uint32_t cell, unsigned i) { return widened<Half>(cell >> 16 * i & 0xffff); });
  else if (fragment.number == MatrixNumber::Brain)
    gather(warp, fragment, elements, [](std::uint32_t cell, unsigned i) { return widened<Brain>(cell >> 16 * i & 0xffff); });
  else if (fragment.number == MatrixNumber::Tensor)
    gather(warp, fragment, elements, [](std::uint32_t cell, unsigned) { return floatOfBits(cell & ~tensorDropped); });
  else
    gather(warp, fragment, elements, [](std::uint32_t cell, unsigned) { return floatOfBits(cell); });
}

void gatherIntegers(const Warp& warp, const MatrixFragment& fragment, Elements<std::int64_t>& elements) {
  if (fragment.number == MatrixNumber::Signed)
    gather(warp, fragment, elements, [](std::uint32_t cell, unsigned i) { return static_cast<std::int8_t>(cell >> 8 * i); });
  else if (fragment.number == MatrixNumber::Unsigned)
    gather(warp, fragment, elements, [](std::uint32_t cell, unsigned i) { return cell >> 8 * i & 0xff; });
  else
    gather(warp, fragment, elements, [](std::uint32_t cell, unsigned) { return static_cast<std::int32_t>(cell); });
}

/// Of doubles as one operation; products of other numbers are exact.
double sumOf(double a, double b, double c) { return std::fma(a, b, c); }
template <class Number> Number sumOf(Number a, Number b, Number c) { return a * b + c; }

/// Rows of `b` are added to rows of the result, so that columns go through vectors and each sum keeps its order.
template <class Number>
void addProducts(const MatrixProduct& product, const Elements<Number>& a, const Elements<Number>& b, Elements<Number>& sums) {
  for (unsigned row = 0; row < product.rows; ++row)
    for (unsigned k = 0; k < product.depth; ++k) {
      const Number factor = a[row * product.depth + k];
      for (unsigned column = 0; column < product.columns; ++column)
        sums[row * product.columns + column] = sumOf(factor, b[k * product.columns + column], sums[row * product.columns + column]);
    }
}

template <class Cell = std::uint32_t, class Number, class Bits>
void scatter(const Warp& warp, const MatrixFragment& fragment, const Elements<Number>& elements, Bits bits) {
  const std::uint16_t* place = fragment.places.data();
  for (const Slot slot : fragment.cells) {
    auto* cells = laneCells<Cell>(warp, slot);
    for (unsigned lane = 0; lane < laneCount; ++lane) cells[lane] = bits(elements[*place++]);
  }
}

/// Products are exact: float has at least twice the bits of each factor.
void multiplyFloats(const Warp& warp, const MatrixProduct& product) {
  Elements<float> a;
  Elements<float> b;
  Elements<float> sums;
  gatherFloats(warp, product.a, a);
  gatherFloats(warp, product.b, b);
  gatherFloats(warp, product.c, sums);
  addProducts(product, a, b, sums);
  if (product.result.number == MatrixNumber::Half)
    scatter(warp, product.result, sums, [](float sum) { return narrowed<Half>(sum); });
  else
    scatter(warp, product.result, sums, [](float sum) { return sum != sum ? nan32 : floatBits(sum); });
}

void multiplyDoubles(const Warp& warp, const MatrixProduct& product) {
  Elements<double> a;
  Elements<double> b;
  Elements<double> sums;
  const auto read = [](double cell, unsigned) { return cell; };
  gather<double>(warp, product.a, a, read);
  gather<double>(warp, product.b, b, read);
  gather<double>(warp, product.c, sums, read);
  addProducts(product, a, b, sums);
  scatter<std::uint64_t>(warp, product.result, sums, [](double sum) { return sum != sum ? nan64 : std::bit_cast<std::uint64_t>(sum); });
}

void multiplyIntegers(const Warp& warp, const MatrixProduct& product) {
  Elements<std::int64_t> a;
  Elements<std::int64_t> b;
  Elements<std::int64_t> sums;
  gatherIntegers(warp, product.a, a);
  gatherIntegers(warp, product.b, b);
  gatherIntegers(warp, product.c, sums);
  addProducts(product, a, b, sums);
  using Limits = std::numeric_limits<std::int32_t>;
  scatter(warp, product.result, sums, [&](std::int64_t sum) {
    return static_cast<std::uint32_t>(product.saturates ? std::clamp<std::int64_t>(sum, Limits::min(), Limits::max()) : sum);
  });
}

} // namespace

bool MatrixOperations::check(const Warp& warp, const Op& op, Mask mask, std::uint32_t location) {
  if (!checkWholeWarp(reporter_, warp, mask, location)) return false;
  const auto* addresses = laneCells<std::uint64_t>(warp, op.a);
  const auto* strides = laneCells<std::uint32_t>(warp, op.b);
  for (unsigned lane = 1; lane < laneCount; ++lane)
    if (addresses[lane] != addresses[0] || strides[lane] != strides[0])
      return reporter_.fault(FaultKind::Trap, location, warp, 1U << lane,
                             fmt::format("lanes 0 and {} of a warp give different addresses or strides of one matrix", lane));
  if (addresses[0] % op.extra != 0)
    return reporter_.fault(FaultKind::Misaligned, location, warp, 1,
                           fmt::format("a matrix at {:#x} is not aligned to {} bytes", addresses[0], op.extra));
  if (const std::uint64_t bytes = std::uint64_t{strides[0]} * op.bits / 8; bytes % op.extra != 0)
    return reporter_.fault(FaultKind::Misaligned, location, warp, 1,
                           fmt::format("a matrix's lines are {} bytes apart, which is no multiple of {}", bytes, op.extra));
  return true;
}

bool MatrixOperations::multiply(const Warp& warp, const MatrixProduct& product, Mask mask, std::uint32_t location) {
  if (!checkWholeWarp(reporter_, warp, mask, location)) return false;
  if (product.result.number == MatrixNumber::Word)
    multiplyIntegers(warp, product);
  else if (product.result.number == MatrixNumber::Double)
    multiplyDoubles(warp, product);
  else
    multiplyFloats(warp, product);
  if (product.undefined) maskCell(warp, product.undefined->second) = maskCell(warp, product.undefined->first) != 0 ? ~0U : 0U;
  return true;
}

} // namespace gevo::sim
