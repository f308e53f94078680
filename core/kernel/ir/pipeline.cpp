#include "core/kernel/ir/pipeline.h"

#include "core/kernel/ir/cache_hints.h"
#include "core/kernel/ir/directives.h"
#include "core/kernel/ir/kernel_pipelines.h"
#include "core/kernel/ir/reassociation.h"
#include "core/kernel/ir/restriction.h"
#include "core/kernel/ir/target_machine.h"
#include "core/kernel/ir/vectorisation.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CrashRecoveryContext.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>

namespace gevo::ir {
namespace {

std::string withoutSpace(std::string text) {
  std::erase_if(text, [](char character) { return character == ' ' || character == '\n'; });
  return text;
}

/// The -O3 pipeline without passes that only help unoptimised or CPU code, and with fewer runs of the combiner: the base has been through
/// clang's -O3, and an edit leaves little to clean up. Takes half of -O3's time, for code as fast.
const std::string& pipeline() {
  static const std::string text = withoutSpace(R"(
    inferattrs,
    function(instcombine<no-verify-fixpoint>, simplifycfg, early-cse),
    ipsccp, globalopt,
    cgscc(
      inline, function-attrs<skip-non-recursive-function-attrs>, argpromotion,
      function<eager-inv>(
        sroa<modify-cfg>, early-cse<memssa>, speculative-execution<only-if-divergent-target>, jump-threading, correlated-propagation,
        simplifycfg<switch-range-to-icmp>, aggressive-instcombine, tailcallelim, reassociate, constraint-elimination,
        loop-mssa(
          loop-instsimplify, loop-simplifycfg, licm<no-allowspeculation>, loop-rotate<header-duplication;no-prepare-for-lto>,
          licm<allowspeculation>, simple-loop-unswitch<nontrivial;trivial>),
        simplifycfg<switch-range-to-icmp>,
        loop(loop-idiom, indvars, loop-deletion, loop-unroll-full),
        sroa<modify-cfg>, vector-combine, mldst-motion, gvn<>, sccp, bdce, adce, memcpyopt, dse, loop-mssa(licm<allowspeculation>),
        simplifycfg<switch-range-to-icmp;switch-to-arithmetic;hoist-common-insts;sink-common-insts>),
      function-attrs),
    deadargelim, globaldce,
    function<eager-inv>(
      infer-alignment,
      simplifycfg<forward-switch-cond;switch-range-to-icmp;switch-to-arithmetic;switch-to-lookup;no-keep-loops;hoist-common-insts;sink-common-insts>,
      loop-unroll<O3>, sroa<preserve-cfg>, instcombine<no-verify-fixpoint>, loop-mssa(licm<allowspeculation>),
      alignment-from-assumptions, instsimplify, div-rem-pairs,
      simplifycfg<switch-range-to-icmp;switch-to-arithmetic;switch-to-lookup;hoist-loads-stores-with-cond-faulting;speculate-unpredictables>),
    globaldce, constmerge)");
  return text;
}

/// Functions in which no edit asks for unrolling stay as they are.
class UnrollAsEdited : public llvm::PassInfoMixin<UnrollAsEdited> {
public:
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    constexpr int optimisation = 3;
    constexpr bool onlyWhereAsked = true;
    if (!editsAskForUnrolling(function)) return llvm::PreservedAnalyses::all();
    return llvm::LoopUnrollPass(llvm::LoopUnrollOptions(optimisation, onlyWhereAsked)).run(function, analyses);
  }
};

class ReassociateAsMarked : public llvm::PassInfoMixin<ReassociateAsMarked> {
public:
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    return reassociateAsMarked(function) ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
};

class VectoriseAsMarked : public llvm::PassInfoMixin<VectoriseAsMarked> {
public:
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    return vectoriseAsMarked(function) ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
};

class PassesAsChosen : public llvm::PassInfoMixin<PassesAsChosen> {
public:
  explicit PassesAsChosen(llvm::PassBuilder& builder) : builder_(&builder) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) const {
    const KernelPipeline* const pipeline = findKernelPipeline(pipelineOf(function));
    if (!pipeline) return llvm::PreservedAnalyses::all();
    llvm::FunctionPassManager passes;
    llvm::cantFail(builder_->parsePassPipeline(passes, pipeline->passes));
    return passes.run(function, analyses);
  }

private:
  llvm::PassBuilder* builder_;
};

/// Pass managers and analyses for one architecture, made once: registering them costs more than the light clean-up itself.
class Passes {
public:
  explicit Passes(llvm::TargetMachine* machine) : builder_(machine, tuning()) {
    builder_.registerModuleAnalyses(moduleAnalyses_);
    builder_.registerCGSCCAnalyses(cgsccAnalyses_);
    builder_.registerFunctionAnalyses(functionAnalyses_);
    builder_.registerLoopAnalyses(loopAnalyses_);
    builder_.crossRegisterProxies(loopAnalyses_, functionAnalyses_, cgsccAnalyses_, moduleAnalyses_);
    registerKernelPasses(builder_);
    light_.addPass(llvm::ADCEPass());
  }

