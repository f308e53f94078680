#pragma once

/// Short programs that may take the place of a kept function (kept_functions.h). Each is a function of the base, behind all others, which
/// nothing calls until an edit does: it computes the program where all parameters are within the domain that it was evolved for, and calls
/// the original elsewhere.

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/tmbl/program.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace gevo::ir {

/// Attached to such a function; bitcode lists the kinds that its context knows.
inline constexpr const char* evolvedMetadata = "gevo.evolved";

struct EvolvedFunction {
  std::string function;                        ///< the kept one's name in the module
  std::vector<std::pair<float, float>> domain; ///< least and largest value of each parameter
  tmbl::Program program;                       ///< of as many inputs; its result is in slot 0
  double error = 0;                            ///< root of the mean square, of the values that calls had
};

/// Those of a function are numbered from 1, in their order. An error if a function is not there, or takes something else.
Result<Bytes> addEvolvedFunctions(ByteView base, const std::vector<EvolvedFunction>& evolved);

/// With those of another base of the same program, for the functions that both have, under the same numbers.
Result<Bytes> withEvolvedFunctionsOf(ByteView source, ByteView base);

bool isEvolved(const llvm::Function& function);

/// Bodies of those that nothing calls: there may be a hundred, which passes would look at for nothing.
void dropUnusedEvolved(llvm::Module& module);
/// The kept function that the instruction calls, or the one that it called before an edit; null: none.
const llvm::Function* keptFunctionOf(const llvm::Instruction& call);
/// Programs there are for it.
unsigned evolvedCount(const llvm::Function& kept);
/// Null: there is none of this number.
llvm::Function* evolvedFunction(const llvm::Function& kept, unsigned number);
/// What it was made of; nothing for other functions.
std::optional<EvolvedFunction> describeEvolved(const llvm::Function& function);

} // namespace gevo::ir
