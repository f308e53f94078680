#include "tests/core/kernel/simulator/lanes/float_forms.h"

namespace gevo::sim::testing {

namespace {

/// The errors that CUDA documents for the library functions that these become (the C++ programming guide's tables), in units of the last
/// place; what PTX documents for its approximations (2^-22 and more, for halves 2^-9 and more) is wider. A half is the float's result
/// rounded: off by its half unit and a little.
std::vector<Reference> approximation(double units, double wideUnits, long double (*value)(long double a, long double b),
                                     std::size_t operands = 1) {
  std::vector<Reference> references;
  for (const Form form : floatForms) {
    Reference reference;
    reference.result = form;
    reference.operands.assign(operands, form);
    reference.units = isSmall(form) ? 0.51 : form == Form::Single ? units : wideUnits;
    reference.value = [=](const Operands& v) {
      return value(static_cast<long double>(numberOf(form, v.a)), static_cast<long double>(numberOf(form, v.b)));
    };
    reference.bits = [=, value = reference.value](const Operands& v) { return bitsOf(form, static_cast<double>(value(v))); };
    references.push_back(std::move(reference));
  }
  return references;
}

/// x86's powl gives infinity for -inf to the power of -2^63.
long double power(long double a, long double b) {
  return std::isinf(a) ? std::pow(static_cast<double>(a), static_cast<double>(b)) : std::pow(a, b);
}

/// PTX allows two units, and one for the root; half of one more where operands are subnormal. A divisor beyond 2^126 gives 0 times the
/// dividend.
std::vector<Reference> quotient() {
  std::vector<Reference> references = approximation(
      1.5, 0.5, [](long double a, long double b) { return a / b; }, 2);
  for (std::size_t i = 0; i < references.size(); ++i) {
    const Form form = floatForms[i];
    if (form == Form::Double) continue;
    references[i].value = [form](const Operands& v) {
      const auto a = static_cast<long double>(numberOf(form, v.a));
      const auto b = static_cast<long double>(numberOf(form, v.b));
      return std::abs(b) > 0x1p126L ? a * std::copysign(0.0L, b) : a / b;
    };
    references[i].bits = [form, value = references[i].value](const Operands& v) { return bitsOf(form, static_cast<double>(value(v))); };
  }
  return references;
}

} // namespace

std::vector<Reference> approximateReferences(LaneFamily family) {
  using F = LaneFamily;
  using L = long double;
  switch (family) {
  case F::ApproximateQuotient:
    return quotient();
  case F::ApproximateRoot:
    return approximation(1.5, 0.5, [](L a, L) { return std::sqrt(a); });
  case F::Reciprocal:
    return approximation(0.5, 0.5, [](L a, L) { return 1 / a; });
  case F::ReciprocalRoot:
    return approximation(2, 1, [](L a, L) { return 1 / std::sqrt(a); });
  case F::Exp2:
    return approximation(2, 1, [](L a, L) { return std::exp2(a); });
  case F::Log2:
    return approximation(1, 1, [](L a, L) { return std::log2(a); });
  case F::Sine:
    return approximation(2, 2, [](L a, L) { return std::sin(a); });
  case F::Cosine:
    return approximation(2, 2, [](L a, L) { return std::cos(a); });
  case F::Tanh:
    return approximation(2, 2, [](L a, L) { return std::tanh(a); });
  case F::Exp:
    return approximation(1, 1, [](L a, L) { return std::exp(a); });
  case F::Log:
    return approximation(1, 1, [](L a, L) { return std::log(a); });
  case F::Log10:
    return approximation(2, 2, [](L a, L) { return std::log10(a); }); // of double nothing is documented: no instruction is
  case F::Power:
    return approximation(4, 2, power, 2);
  default:
    return {};
  }
}

} // namespace gevo::sim::testing