  void cleanUp(llvm::Module& module) {
    for (llvm::Function& function : module) {
      if (!function.isDeclaration()) light_.run(function, functionAnalyses_);
    }
    forget();
  }
  void optimise(llvm::Module& module) {
    // Built each time: LLVM's inliner stage can run only once. Building takes 20 us.
    llvm::ModulePassManager passes;
    const bool someAreChosen = hasPipelines(module);
    if (someAreChosen) passes.addPass(llvm::createModuleToFunctionPassAdaptor(PassesAsChosen(builder_)));
    // First: the combiner may drop the flags that tell how many rounds a loop has.
    if (someAreChosen || llvm::any_of(module, editsAskForUnrolling))
      passes.addPass(llvm::createModuleToFunctionPassAdaptor(UnrollAsEdited()));
    if (hasReassociationMarks(module)) passes.addPass(llvm::createModuleToFunctionPassAdaptor(ReassociateAsMarked()));
    llvm::cantFail(builder_.parsePassPipeline(passes, pipeline()));
    if (hasVectorMarks(module)) passes.addPass(llvm::createModuleToFunctionPassAdaptor(VectoriseAsMarked()));
    passes.run(module, moduleAnalyses_);
    dropPipelines(module);
    dropUnrolling(module);
    dropUnusedRestrictions(module);
    forget();
  }

private:
  static llvm::PipelineTuningOptions tuning() {
    llvm::PipelineTuningOptions options;
    options.LoopUnrolling = true;
    return options;
  }
  /// Analyses are keyed by addresses, which the next module may reuse.
  void forget() {
    loopAnalyses_.clear();
    functionAnalyses_.clear();
    cgsccAnalyses_.clear();
    moduleAnalyses_.clear();
  }

  llvm::LoopAnalysisManager loopAnalyses_;
  llvm::FunctionAnalysisManager functionAnalyses_;
  llvm::CGSCCAnalysisManager cgsccAnalyses_;
  llvm::ModuleAnalysisManager moduleAnalyses_;
  llvm::PassBuilder builder_;
  llvm::FunctionPassManager light_;
};

Passes& passesFor(const llvm::Module& module) {
  thread_local std::map<std::pair<std::string, std::string>, std::unique_ptr<Passes>> all;
  const std::string architecture = architectureOf(module);
  const std::string isa = isaOf(module);
  auto& passes = all[{architecture, isa}];
  if (!passes) {
    // Without the target the passes still work, with generic costs.
    const auto machine = targetMachine(architecture, isa);
    passes = std::make_unique<Passes>(machine ? *machine : nullptr);
  }
  return *passes;
}

/// The number in "sm_90"; 0 where there is none.
unsigned generationOf(llvm::StringRef architecture) {
  unsigned number = 0;
  architecture.consume_front("sm_");
  architecture.consumeInteger(10, number);
  return number;
}

/// The PTX version that the base was compiled for, or the first that has the architecture if that is later.
std::string isaFor(const llvm::Module& module, const std::string& architecture, unsigned newest) {
  if (generationOf(architecture) > generationOf(architectureOf(module))) return "";
  const std::string isa = isaOf(module);
  unsigned number = 0;
  llvm::StringRef digits = isa;
  const bool isNewer = newest != 0 && digits.consume_front("ptx") && !digits.consumeInteger(10, number) && number > newest;
  return isNewer ? "ptx" + std::to_string(newest) : isa;
}

/// Consumes the module.
Result<std::string> generate(llvm::Module& module, const std::string& architecture, unsigned newestIsa = 0) {
  GEVO_TRY_ASSIGN(const auto machine, targetMachine(architecture, isaFor(module, architecture, newestIsa)));
  module.setDataLayout(machine->createDataLayout());
  writeCacheHints(module);
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile)) {
    return fail("this LLVM cannot generate PTX for {}; install one with the NVPTX target", architecture);
  }
  // The back end aborts the process on some code; a view or an export must survive and report that.
  llvm::CrashRecoveryContext::Enable();
  llvm::CrashRecoveryContext recovery;
  const bool finished = recovery.RunSafely([&] { passes.run(module); });
  llvm::CrashRecoveryContext::Disable();
  if (!finished) return fail("LLVM's back end cannot generate PTX for this variant; switch off its last edits");
  return std::string(text);
}

} // namespace

void cleanUp(llvm::Module& module) { passesFor(module).cleanUp(module); }
void optimise(llvm::Module& module) { passesFor(module).optimise(module); }

std::string verifierMessage(const llvm::Module& module) {
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (!llvm::verifyModule(module, &stream)) return "";
  return message.empty() ? "the module is invalid" : message.substr(0, message.find('\n'));
}

Result<std::string> emitPtx(const llvm::Module& module, const std::string& architecture, unsigned newestIsa) {
  const auto stripped = llvm::CloneModule(module);
  llvm::StripDebugInfo(*stripped);
  return generate(*stripped, architecture, newestIsa);
}

Result<std::string> emitPtxWithLines(const llvm::Module& module, const std::string& architecture) {
  const auto clone = llvm::CloneModule(module);
  return generate(*clone, architecture);
}

std::string printModule(const llvm::Module& module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return text;
}

} // namespace gevo::ir
