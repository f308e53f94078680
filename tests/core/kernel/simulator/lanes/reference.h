#pragma once

/// What each lane function should compute, in plain C++: one lane at a time, from the bits of its operands. Written from what lanes.h
/// says, without the lanes' own sources.

#include "core/kernel/simulator/lanes/lanes.h"

#include <functional>
#include <vector>

namespace gevo::sim::testing {

/// How an operand or a result is stored in its cell, and which values to test.
enum class Form : std::uint8_t { Mask, Word, Wide, Single, Double, Half, Brain };

struct Setting {
  unsigned bits = 32;
  std::uint32_t extra = 0;
};

struct Operands {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t c = 0;
  Setting setting;
};

struct Reference {
  Form result = Form::Word;
  std::vector<Form> operands;
  std::vector<Setting> settings = {{}};
  std::function<std::uint64_t(const Operands&)> bits;
  /// For approximations: the value, and the allowed error in units of the result's last place; `bits` is then for infinities and NaN.
  std::function<long double(const Operands&)> value;
  double units = 0;
  bool narrow = false; ///< operands that are integers have the setting's bits
};

/// By variant. A family without a case here is an error of the compiler.
std::vector<Reference> referencesOf(LaneFamily family);

// One file for each kind; empty where the family is of another.
std::vector<Reference> integerReferences(LaneFamily family);
std::vector<Reference> floatReferences(LaneFamily family);
std::vector<Reference> approximateReferences(LaneFamily family);
std::vector<Reference> castReferences(LaneFamily family);
std::vector<Reference> selectionReferences(LaneFamily family);

} // namespace gevo::sim::testing
