#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringRef.h>

namespace llvm {
class DbgVariableRecord;
class DILocalVariable;
class Function;
class Module;
class Value;
} // namespace llvm

namespace gevo::ir {

/// Gives every unnamed argument, block and instruction result a name: that of the source variable it holds according to debug
/// records, else one after its operation. The base is named once, so that texts of variants differ from the original's only where the code
/// does.
void nameValues(llvm::Module& module);

/// The variable holds the record's value itself: its expression computes nothing from it, mere conversions aside.
bool isUnchanged(const llvm::DbgVariableRecord& record);

/// The first source variable with a name that each value holds unchanged, by the function's debug records.
llvm::DenseMap<const llvm::Value*, const llvm::DILocalVariable*> sourceVariables(llvm::Function& function);

} // namespace gevo::ir
