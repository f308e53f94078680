#include "core/kernel/build/project_builder.h"

#include "core/kernel/build/architecture_choice.h"
#include "core/kernel/build/findings.h"
#include "core/kernel/build/parameter_space.h"
#include "core/kernel/build/project_sources.h"
#include "core/kernel/compile/flags.h"
#include "core/kernel/compile/nvcc.h"
#include "core/kernel/compile/project_program.h"
#include "core/kernel/explain/inspect.h"
#include "core/kernel/host_run/host_run_evaluator.h"
#include "core/kernel/host_run/quality.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/toolchain/registers.h"
#include "core/values/device_name.h"

#include <algorithm>
#include <llvm/IR/Module.h>

namespace gevo::program {

namespace {

std::string_view view(const Bytes& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

} // namespace

Result<void> ProjectBuilder::checkInput() {
  GEVO_TRY_ASSIGN(auto files, sortFiles(request_.settings, setup_.folder));
  files_ = std::move(files);
  const bool selects =
      std::any_of(request_.tests.begin(), request_.tests.end(), [](const TestCase& t) { return t.role != TestRole::HeldOut; });
  if (!selects && !isConfiguration()) return fail("there is no test to evaluate variants with; add at least one with --test");
  GEVO_TRY_ASSIGN(auto requests, outputRequests(request_.outputs));
  outputRequests_ = std::move(requests);
  const HostRunSettings& asked = request_.settings.hostRun;
  if (asked.on && !isGpu(setup_.settings.device) && timedRole(request_.tests) == TestRole::Workload)
    return fail("a workload is sampled from recordings, which variants evaluated by running the program don't use; leave out --workload "
                "or --live");
  if (!asked.quality.empty()) GEVO_TRY(checkQualityPattern(asked.quality));
  if (const auto chosen = chooseDevice(); !chosen) return chosen;
  reply_.project.name = request_.name;
  reply_.project.build = setup_.settings;
  reply_.project.build.outputs = request_.outputs;
  reply_.project.compiler = setup_.clang.version;
  return {};
}

Result<void> ProjectBuilder::chooseDevice() {
  GEVO_TRY_ASSIGN(auto gpu, recordingGpu(setup_.settings.device, findGpu_));
  gpu_ = std::move(gpu);
  GEVO_TRY_ASSIGN(auto model, sim::loadModel(screeningDevice(setup_.settings.device)));
  model_ = std::move(model);
  const std::vector<std::string> named =
      setup_.settings.architecture.empty() ? flagsOf(setupFor(setup_, files_.cuda.front())).architectures : std::vector<std::string>();
  ChosenArchitecture chosen = chooseArchitecture(setup_.settings.architecture, named, gpu_ ? gpu_->architecture : model_.architecture(),
                                                 gpu_ ? setup_.settings.device : model_.name);
  setup_.settings.architecture = std::move(chosen.architecture);
  std::ranges::move(chosen.notes, std::back_inserter(reply_.notes));
  return {};
}

Result<void> ProjectBuilder::compileDevice() {
  report(fmt::format("compiling the device code of {}", fmt::join(files_.cuda, ", ")));
  GEVO_TRY_ASSIGN(auto made, compileDeviceCode(setup_, files_));
  deviceFiles_ = std::move(made);
  GEVO_TRY_ASSIGN(auto linked, linkDeviceFiles(deviceFiles_, files_.cuda));
  deviceCode_ = std::move(linked);
  GEVO_TRY_ASSIGN(auto described, describeDeviceCode(deviceCode_));
  device_ = std::move(described);
  if (device_.kernels.empty()) return fail("{} holds no kernel (no __global__ function)", fmt::join(files_.cuda, ", "));
  if (isConfiguration()) {
    reply_.project.build.kernels = sameKernels(request_.settings.kernels, device_);
    return {};
  }
  GEVO_TRY_ASSIGN(auto chosen, chosenKernels(request_.settings.kernels, device_));
  reply_.project.build.kernels = std::move(chosen);
  return {};
}

Result<void> ProjectBuilder::prepare() {
  report("preparing the base");
  Project& project = reply_.project;
  GEVO_TRY_ASSIGN(auto base, ir::prepareBase(deviceCode_));
  project.base = std::move(base);
  GEVO_TRY_ASSIGN(const auto module, ir::BaseModule::load(project.base, project.build.kernels));
  if (!isConfiguration()) {
    // As the views show it, without debug records and metadata.
    const auto shown = ir::inspect(*module, {}, {}, project.build.architecture);
    project.baseText = shown ? shown->ir.text : ir::printModule(module->module());
  }
  const auto baseline = module->original();
  ir::cleanUp(*baseline);
  ir::optimise(*baseline);
  parameterReads_ = ir::findParameterReads(*baseline);
  const FoundRegisters found = findRegisters(*baseline, project.build.architecture);
  if (!found.note.empty()) reply_.notes.push_back(found.note);
  for (const KernelDescription& kernel : device_.kernels) {
    const auto registers = found.registers.find(kernel.name);
    project.kernels.push_back({kernel.name, kernel.shownName, countInstructions(project.base, kernel.name),
                               registers != found.registers.end() ? registers->second : 0, true, isOfLibrary(kernel, setup_.cuda)});
  }
  GEVO_TRY_ASSIGN(auto simulator, sim::Simulator::create(*baseline, model_));
  simulator.useRegisters(registersOf(project));
  if (live().on) original_ = bitcodeOf(*baseline);
  if (gpu_) {
    GEVO_TRY_ASSIGN(auto code, writeGpuCode(*baseline, *gpu_, setup_.scratch));
    gpuCode_ = std::move(code);
  }
  simulator_.emplace(std::move(simulator));
  return writeFile(basePath(), view(project.base));
}

Result<void> ProjectBuilder::compileHost() {
  report("compiling the host program");
  GEVO_TRY_ASSIGN(auto program, compileProgram(setup_, files_, deviceFiles_));
  program_ = std::move(program);
  if (setup_.warnings && !setup_.warnings->empty()) reply_.notes.push_back("the compilers warn:\n" + *setup_.warnings);
  return {};
}

Result<void> ProjectBuilder::compileOther() {
  if (!findNvcc()) return {};
  report("compiling the device code with nvcc too");
  NvccOriginal made = compileByNvcc(setup_, files_, device_);
  reply_.project.nvcc = std::move(made.code);
  if (!made.note.empty()) reply_.notes.push_back(std::move(made.note));
  return {};
}

Result<void> ProjectBuilder::collectSources() {
  reply_.project.sources = sourcesWithCode(setup_, files_, device_.files);
  return {};
}

Result<void> ProjectBuilder::findParameters() {
  if (!request_.findsParameters && request_.parameters.empty()) return {};
  report("looking for parameters");
  addIncludedHeaders(reply_.project.sources, setup_, files_);
  GEVO_TRY_ASSIGN(ProgramParameters found, parameterSpaceOf(request_, setup_, files_, reply_.project.sources, reply_.notes));
  reply_.project.parameters = std::move(found.space);
  reply_.untuned = std::move(found.untuned);
  return {};
}

} // namespace gevo::program
