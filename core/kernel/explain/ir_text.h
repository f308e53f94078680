#pragma once

#include "core/kernel/describe/source_map.h"

namespace llvm {
class Module;
}

namespace gevo::ir {

/// The module as text for reading: functions that have code and the variables they use, names demangled, without debug records,
/// attributes, metadata or remarks. Consumes what it leaves out: the module serves for nothing else afterwards.
MappedText irText(llvm::Module& module, const SourceMap& sources);
/// The module as LLVM prints it.
MappedText plainIrText(const llvm::Module& module, const SourceMap& sources);

} // namespace gevo::ir
