#pragma once

/// Edits and results of no program, for benchmarks of what passes them on and keeps them.

#include "core/edit/edit.h"
#include "core/edit/operators.h"
#include "core/search/random.h"
#include "core/values/evaluation_result.h"

namespace gevo {

inline Edit makeUpEdit(RandomStream& stream) {
  Edit edit;
  edit.uid = stream.next();
  edit.op = Operator(stream.below(gevoOperators().size()));
  edit.target = InstructionRef::base(stream.below(200));
  edit.other = InstructionRef::base(stream.below(200));
  edit.choices.push_back({edit.target, std::uint32_t(stream.below(3)), {ValueRef::Kind::Instruction, edit.other, 0}});
  return edit;
}

/// Of new code. Half are valid, and take less time the larger their error is; later generations are a little faster.
inline EvaluationResult makeUpResult(RandomStream& stream, std::uint32_t generation) {
  EvaluationResult result;
  const bool valid = stream.below(2) == 0;
  result.stage = valid ? Stage::Done : Stage::Screen;
  result.reason = valid ? Reason::None : Reason::WrongOutput;
  if (!valid) result.message = "temp_dst: element 1234 is 3.25 where the original has 80.125, a relative error of 0.96";
  const double error = 0.01 * double(stream.below(1000)) / 1000;
  if (valid) result.fitness = {100 / (1 + 50 * error) + double(stream.below(1000)) / 100 - 0.01 * generation, error};
  result.code = {stream.next(), stream.next()};
  return result;
}

} // namespace gevo
