#pragma once

/// Edits of any shape, for property tests.

#include "core/edit/operators.h"

#include <rapidcheck.h>

namespace gevo::sample {

inline rc::Gen<InstructionRef> anyInstruction() {
  return rc::gen::oneOf(rc::gen::map(rc::gen::arbitrary<std::uint64_t>(), InstructionRef::base),
                        rc::gen::map(rc::gen::arbitrary<std::uint64_t>(), InstructionRef::created), rc::gen::just(InstructionRef{}));
}

inline rc::Gen<ValueRef> anyValue() {
  const auto instruction = rc::gen::suchThat(anyInstruction(), [](const InstructionRef& ref) { return ref != InstructionRef{}; });
  const auto index = rc::gen::arbitrary<std::uint32_t>();
  return rc::gen::oneOf(rc::gen::map(instruction,
                                     [](const InstructionRef& ref) {
                                       return ValueRef{ValueRef::Kind::Instruction, ref, 0};
                                     }),
                        rc::gen::map(index,
                                     [](std::uint32_t i) {
                                       return ValueRef{ValueRef::Kind::Argument, {}, i};
                                     }),
                        rc::gen::map(index,
                                     [](std::uint32_t i) {
                                       return ValueRef{ValueRef::Kind::Constant, {}, i};
                                     }),
                        rc::gen::just(ValueRef{ValueRef::Kind::Default, {}, 0}), rc::gen::just(ValueRef{}));
}

inline rc::Gen<Edit> anySetting() {
  return rc::gen::build<Edit>(rc::gen::set(&Edit::uid, rc::gen::arbitrary<std::uint64_t>()),
                              rc::gen::set(&Edit::op, rc::gen::just(Operator::Set)),
                              rc::gen::set(&Edit::parameter, rc::gen::element<std::string>("BLOCK", "rows", "T_2")),
                              rc::gen::set(&Edit::value, rc::gen::element<std::string>("16", "-3", "unsigned int", "a=b", "on", "")));
}

inline rc::Gen<Edit> anyDirective() {
  return rc::gen::build<Edit>(
      rc::gen::set(&Edit::uid, rc::gen::arbitrary<std::uint64_t>()),
      rc::gen::set(&Edit::op,
                   rc::gen::element(Operator::Unroll, Operator::Cache, Operator::Registers, Operator::Precision, Operator::Perforate,
                                    Operator::Synchronise, Operator::Flatten, Operator::Promote, Operator::Reassociate, Operator::Pipeline,
                                    Operator::Vectorise, Operator::Share, Operator::Synthesise)),
      rc::gen::set(&Edit::target, anyInstruction()),
      rc::gen::set(&Edit::value, rc::gen::element<std::string>("8", "full", "cg", "01", "what")));
}

inline rc::Gen<Edit> anyOfParameter() {
  return rc::gen::build<Edit>(rc::gen::set(&Edit::uid, rc::gen::arbitrary<std::uint64_t>()),
                              rc::gen::set(&Edit::op, rc::gen::element(Operator::Specialise, Operator::Restrict)),
                              rc::gen::set(&Edit::target, anyInstruction()), rc::gen::set(&Edit::substitute, anyValue()),
                              rc::gen::set(&Edit::value, rc::gen::element<std::string>("1024", "0", "noalias")));
}

inline rc::Gen<Edit> anyEdit() {
  const auto choice = rc::gen::build<OperandChoice>(rc::gen::set(&OperandChoice::user, anyInstruction()),
                                                    rc::gen::set(&OperandChoice::operand, rc::gen::arbitrary<std::uint32_t>()),
                                                    rc::gen::set(&OperandChoice::value, anyValue()));
  const auto op = rc::gen::elementOf(gevoOperators());
  const auto ofCode = rc::gen::build<Edit>(rc::gen::set(&Edit::uid, rc::gen::arbitrary<std::uint64_t>()), rc::gen::set(&Edit::op, op),
                                           rc::gen::set(&Edit::target, anyInstruction()), rc::gen::set(&Edit::other, anyInstruction()),
                                           rc::gen::set(&Edit::substitute, anyValue()),
                                           rc::gen::set(&Edit::choices, rc::gen::container<std::vector<OperandChoice>>(choice)));
  return rc::gen::weightedOneOf<Edit>({{6, ofCode}, {1, anySetting()}, {2, anyDirective()}, {1, anyOfParameter()}});
}

} // namespace gevo::sample
