#include "core/kernel/ir/kernel_pipelines.h"

#include "core/kernel/ir/directives.h"
#include "core/kernel/ir/if_conversion.h"

#include <algorithm>
#include <array>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace gevo::ir {
namespace {

constexpr llvm::StringRef attribute = "gevo.pipeline";

/// Those of many that gain something on some sample, and that LLVM's back end would not come to anyway
/// (resources/docs/benchmarks/search.md). What is done before the usual passes makes a difference; after them there is little left to do.
/// irce and structurizecfg are none of them: they break up code around barriers, or leave branches on undefined values.
constexpr std::array pipelines{
    KernelPipeline{"unroll4", "its innermost loops unrolled, 4 rounds at once", "unroll-loops-by-4"},
    KernelPipeline{"unroll8", "its innermost loops unrolled, 8 rounds at once", "unroll-loops-by-8"},
    KernelPipeline{"unrollfull", "its innermost loops unrolled, in full where their number of rounds is known", "unroll-loops-by-full"},
    KernelPipeline{"splitgep", "constant parts of addresses split off, and the rest shared",
                   "separate-const-offset-from-gep,nary-reassociate"},
    KernelPipeline{"slsr", "products in straight-line code made additions to earlier ones", "slsr"},
    KernelPipeline{"loopreduce", "addresses in loops counted on from round to round", "loop(loop-reduce)"},
    KernelPipeline{"sink", "what it computes moved to where it is used", "sink,reg2mem,mem2reg"},
    KernelPipeline{"speculate", "both sides of short branches computed, and their results selected",
                   "flatten-branches,simplifycfg<bonus-inst-threshold=16;speculate-blocks;speculate-unpredictables;hoist-common-insts;"
                   "sink-common-insts>"}};

/// Innermost loops of which no edit says anything.
class UnrollLoops : public llvm::PassInfoMixin<UnrollLoops> {
public:
  explicit UnrollLoops(std::string rounds) : rounds_(std::move(rounds)) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) const {
    for (const llvm::Loop* const loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
      llvm::BasicBlock* const latch = loop->isInnermost() ? loop->getLoopLatch() : nullptr;
      if (latch) askForUnrolling(*latch->getTerminator(), rounds_);
    }
    return llvm::PreservedAnalyses::all();
  }

private:
  std::string rounds_;
};

class FlattenBranches : public llvm::PassInfoMixin<FlattenBranches> {
public:
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    return flattenBranches(function) ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
};

} // namespace

std::span<const KernelPipeline> kernelPipelines() { return pipelines; }

const KernelPipeline* findKernelPipeline(std::string_view name) {
  const auto* const found = std::ranges::find(pipelines, name, &KernelPipeline::name);
  return found == pipelines.end() ? nullptr : found;
}

std::string pipelineOf(const llvm::Function& kernel) { return kernel.getFnAttribute(attribute).getValueAsString().str(); }

bool setPipeline(llvm::Function& kernel, std::string_view name) {
  if (pipelineOf(kernel) == name) return false;
  kernel.addFnAttr(attribute, name);
  return true;
}

bool hasPipelines(const llvm::Module& module) {
  return llvm::any_of(module, [](const llvm::Function& function) { return function.hasFnAttribute(attribute); });
}

void dropPipelines(llvm::Module& module) {
  for (llvm::Function& function : module) function.removeFnAttr(attribute);
}

void registerKernelPasses(llvm::PassBuilder& builder) {
  builder.registerPipelineParsingCallback(
      [](llvm::StringRef name, llvm::FunctionPassManager& passes, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        if (name == "flatten-branches") return passes.addPass(FlattenBranches()), true;
        if (!name.consume_front("unroll-loops-by-")) return false;
        passes.addPass(UnrollLoops(name.str()));
        return true;
      });
}

} // namespace gevo::ir
