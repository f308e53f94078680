#pragma once

namespace llvm {
class Module;
}

namespace gevo::ir {

/// Makes every contractable multiply-add an `llvm.fma`, in the order and by the priorities of the NVPTX back end, then
/// clears `contract` everywhere: what is left separate stays separate (`.rn`), on the simulated GPU and in PTX alike.
void contractMultiplyAdds(llvm::Module& module);

} // namespace gevo::ir
