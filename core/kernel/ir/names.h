#pragma once

namespace llvm {
class Module;
}

namespace gevo::ir {

/// Gives every unnamed argument, block and instruction result a name: that of the source variable it holds where debug
/// records tell, else one after its operation. Names are given once, to the base, so that texts of variants differ from
/// the original's only where the code does.
void nameValues(llvm::Module& module);

} // namespace gevo::ir
