#include "core/kernel/worker/doctor.h"

#include "core/base/paths.h"
#include "core/kernel/build/build.h"
#include "core/kernel/compile/nvcc.h"
#include "core/kernel/cuda/device/doctor.h"
#include "core/kernel/cuda/device/gpu.h"
#include "core/kernel/process/program_limits.h"
#include "core/kernel/sandbox/sandbox.h"
#include "core/kernel/simulator/machine/model.h"
#include "core/kernel/toolchain/ptxas.h"
#include "core/kernel/toolchain/toolchain.h"

#include <llvm/Config/llvm-config.h>
#include <thread>

namespace gevo::worker {

namespace {

Finding finding(std::string name, const Result<std::string>& found) {
  return {std::move(name), found.has_value(), found ? *found : found.error().message};
}

/// The default first, then the other models by name.
std::vector<DeviceChoice> simulatedDevices() {
  const std::string standard = EvaluationSettings().device;
  std::vector<DeviceChoice> devices;
  const Result<sim::Model> first = sim::loadModel(standard);
  if (first) devices.push_back({standard, first->name});
  for (const std::string& name : sim::modelNames()) {
    const Result<sim::Model> model = sim::loadModel("sim:" + name);
    if (model && (!first || model->name != first->name)) devices.push_back({"sim:" + name, model->name});
  }
  return devices;
}

Result<std::string> findSimulatedGpu() {
  Result<sim::Model> model = sim::loadModel("sim");
  GEVO_TRY(model);
  std::string names;
  for (const DeviceChoice& device : simulatedDevices())
    names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", device.name, device.id);
  return fmt::format("{}, on {} cores", names, std::thread::hardware_concurrency());
}

Result<std::string> findRuntimeReplacement() {
  GEVO_TRY_ASSIGN(std::filesystem::path path, companionPath("libgevocudart.so"));
  return path.string();
}

/// How host programs are restricted in host-executed evaluations.
Result<std::string> findLiveLimits() {
  if (sandbox::canRestrictWriting()) return std::string("no network, and nothing is written outside of a private copy (Landlock)");
  return fail("no network, but this kernel does not keep a program from writing outside of its copy; use one with Landlock");
}

} // namespace

Result<MachineReport> examineMachine() {
  MachineReport reply;
  reply.devices = simulatedDevices();
  if (const Result<std::vector<cuda::Gpu>> gpus = cuda::listGpus()) {
    for (const cuda::Gpu& gpu : *gpus) reply.devices.push_back({fmt::format("cuda:{}", gpu.number), gpu.name, gpu.architecture()});
    if (gpus->size() > 1) reply.devices.push_back({"cuda:all", fmt::format("all {} GPUs", gpus->size())});
  }
  reply.findings.push_back(finding("simulated GPU", findSimulatedGpu()));
  reply.findings.push_back(finding("NVIDIA driver", cuda::examineDriver()));
  reply.findings.push_back(finding("NVIDIA GPU", cuda::examineGpus()));
  reply.findings.push_back(finding("NVML", cuda::examineNvml()));
  reply.findings.push_back({"LLVM", true, LLVM_VERSION_STRING});
  reply.findings.push_back(finding("clang", program::findClang()));
  reply.findings.push_back(finding("CUDA toolkit", program::findCudaToolkit()));
  reply.findings.push_back(finding("ptxas", program::findPtxas()));
  reply.findings.push_back(finding("nvcc", program::findNvcc()));
  reply.findings.push_back(finding("nvJitLink", cuda::examineJitLink()));
  reply.findings.push_back(finding("CUDA runtime replacement", findRuntimeReplacement()));
  reply.findings.push_back(finding("worker sandbox", sandbox::examine()));
  reply.findings.push_back(finding("live runs", findLiveLimits()));
  return reply;
}

} // namespace gevo::worker
