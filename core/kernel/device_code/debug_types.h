#pragma once

/// Converts types of debug information to element types. Only for files of this folder that use LLVM.

#include "core/kernel/device_code/device_code.h"

namespace llvm {
class DIType;
class Function;
} // namespace llvm

namespace gevo::program {

/// Of a scalar, an array of one, or a structure whose members are all of one (float4, a complex number).
std::optional<ElementType> elementTypeOf(const llvm::DIType* type);

/// Empty when debug information and the function's parameters don't correspond.
std::vector<PointerParameter> pointerParameters(const llvm::Function& kernel);

} // namespace gevo::program
