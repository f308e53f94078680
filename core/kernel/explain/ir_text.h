#pragma once

#include "core/kernel/describe/source_map.h"

namespace llvm {
class Module;
}

namespace gevo::ir {

/// The module as text for reading: functions that have code and the variables they use, names demangled, without debug records,
/// attributes, metadata or comments. Removes these from the module, which can't be used for anything else afterwards.
MappedText irText(llvm::Module& module, const SourceMap& sources);
/// The module as LLVM prints it.
MappedText plainIrText(const llvm::Module& module, const SourceMap& sources);

} // namespace gevo::ir
