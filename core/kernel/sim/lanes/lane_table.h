// No include guard on purpose, see lane_functions.h. Which function is which entry of the table.

void fill(LaneTable& table) {
  using W = std::uint32_t;
  using D = std::uint64_t;
  auto set = [&table](LaneFamily family, std::initializer_list<LaneFunction> variants) {
    std::size_t variant = 0;
    for (LaneFunction function : variants) table[static_cast<std::size_t>(family)][variant++] = function;
  };
#define GEVO_INT(shape, name)                                                                                                              \
  set(LaneFamily::name, {shape<name, W, false>, shape<name, D, false>, shape<name, W, true>, shape<name, D, true>})
#define GEVO_FLOAT(shape, name) set(LaneFamily::name, {shape<name, float>, shape<name, double>, shape<name, Half>, shape<name, Brain>})
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
  set(LaneFamily::CopySign, {binaryFloat<CopySign, float>, binaryFloat<CopySign, double>, copySignHalf, copySignHalf});
  set(LaneFamily::FNegate, {unaryFloat<FNegate, float>, unaryFloat<FNegate, double>, negateHalf, negateHalf});
  set(LaneFamily::FAbsolute, {unaryFloat<FAbsolute, float>, unaryFloat<FAbsolute, double>, absoluteHalf, absoluteHalf});
  set(LaneFamily::Fma, {fusedMultiplyAdd<float>, fusedMultiplyAdd<double>, fusedMultiplyAdd<Half>, fusedMultiplyAdd<Brain>});
  set(LaneFamily::LoadExponent, {loadExponent<float>, loadExponent<double>, loadExponent<Half>, loadExponent<Brain>});
  set(LaneFamily::FlushSubnormal,
      {flushSubnormal<W, 32, 23>, flushSubnormal<D, 64, 52>, flushSubnormal<W, 16, 10>, flushSubnormal<W, 16, 7>});
  set(LaneFamily::RoundedAdd, {rounded<Arithmetic::Add, float>, rounded<Arithmetic::Add, double>});
  set(LaneFamily::RoundedMul, {rounded<Arithmetic::Mul, float>, rounded<Arithmetic::Mul, double>});
  set(LaneFamily::RoundedDiv, {rounded<Arithmetic::Div, float>, rounded<Arithmetic::Div, double>});
  set(LaneFamily::RoundedFma, {rounded<Arithmetic::Fma, float>, rounded<Arithmetic::Fma, double>});
  set(LaneFamily::RoundedRoot, {rounded<Arithmetic::Root, float>, rounded<Arithmetic::Root, double>});
  set(LaneFamily::ZeroExtend, {zeroExtend<D, W>});
  set(LaneFamily::SignExtend, {signExtend<W, W>, signExtend<D, W>, signExtend<D, D>});
  set(LaneFamily::Narrow, {narrow<W, W>, narrow<W, D>, narrow<D, D>});
  set(LaneFamily::MaskToInt, {maskToInt<W>, maskToInt<D>});
  set(LaneFamily::MaskToOnes, {maskToOnes<W>, maskToOnes<D>});
  set(LaneFamily::IntToMask, {intToMask<W>, intToMask<D>});
  set(LaneFamily::SignedToFloat, {signedToFloat<float, W>, signedToFloat<float, D>, signedToFloat<double, W>, signedToFloat<double, D>});
  set(LaneFamily::UnsignedToFloat,
      {unsignedToFloat<float, W>, unsignedToFloat<float, D>, unsignedToFloat<double, W>, unsignedToFloat<double, D>});
  set(LaneFamily::FloatToSigned, {floatToSigned<float, W>, floatToSigned<float, D>, floatToSigned<double, W>, floatToSigned<double, D>});
  set(LaneFamily::FloatToUnsigned,
      {floatToUnsigned<float, W>, floatToUnsigned<float, D>, floatToUnsigned<double, W>, floatToUnsigned<double, D>});
  set(LaneFamily::FloatExtend, {floatExtend, smallExtend<Half>, smallExtend<Brain>});
  set(LaneFamily::FloatTruncate, {floatTruncate, floatTruncateRounded});
  set(LaneFamily::RoundedSignedToFloat,
      {roundedToFloat<float, W, true>, roundedToFloat<float, D, true>, roundedToFloat<double, W, true>, roundedToFloat<double, D, true>});
  set(LaneFamily::RoundedUnsignedToFloat, {roundedToFloat<float, W, false>, roundedToFloat<float, D, false>,
                                           roundedToFloat<double, W, false>, roundedToFloat<double, D, false>});
  set(LaneFamily::FloatToSmall,
      {smallTruncate<Half, float>, smallTruncate<Half, double>, smallTruncate<Brain, float>, smallTruncate<Brain, double>});
  set(LaneFamily::RoundedFloatToSmall, {smallTruncateRounded<Half>, smallTruncateRounded<Brain>});
  set(LaneFamily::SignedToSmall, {signedToSmall<Half, W>, signedToSmall<Half, D>, signedToSmall<Brain, W>, signedToSmall<Brain, D>});
  set(LaneFamily::UnsignedToSmall,
      {unsignedToSmall<Half, W>, unsignedToSmall<Half, D>, unsignedToSmall<Brain, W>, unsignedToSmall<Brain, D>});
  set(LaneFamily::UpperHalf, {upperHalf});
  set(LaneFamily::JoinHalves, {joinHalves});
  set(LaneFamily::IsClass, {isClass<W, 32, 23>, isClass<D, 64, 52>, isClass<W, 16, 10>, isClass<W, 16, 7>});
  set(LaneFamily::HighWord, {halfOfDouble<32>});
  set(LaneFamily::LowWord, {halfOfDouble<0>});
  set(LaneFamily::JoinWords, {joinWords});
  set(LaneFamily::MaskAnd, {maskAnd});
  set(LaneFamily::MaskOr, {maskOr});
  set(LaneFamily::MaskXor, {maskXor});
  set(LaneFamily::MaskAndNot, {maskAndNot});
  set(LaneFamily::MaskOrNot, {maskOrNot});
  set(LaneFamily::MaskEqual, {maskEqual});
  set(LaneFamily::Select, {select<W>, select<D>, selectMask});
  set(LaneFamily::Copy, {copy<128>, copy<256>, copy<4>});
  set(LaneFamily::Address, {address<std::int32_t>, address<std::uint32_t>, address<std::uint64_t>});
  set(LaneFamily::AddressOffset, {addressOffset});
  set(LaneFamily::Permute, {permute});
}
