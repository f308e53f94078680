// No include guard on purpose, see lane_functions.h. Which function is which entry of the table.

void fill(LaneTable& table) {
  using W = std::uint32_t;
  using D = std::uint64_t;
  auto set = [&table](LaneFamily family, std::initializer_list<LaneFunction> variants) {
    std::size_t variant = 0;
    for (LaneFunction function : variants) table[static_cast<std::size_t>(family)][variant++] = function;
  };
#define GEVO_INT(shape, name)                                                                                                              \
  set(LaneFamily::name, {each<shape<name, W, false>>, each<shape<name, D, false>>, each<shape<name, W, true>>, each<shape<name, D, true>>})
#define GEVO_FLOAT(shape, name)                                                                                                            \
  set(LaneFamily::name, {each<shape<name, float>>, each<shape<name, double>>, each<shape<name, Half>>, each<shape<name, Brain>>})
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
  GEVO_FLOAT(binaryFloat, FAdd);
  GEVO_FLOAT(binaryFloat, FSub);
  GEVO_FLOAT(binaryFloat, FMul);
  GEVO_FLOAT(binaryFloat, FDiv);
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
#undef GEVO_INT
#undef GEVO_FLOAT
  set(LaneFamily::CopySign,
      {each<binaryFloat<CopySign, float>>, each<binaryFloat<CopySign, double>>, each<copySignHalf>, each<copySignHalf>});
  set(LaneFamily::FNegate, {each<unaryFloat<FNegate, float>>, each<unaryFloat<FNegate, double>>, each<negateHalf>, each<negateHalf>});
  set(LaneFamily::FAbsolute,
      {each<unaryFloat<FAbsolute, float>>, each<unaryFloat<FAbsolute, double>>, each<absoluteHalf>, each<absoluteHalf>});
  set(LaneFamily::Fma,
      {each<fusedMultiplyAdd<float>>, each<fusedMultiplyAdd<double>>, each<fusedMultiplyAdd<Half>>, each<fusedMultiplyAdd<Brain>>});
  set(LaneFamily::LoadExponent,
      {each<loadExponent<float>>, each<loadExponent<double>>, each<loadExponent<Half>>, each<loadExponent<Brain>>});
  set(LaneFamily::FlushSubnormal,
      {each<flushSubnormal<W, 32, 23>>, each<flushSubnormal<D, 64, 52>>, each<flushSubnormal<W, 16, 10>>, each<flushSubnormal<W, 16, 7>>});
  set(LaneFamily::RoundedAdd, {each<rounded<Arithmetic::Add, float>>, each<rounded<Arithmetic::Add, double>>});
  set(LaneFamily::RoundedMul, {each<rounded<Arithmetic::Mul, float>>, each<rounded<Arithmetic::Mul, double>>});
  set(LaneFamily::RoundedDiv, {each<rounded<Arithmetic::Div, float>>, each<rounded<Arithmetic::Div, double>>});
  set(LaneFamily::RoundedFma, {each<rounded<Arithmetic::Fma, float>>, each<rounded<Arithmetic::Fma, double>>});
  set(LaneFamily::RoundedRoot, {each<rounded<Arithmetic::Root, float>>, each<rounded<Arithmetic::Root, double>>});
  set(LaneFamily::ZeroExtend, {each<zeroExtend<D, W>>});
  set(LaneFamily::SignExtend, {each<signExtend<W, W>>, each<signExtend<D, W>>, each<signExtend<D, D>>});
  set(LaneFamily::Narrow, {each<narrow<W, W>>, each<narrow<W, D>>, each<narrow<D, D>>});
  set(LaneFamily::MaskToInt, {each<maskToInt<W>>, each<maskToInt<D>>});
  set(LaneFamily::MaskToOnes, {each<maskToOnes<W>>, each<maskToOnes<D>>});
  set(LaneFamily::IntToMask, {each<intToMask<W>>, each<intToMask<D>>});
  set(LaneFamily::SignedToFloat,
      {each<signedToFloat<float, W>>, each<signedToFloat<float, D>>, each<signedToFloat<double, W>>, each<signedToFloat<double, D>>});
  set(LaneFamily::UnsignedToFloat, {each<unsignedToFloat<float, W>>, each<unsignedToFloat<float, D>>, each<unsignedToFloat<double, W>>,
                                    each<unsignedToFloat<double, D>>});
  set(LaneFamily::FloatToSigned,
      {each<floatToSigned<float, W>>, each<floatToSigned<float, D>>, each<floatToSigned<double, W>>, each<floatToSigned<double, D>>});
  set(LaneFamily::FloatToUnsigned, {each<floatToUnsigned<float, W>>, each<floatToUnsigned<float, D>>, each<floatToUnsigned<double, W>>,
                                    each<floatToUnsigned<double, D>>});
  set(LaneFamily::FloatExtend, {each<floatExtend>, each<smallExtend<Half>>, each<smallExtend<Brain>>});
  set(LaneFamily::FloatTruncate, {each<floatTruncate>, each<floatTruncateRounded>});
  set(LaneFamily::RoundedSignedToFloat, {each<roundedToFloat<float, W, true>>, each<roundedToFloat<float, D, true>>,
                                         each<roundedToFloat<double, W, true>>, each<roundedToFloat<double, D, true>>});
  set(LaneFamily::RoundedUnsignedToFloat, {each<roundedToFloat<float, W, false>>, each<roundedToFloat<float, D, false>>,
                                           each<roundedToFloat<double, W, false>>, each<roundedToFloat<double, D, false>>});
  set(LaneFamily::FloatToSmall, {each<smallTruncate<Half, float>>, each<smallTruncate<Half, double>>, each<smallTruncate<Brain, float>>,
                                 each<smallTruncate<Brain, double>>});
  set(LaneFamily::RoundedFloatToSmall, {each<smallTruncateRounded<Half>>, each<smallTruncateRounded<Brain>>});
  set(LaneFamily::SignedToSmall,
      {each<signedToSmall<Half, W>>, each<signedToSmall<Half, D>>, each<signedToSmall<Brain, W>>, each<signedToSmall<Brain, D>>});
  set(LaneFamily::UnsignedToSmall,
      {each<unsignedToSmall<Half, W>>, each<unsignedToSmall<Half, D>>, each<unsignedToSmall<Brain, W>>, each<unsignedToSmall<Brain, D>>});
  set(LaneFamily::UpperHalf, {each<upperHalf>});
  set(LaneFamily::JoinHalves, {each<joinHalves>});
  set(LaneFamily::IsClass, {each<isClass<W, 32, 23>>, each<isClass<D, 64, 52>>, each<isClass<W, 16, 10>>, each<isClass<W, 16, 7>>});
  set(LaneFamily::HighWord, {each<halfOfDouble<32>>});
  set(LaneFamily::LowWord, {each<halfOfDouble<0>>});
  set(LaneFamily::JoinWords, {each<joinWords>});
  set(LaneFamily::MaskAnd, {each<maskAnd>});
  set(LaneFamily::MaskOr, {each<maskOr>});
  set(LaneFamily::MaskXor, {each<maskXor>});
  set(LaneFamily::MaskAndNot, {each<maskAndNot>});
  set(LaneFamily::MaskOrNot, {each<maskOrNot>});
  set(LaneFamily::MaskEqual, {each<maskEqual>});
  set(LaneFamily::Select, {each<select<W>>, each<select<D>>, each<selectMask>});
  set(LaneFamily::Copy, {each<copy<W>>, each<copy<D>>, each<copyMask>});
  set(LaneFamily::Address, {each<address<std::int32_t>>, each<address<std::uint32_t>>, each<address<std::uint64_t>>});
  set(LaneFamily::AddressOffset, {each<addressOffset>});
  set(LaneFamily::Permute, {each<permute>});
}
