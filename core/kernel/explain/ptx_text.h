#pragma once

#include "core/base/result.h"
#include "core/kernel/describe/source_map.h"

namespace llvm {
class Module;
}

namespace gevo::ir {

/// The PTX that `emitPtx` gives for this optimised module, with the source of each line. Changes the module's debug locations.
Result<MappedText> ptxText(llvm::Module& module, const SourceMap& sources, const std::string& architecture);

} // namespace gevo::ir
