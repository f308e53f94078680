/// What pipelines of kernels gain: the originals of projects, with each pipeline on all kernels, on the simulated GPU. CSV, a line for each
/// project and pipeline that changes its code: the speedup over the usual pipeline, whether results are the same, and whether the PTX is:
/// LLVM's back end does some of what its passes do too.
///
/// pipeline_bench FILE.gevo... [--others FILE]
///
/// A line of --others is NAME|PASSES|PASSES: pipelines that the program does not have, before and after the usual passes.

#include "core/kernel/ir/kernel_pipelines.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/ir/target_machine.h"
#include "core/kernel/operators/apply.h"
#include "core/kernel/worker/device.h"
#include "core/store/store.h"

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>

using namespace gevo;

namespace {

template <class Value> Value require(Result<Value> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "pipeline_bench: %s\n", result.error().message.c_str());
  std::exit(1);
}

struct Passes {
  std::string name;
  std::string before;
  std::string after;
};

/// False: LLVM does not know them.
bool runPasses(llvm::Module& module, const std::string& text) {
  if (text.empty()) return true;
  llvm::PassBuilder builder(require(ir::targetMachine(ir::architectureOf(module), ir::isaOf(module))));
  ir::registerKernelPasses(builder);
  llvm::LoopAnalysisManager loopAnalyses;
  llvm::FunctionAnalysisManager functionAnalyses;
  llvm::CGSCCAnalysisManager cgsccAnalyses;
  llvm::ModuleAnalysisManager moduleAnalyses;
  builder.registerModuleAnalyses(moduleAnalyses);
  builder.registerCGSCCAnalyses(cgsccAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses, cgsccAnalyses, moduleAnalyses);
  llvm::FunctionPassManager passes;
  if (llvm::Error error = builder.parsePassPipeline(passes, text)) {
    std::fprintf(stderr, "pipeline_bench: %s\n", llvm::toString(std::move(error)).c_str());
    return false;
  }
  for (llvm::Function& function : module)
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel && !function.isDeclaration()) passes.run(function, functionAnalyses);
  return true;
}

/// A project's tests on the simulated GPU, with what is known of code that ran.
class Tests {
public:
  explicit Tests(const Project& project) : base_(require(ir::BaseModule::load(project.base, project.build.kernels))) {
    EvaluationSettings settings;
    settings.races = RacePolicy::Flag;
    device_ = require(worker::SimulatedDevice::open(project, settings));
    const auto original = base_->original();
    ir::cleanUp(*original);
    ir::optimise(*original);
    originalCode_ = ir::codeHash(*original);
    originalPtx_ = ptxOf(*original);
    for (const TestCase& test : project.tests)
      if (test.role == TestRole::Test) tests_.push_back(require(device_->prepare(test, *original)));
    for (const auto& test : tests_) pointers_.push_back(test.get());
  }

  void print(const std::string& sample, const Passes& passes) {
    const auto module = base_->original();
    ir::cleanUp(*module);
    if (!runPasses(*module, passes.before)) return;
    ir::optimise(*module);
    if (!runPasses(*module, passes.after)) return;
    if (const std::string message = ir::verifierMessage(*module); !message.empty()) {
      std::printf("%s,%s,invalid,%s\n", sample.c_str(), passes.name.c_str(), message.c_str());
      return;
    }
    const Hash128 code = ir::codeHash(*module);
    if (code == originalCode_) return;
    const auto [known, isNew] = known_.try_emplace(toHex(code));
    if (isNew) known->second = measured(*module);
    std::printf("%s,%s,%s,%s\n", sample.c_str(), passes.name.c_str(), known->second.c_str(),
                ptxOf(*module) == originalPtx_ ? "same" : "other");
    std::fflush(stdout);
  }

private:
  static std::string ptxOf(const llvm::Module& module) { return require(ir::emitPtx(module, ir::architectureOf(module))); }
  std::string measured(const llvm::Module& module) const {
    const auto reports = device_->run(pointers_, module);
    if (!reports) return "unsupported," + reports.error().message;
    double speedup = 0;
    for (std::size_t i = 0; i < reports->size(); ++i) {
      const program::ReplayReport& report = (*reports)[i];
      if (!report.valid()) return "wrong," + report.message;
      if (report.error > 0) return "inexact,";
      speedup += tests_[i]->microseconds / report.microseconds / static_cast<double>(tests_.size());
    }
    return fmt::format("{:.4f},exact", speedup);
  }

  std::unique_ptr<ir::BaseModule> base_;
  std::unique_ptr<worker::SimulatedDevice> device_;
  worker::PreparedTests tests_;
  std::vector<const worker::PreparedTest*> pointers_;
  Hash128 originalCode_;
  std::string originalPtx_;
  std::map<std::string, std::string> known_;
};

std::vector<Passes> passesIn(const std::string& file) {
  std::vector<Passes> found;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    Passes& one = found.emplace_back();
    std::getline(words, one.name, '|');
    std::getline(words, one.before, '|');
    std::getline(words, one.after, '|');
  }
  return found;
}

} // namespace

int main(int count, char** arguments) {
  std::vector<std::string> files;
  std::string others;
  CLI::App app("Pipelines of kernels");
  app.add_option("files", files)->required();
  app.add_option("--others", others, "Pipelines that the program does not have");
  CLI11_PARSE(app, count, arguments);
  std::vector<Passes> all = passesIn(others);
  for (const ir::KernelPipeline& one : ir::kernelPipelines()) all.push_back({std::string(one.name), std::string(one.passes), ""});
  std::printf("sample,pipeline,speedup,results,ptx\n");
  for (const std::string& file : files) {
    Tests tests(require(require(Store::open(file, Store::Access::Read))->project()));
    for (const Passes& passes : all) tests.print(std::filesystem::path(file).stem(), passes);
  }
}
