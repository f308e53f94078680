#include "core/kernel/build/recording_program.h"

#include "core/kernel/build/program_key.h"
#include "core/kernel/compile/project_program.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/ir/parameter_reads.h"
#include "core/kernel/ir/pipeline.h"

#include <llvm/IR/Module.h>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

/// What recording needs to know of the kernels' code.
Result<void> describeKernels(RecordRequest& run, const Project& project, const FindGpu& findGpu) {
  GEVO_TRY_ASSIGN(const auto gpu, recordingGpu(project.build.device, findGpu));
  GEVO_TRY_ASSIGN(const auto base, ir::BaseModule::load(project.base, project.build.kernels));
  const auto original = base->original();
  ir::cleanUp(*original);
  ir::optimise(*original);
  run.parameterReads = ir::findParameterReads(*original);
  if (gpu) { // else the device is simulated
    GEVO_TRY_ASSIGN(run.gpuCode, writeGpuCode(*original, *gpu, run.scratch));
  }
  return {};
}

Result<std::unique_ptr<const RecordingProgram>> build(const Project& project, const InputFiles& files, const fs::path& folder,
                                                      const FindGpu& findGpu) {
  GEVO_TRY_ASSIGN(auto clang, locateClang());
  GEVO_TRY_ASSIGN(auto cuda, locateCuda());
  GEVO_TRY_ASSIGN(ScratchFolder scratch, ScratchFolder::make());
  const CompilerSetup setup{std::move(clang), std::move(cuda), project.build, folder, scratch.path()};
  GEVO_TRY_ASSIGN(const auto deviceFiles, compileDeviceCode(setup, files));
  GEVO_TRY_ASSIGN(const auto deviceCode, linkDeviceFiles(deviceFiles, files.cuda));
  GEVO_TRY_ASSIGN(auto device, describeDeviceCode(deviceCode));
  GEVO_TRY_ASSIGN(auto offsets, offsetsOf(project, device));
  GEVO_TRY_ASSIGN(auto outputs, outputRequests(project.build.outputs));
  GEVO_TRY_ASSIGN(const auto program, compileProgram(setup, files, deviceFiles));
  const fs::path base = setup.scratch / "base.bc";
  GEVO_TRY(writeFile(base, {reinterpret_cast<const char*>(project.base.data()), project.base.size()}));

  RecordRequest run{program, base, folder, setup.scratch, project.build.device, registersOf(project)};
  GEVO_TRY(describeKernels(run, project, findGpu));
  run.toleratesUndefined = project.build.toleratesUndefined;
  run.outline = project.build.hostRun.on && !run.gpuCode.empty();
  return std::unique_ptr<const RecordingProgram>(
      new RecordingProgram{std::move(scratch), std::move(run), std::move(device), std::move(offsets), std::move(outputs)});
}

} // namespace

Result<const RecordingProgram*> RecordingPrograms::find(const Project& project, const fs::path& folder, const Progress& progress) {
  GEVO_TRY_ASSIGN(const auto files, sortFiles(project.build, folder));
  GEVO_TRY(checkSources(project, projectFolder(files, folder)));
  const Hash128 key = programKey(project, files, folder);
  if (program_ && key == key_) return program_.get();
  program_.reset();
  if (progress) progress("building the program");
  GEVO_TRY_ASSIGN(program_, build(project, files, folder, findGpu_));
  key_ = key;
  return program_.get();
}

} // namespace gevo::program
