// No include guard on purpose, see lane_functions.h. Fills the table of functions.

namespace {

using W = std::uint32_t;
using D = std::uint64_t;

void set(LaneTable& table, LaneFamily family, std::initializer_list<LaneFunction> variants) {
  std::size_t variant = 0;
  for (LaneFunction function : variants) table[static_cast<std::size_t>(family)][variant++] = function;
}

#define GEVO_INT(shape, name)                                                                                                              \
  set(table, LaneFamily::name,                                                                                                             \
      {each<shape<name, W, false>>, each<shape<name, D, false>>, each<shape<name, W, true>>, each<shape<name, D, true>>})
void fillIntegers(LaneTable& table) {
  GEVO_INT(binaryInt, Add);
  GEVO_INT(binaryInt, Sub);
  GEVO_INT(binaryInt, Mul);
  GEVO_INT(binaryInt, UDiv);
  GEVO_INT(binaryInt, SDiv);
  GEVO_INT(binaryInt, URem);
  GEVO_INT(binaryInt, SRem);
  GEVO_INT(binaryInt, Shl);
  GEVO_INT(binaryInt, LShr);
  GEVO_INT(binaryInt, AShr);
  GEVO_INT(binaryInt, And);
  GEVO_INT(binaryInt, Or);
  GEVO_INT(binaryInt, Xor);
  GEVO_INT(binaryInt, SMin);
  GEVO_INT(binaryInt, SMax);
  GEVO_INT(binaryInt, UMin);
  GEVO_INT(binaryInt, UMax);
  GEVO_INT(binaryInt, UAddSat);
  GEVO_INT(binaryInt, USubSat);
  GEVO_INT(binaryInt, SAddSat);
  GEVO_INT(binaryInt, SSubSat);
  GEVO_INT(binaryInt, UMulHigh);
  GEVO_INT(binaryInt, SMulHigh);
  GEVO_INT(unaryInt, Abs);
  GEVO_INT(unaryInt, PopulationCount);
  GEVO_INT(unaryInt, LeadingZeros);
  GEVO_INT(unaryInt, TrailingZeros);
  GEVO_INT(unaryInt, ByteSwap);
  GEVO_INT(unaryInt, BitReverse);
  GEVO_INT(ternaryInt, FunnelLeft);
  GEVO_INT(ternaryInt, FunnelRight);
  GEVO_INT(compareInt, Equal);
  GEVO_INT(compareInt, NotEqual);
  GEVO_INT(compareInt, ULess);
  GEVO_INT(compareInt, ULessEqual);
  GEVO_INT(compareInt, SLess);
  GEVO_INT(compareInt, SLessEqual);
  GEVO_INT(compareInt, UAddOverflow);
  GEVO_INT(compareInt, USubOverflow);
  GEVO_INT(compareInt, UMulOverflow);
  GEVO_INT(compareInt, SAddOverflow);
  GEVO_INT(compareInt, SSubOverflow);
  GEVO_INT(compareInt, SMulOverflow);
}
#undef GEVO_INT

#define GEVO_FLOAT(shape, name)                                                                                                            \
  set(table, LaneFamily::name, {each<shape<name, float>>, each<shape<name, double>>, each<shape<name, Half>>, each<shape<name, Brain>>})
void fillFloats(LaneTable& table) {
  GEVO_FLOAT(binaryFloat, FAdd);
  GEVO_FLOAT(binaryFloat, FSub);
  GEVO_FLOAT(binaryFloat, FMul);
  GEVO_FLOAT(binaryFloat, FDiv);
  GEVO_FLOAT(binaryFloat, ApproximateQuotient);
  GEVO_FLOAT(binaryFloat, FRem);
  GEVO_FLOAT(binaryFloat, FMinNumber);
  GEVO_FLOAT(binaryFloat, FMaxNumber);
  GEVO_FLOAT(binaryFloat, FMinimum);
  GEVO_FLOAT(binaryFloat, FMaximum);
  GEVO_FLOAT(binaryFloat, Power);
  GEVO_FLOAT(unaryFloat, Floor);
  GEVO_FLOAT(unaryFloat, Ceiling);
  GEVO_FLOAT(unaryFloat, Truncate);
  GEVO_FLOAT(unaryFloat, RoundEven);
  GEVO_FLOAT(unaryFloat, RoundAway);
  GEVO_FLOAT(unaryFloat, SquareRoot);
  GEVO_FLOAT(unaryFloat, ApproximateRoot);
  GEVO_FLOAT(unaryFloat, ReciprocalRoot);
  GEVO_FLOAT(unaryFloat, Reciprocal);
  GEVO_FLOAT(unaryFloat, Exp2);
  GEVO_FLOAT(unaryFloat, Log2);
  GEVO_FLOAT(unaryFloat, Sine);
  GEVO_FLOAT(unaryFloat, Cosine);
  GEVO_FLOAT(unaryFloat, Tanh);
  GEVO_FLOAT(unaryFloat, Saturate);
  GEVO_FLOAT(unaryFloat, Exp);
  GEVO_FLOAT(unaryFloat, Log);
  GEVO_FLOAT(unaryFloat, Log10);
  GEVO_FLOAT(compareFloat, OrderedEqual);
  GEVO_FLOAT(compareFloat, OrderedLess);
  GEVO_FLOAT(compareFloat, OrderedLessEqual);
  GEVO_FLOAT(compareFloat, OrderedNotEqual);
  GEVO_FLOAT(compareFloat, Ordered);
  GEVO_FLOAT(compareFloat, UnorderedEqual);
  GEVO_FLOAT(compareFloat, UnorderedLess);
  GEVO_FLOAT(compareFloat, UnorderedLessEqual);
  GEVO_FLOAT(compareFloat, UnorderedNotEqual);
  GEVO_FLOAT(compareFloat, Unordered);
}
#undef GEVO_FLOAT

void fillOtherFloats(LaneTable& table) {
  set(table, LaneFamily::CopySign,
      {each<binaryFloat<CopySign, float>>, each<binaryFloat<CopySign, double>>, each<copySignHalf>, each<copySignHalf>});
  set(table, LaneFamily::FNegate,
      {each<unaryFloat<FNegate, float>>, each<unaryFloat<FNegate, double>>, each<negateHalf>, each<negateHalf>});
  set(table, LaneFamily::FAbsolute,
      {each<unaryFloat<FAbsolute, float>>, each<unaryFloat<FAbsolute, double>>, each<absoluteHalf>, each<absoluteHalf>});
  set(table, LaneFamily::Fma,
      {each<fusedMultiplyAdd<float>>, each<fusedMultiplyAdd<double>>, each<fusedMultiplyAdd<Half>>, each<fusedMultiplyAdd<Brain>>});
  set(table, LaneFamily::LoadExponent,
      {each<loadExponent<float>>, each<loadExponent<double>>, each<loadExponent<Half>>, each<loadExponent<Brain>>});
  set(table, LaneFamily::FlushSubnormal,
      {each<flushSubnormal<W, 32, 23>>, each<flushSubnormal<D, 64, 52>>, each<flushSubnormal<W, 16, 10>>, each<flushSubnormal<W, 16, 7>>});
  set(table, LaneFamily::RoundedAdd, {each<rounded<Arithmetic::Add, float>>, each<rounded<Arithmetic::Add, double>>});
  set(table, LaneFamily::RoundedMul, {each<rounded<Arithmetic::Mul, float>>, each<rounded<Arithmetic::Mul, double>>});
  set(table, LaneFamily::RoundedDiv, {each<rounded<Arithmetic::Div, float>>, each<rounded<Arithmetic::Div, double>>});
  set(table, LaneFamily::RoundedFma, {each<rounded<Arithmetic::Fma, float>>, each<rounded<Arithmetic::Fma, double>>});
  set(table, LaneFamily::RoundedRoot, {each<rounded<Arithmetic::Root, float>>, each<rounded<Arithmetic::Root, double>>});
  set(table, LaneFamily::IsClass, {each<isClass<W, 32, 23>>, each<isClass<D, 64, 52>>, each<isClass<W, 16, 10>>, each<isClass<W, 16, 7>>});
}

void fillCasts(LaneTable& table) {
  set(table, LaneFamily::ZeroExtend, {each<zeroExtend<D, W>>});
  set(table, LaneFamily::SignExtend, {each<signExtend<W, W>>, each<signExtend<D, W>>, each<signExtend<D, D>>});
  set(table, LaneFamily::Narrow, {each<narrow<W, W>>, each<narrow<W, D>>, each<narrow<D, D>>});
  set(table, LaneFamily::MaskToInt, {each<maskToInt<W>>, each<maskToInt<D>>});
  set(table, LaneFamily::MaskToOnes, {each<maskToOnes<W>>, each<maskToOnes<D>>});
  set(table, LaneFamily::IntToMask, {each<intToMask<W>>, each<intToMask<D>>});
  set(table, LaneFamily::SignedToFloat,
      {each<signedToFloat<float, W>>, each<signedToFloat<float, D>>, each<signedToFloat<double, W>>, each<signedToFloat<double, D>>});
  set(table, LaneFamily::UnsignedToFloat,
      {each<unsignedToFloat<float, W>>, each<unsignedToFloat<float, D>>, each<unsignedToFloat<double, W>>,
       each<unsignedToFloat<double, D>>});
  set(table, LaneFamily::FloatToSigned,
      {each<floatToSigned<float, W>>, each<floatToSigned<float, D>>, each<floatToSigned<double, W>>, each<floatToSigned<double, D>>});
  set(table, LaneFamily::FloatToUnsigned,
      {each<floatToUnsigned<float, W>>, each<floatToUnsigned<float, D>>, each<floatToUnsigned<double, W>>,
       each<floatToUnsigned<double, D>>});
  set(table, LaneFamily::FloatExtend, {each<floatExtend>, each<smallExtend<Half>>, each<smallExtend<Brain>>});
  set(table, LaneFamily::FloatTruncate, {each<floatTruncate>, each<floatTruncateRounded>});
  set(table, LaneFamily::RoundedSignedToFloat,
      {each<roundedToFloat<float, W, true>>, each<roundedToFloat<float, D, true>>, each<roundedToFloat<double, W, true>>,
       each<roundedToFloat<double, D, true>>});
  set(table, LaneFamily::RoundedUnsignedToFloat,
      {each<roundedToFloat<float, W, false>>, each<roundedToFloat<float, D, false>>, each<roundedToFloat<double, W, false>>,
       each<roundedToFloat<double, D, false>>});
  set(table, LaneFamily::FloatToSmall,
      {each<smallTruncate<Half, float>>, each<smallTruncate<Half, double>>, each<smallTruncate<Brain, float>>,
       each<smallTruncate<Brain, double>>});
  set(table, LaneFamily::RoundedFloatToSmall, {each<smallTruncateRounded<Half>>, each<smallTruncateRounded<Brain>>});
  set(table, LaneFamily::SignedToSmall,
      {each<signedToSmall<Half, W>>, each<signedToSmall<Half, D>>, each<signedToSmall<Brain, W>>, each<signedToSmall<Brain, D>>});
  set(table, LaneFamily::UnsignedToSmall,
      {each<unsignedToSmall<Half, W>>, each<unsignedToSmall<Half, D>>, each<unsignedToSmall<Brain, W>>, each<unsignedToSmall<Brain, D>>});
  set(table, LaneFamily::UpperHalf, {each<upperHalf>});
  set(table, LaneFamily::JoinHalves, {each<joinHalves>});
  set(table, LaneFamily::HighWord, {each<halfOfDouble<32>>});
  set(table, LaneFamily::LowWord, {each<halfOfDouble<0>>});
  set(table, LaneFamily::JoinWords, {each<joinWords>});
}

void fillMasksAndAddresses(LaneTable& table) {
  set(table, LaneFamily::MaskAnd, {each<maskAnd>});
  set(table, LaneFamily::MaskOr, {each<maskOr>});
  set(table, LaneFamily::MaskXor, {each<maskXor>});
  set(table, LaneFamily::MaskAndNot, {each<maskAndNot>});
  set(table, LaneFamily::MaskOrNot, {each<maskOrNot>});
  set(table, LaneFamily::MaskEqual, {each<maskEqual>});
  set(table, LaneFamily::Select, {each<select<W>>, each<select<D>>, each<selectMask>});
  set(table, LaneFamily::Copy, {each<copy<W>>, each<copy<D>>, each<copyMask>});
  set(table, LaneFamily::Address, {each<address<std::int32_t>>, each<address<std::uint32_t>>, each<address<std::uint64_t>>});
  set(table, LaneFamily::AddressOffset, {each<addressOffset>});
  set(table, LaneFamily::Permute, {each<permute>});
}

} // namespace

void fill(LaneTable& table) {
  fillIntegers(table);
  fillFloats(table);
  fillOtherFloats(table);
  fillCasts(table);
  fillMasksAndAddresses(table);
}
