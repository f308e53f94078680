#pragma once

/// An individual is a list of edits on the base module (Liou et al. 2019, III-A and III-D). Everything here is a plain
/// value; what an edit means to LLVM IR is in core/kernel/ir.

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gevo {

/// The mutation operators of Liou et al. 2019, III-D; Set, which gives a parameter of the program another value
/// (Langdon 2015, 8.12): the search draws it, not a worker; and directives, which leave the code as it is and tell the compiler how to
/// compile it (Langdon 2015, 8.12.2 to 8.12.6), or, approximations, to compute it less exactly.
enum class Operator : std::uint8_t {
  Copy,
  Delete,
  Move,
  ReplaceInstruction,
  ReplaceOperand,
  Swap,
  Set,
  Unroll,
  Cache,
  Registers,
  Approximate,
  Precision,
  Perforate,
  Specialise,
  Restrict,
  Synchronise,
  Flatten,
  Promote,
  Reassociate,
  Pipeline,
  Vectorise,
  Share,
  Synthesise
};
inline constexpr std::size_t operatorCount = 23;
/// What an edit of it gives its target is `Edit::value`.
constexpr bool isDirective(Operator op) { return op > Operator::Set; }
/// Made to compute something else, though near.
constexpr bool isApproximation(Operator op) {
  return (op >= Operator::Approximate && op <= Operator::Perforate) || op == Operator::Reassociate || op == Operator::Share ||
         op == Operator::Synthesise;
}
/// About a kernel's parameter, which is `Edit::substitute`.
constexpr bool isOfParameter(Operator op) { return op == Operator::Specialise || op == Operator::Restrict; }
/// Small letters and digits, at least one.
bool isDirectiveValue(std::string_view value);

/// Names an instruction: one of the base module by its id (ids are numbers given once, in a fixed order), or the one that
/// an edit created, by that edit's uid. Such references survive crossover.
struct InstructionRef {
  enum class Kind : std::uint8_t { None, Base, Created };
  Kind kind = Kind::None;
  std::uint64_t id = 0;
  auto operator<=>(const InstructionRef&) const = default;

  static InstructionRef base(std::uint64_t id) { return {Kind::Base, id}; }
  static InstructionRef created(std::uint64_t uid) { return {Kind::Created, uid}; }
};

/// Names a value that an operand may take.
struct ValueRef {
  enum class Kind : std::uint8_t {
    None,
    Instruction, ///< result of `instruction`
    Argument,    ///< argument `index` of the function that holds the edited instruction
    Constant,    ///< entry `index` of the base module's table of constants and globals
    Default      ///< 1, 1.0 or null of the operand's type (Liou et al. 2019, Fig. 3)
  };
  Kind kind = Kind::None;
  InstructionRef instruction;
  std::uint32_t index = 0;
  auto operator<=>(const ValueRef&) const = default;
};

/// One stored choice: operand `operand` of `user` becomes `value`.
/// Which uses an edit has to choose for follows from its operator; see `Edit`.
struct OperandChoice {
  InstructionRef user;
  std::uint32_t operand = 0;
  ValueRef value;
  auto operator<=>(const OperandChoice&) const = default;
};

/// What each operator reads:
///   Copy                duplicate `target`, insert the duplicate (named by `uid`) before `other`
///   Delete              remove `target`; its uses take `substitute`
///   Move                put `target` before `other`
///   ReplaceInstruction  replace `target`, which is removed, by a duplicate of `other` (named by `uid`)
///   ReplaceOperand      `choices` holds the one new operand of `target`
///   Swap                `target` and `other` change places
///   Set                 `parameter` takes `value`: the other edits apply to the program built with it; see configuration.h
///   Unroll              the loop that `target`, a branch, goes back to the beginning of is unrolled `value` times: a number, 1 for not at
///                       all, or "full"
///   Cache               `target`, a load or store, has the cache operator `value`: PTX ISA, "Cache Operators"
///   Registers           the kernel whose first block `target`, a terminator, ends has at most `value` registers for each thread
///   Approximate         `target`, a division or a square root of floats, is computed by the GPU's approximation: `value` is "approx"; or
///                       a division by a product with the reciprocal: "reciprocal"
///   Precision           `target`, of doubles, and the expression that it is the result of are computed in `value`: "float"
///   Perforate           of the rounds of the loop that `target`, a branch, goes back to the beginning of only every `value`-th runs
///   Specialise          a kernel is compiled for one value too, and launches with it run that copy: the integer parameter `substitute` of
///                       the kernel whose first block `target`, a terminator, ends is `value`; without `substitute`, what `target` reads,
///                       the size of a block or of the grid
///   Restrict            nothing but the pointer parameter `substitute` of that kernel leads to the memory that it points into:
///                       `__restrict__`; `value` is "noalias"
///   Synchronise         `target`, a barrier, a fence, a compare-and-exchange or a volatile access, is for fewer threads or orders less:
///                       `value` is "warp", "block", "relaxed" or "plain". What may take the place of which, and why nothing that is
///                       for the whole system may be weakened, is in core/kernel/ir/synchronisation.h
///   Flatten             both sides of `target`, a branch, are computed, and their results selected: `value` is "select"
///   Promote             the place that `target`, a load or store, accesses is kept in a register while its loop runs: `value` is
///                       "register"
///   Reassociate         the sum that `target`, an addition, is part of is added up in `value` parts, and these at its end
///   Pipeline            the kernel whose first block `target`, a terminator, ends goes through the passes `value` of LLVM too:
///                       core/kernel/ir/kernel_pipelines.h
///   Vectorise           `target`, a load, and those of the places that follow its own in memory are one load of `value` elements
///   Share               of `value` neighbouring threads of a warp all load from where the first of them does, at `target`, a load
///   Synthesise          `target`, a call of a function that evolved programs are near, uses the one numbered `value`:
///                       core/kernel/ir/evolved_functions.h
///
/// `choices` are repairs and wirings, made once when the edit is proposed: operands of an inserted or moved instruction
/// that have no value at the new position, and the later use that takes the result of an inserted instruction.
/// `substitute` is the value that replaces `target`'s result where that is no longer available.
struct Edit {
  std::uint64_t uid = 0; ///< unique within a run; also the name of the instruction the edit creates
  Operator op = Operator::Delete;
  InstructionRef target;
  InstructionRef other;
  ValueRef substitute;
  std::vector<OperandChoice> choices;
  std::string parameter = {};
  std::string value = {};
  auto operator<=>(const Edit&) const = default;
};

using EditList = std::vector<Edit>;

/// "copy", "delete", "move", "replace", "operand", "swap", "set", "unroll", "cache", "registers", "approximate",
/// "precision", "perforate", "specialise", "restrict", "synchronise", "flatten", "promote", "reassociate", "pipeline",
/// "vectorise", "share", "synthesise".
const char* operatorName(Operator op);

} // namespace gevo
