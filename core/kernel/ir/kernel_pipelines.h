#pragma once

/// Pipelines of single kernels: what LLVM does to a kernel besides what it does to every one (pipeline.h). Which passes help differs from
/// kernel to kernel more than by what they do (Nobre et al. 2018).

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace llvm {
class Function;
class Module;
class PassBuilder;
} // namespace llvm

namespace gevo::ir {

struct KernelPipeline {
  std::string_view name;
  std::string_view words;  ///< what the kernel is compiled with
  std::string_view passes; ///< before the usual ones, as `opt` takes them, with those of registerKernelPasses()
};
std::span<const KernelPipeline> kernelPipelines();
/// Null: there is none of this name.
const KernelPipeline* findKernelPipeline(std::string_view name);

/// The name of a kernel's own; empty: it has none.
std::string pipelineOf(const llvm::Function& kernel);
/// False: it has that one already.
bool setPipeline(llvm::Function& kernel, std::string_view name);
bool hasPipelines(const llvm::Module& module);
/// Once they ran: else equal code would have other hashes.
void dropPipelines(llvm::Module& module);

/// Passes that LLVM does not have: `flatten-branches`, and `unroll-loops-by-2` and so on.
void registerKernelPasses(llvm::PassBuilder& builder);

} // namespace gevo::ir
