#pragma once

/// Constants that operands may take.

#include <vector>

namespace llvm {
class Constant;
class Module;
class Type;
} // namespace llvm

namespace gevo::ir {

/// The constants that occur as changeable operands in the editable functions, in order of first occurrence, then 0 and 1 of
/// the number types among them. The order is part of what edits mean.
std::vector<llvm::Constant*> constantTable(llvm::Module& module, const std::vector<bool>& editable);

/// 1, 1.0 or null (Liou et al. 2019, Fig. 3), element by element for vectors, zero for aggregates; null for a type without values.
llvm::Constant* defaultConstant(llvm::Type* type);

} // namespace gevo::ir
