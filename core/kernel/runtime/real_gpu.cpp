// A real GPU instead of the simulated one, for programs whose kernels take too long there. The simulated memory keeps the addresses and
// the data that the host wrote or read; the GPU holds the rest.

#include "core/base/wire.h"
#include "core/kernel/cuda/lease/leased_gpu.h"
#include "core/kernel/cuda/program_gpu/owned_gpu.h"
#include "core/kernel/demangle/demangle.h"
#include "core/kernel/process/process.h"
#include "core/kernel/runtime/device.h"

#include <cstdlib>

namespace gevo::cuda {

Result<void> Device::openGpu(int number) {
  GEVO_TRY_ASSIGN(auto gpu, OwnedGpu::open(number));
  useGpu(std::move(gpu));
  return {};
}

Result<void> Device::borrowGpu() {
  GEVO_TRY_ASSIGN(auto gpu, LeasedGpu::take(hostRun_->order().gpu.lease));
  useGpu(std::move(gpu));
  return {};
}

void Device::useGpu(std::unique_ptr<ProgramGpu> gpu) {
  gpu_ = std::move(gpu);
  model_ = describe(std::move(model_), gpu_->traits());
  managed_.replaceMappings();
}

Result<void> Device::loadGpu() {
  if (!gpu_) return {};
  std::vector<ProgramGpu::Variable> variables;
  for (const auto& [handle, name] : variables_)
    if (const auto found = symbol(name)) variables.push_back({name, found->address, found->size});
  if (hostRun_) return gpu_->load(hostRun_->order().gpu.code, variables);
  const char* file = std::getenv(program::gpuCodeVariable);
  if (file == nullptr) return fail("{} names no code for the GPU; build the program with gevo new", program::gpuCodeVariable);
  GEVO_TRY_ASSIGN(const auto ptx, program::readFile(file));
  return gpu_->load(ByteView(reinterpret_cast<const std::uint8_t*>(ptx.data()), ptx.size()), variables);
}

Status Device::allocateOnGpu(std::uint64_t address, std::uint64_t size) {
  if (!gpu_) return status::success;
  const OwnTime own(hostRun_.get());
  const auto made = gpu_->allocate(address, size);
  if (made && *made) return status::success;
  (void)memory_.free(address);
  return made ? status::memoryAllocation : broken(status::memoryAllocation, made.error().message);
}

Status Device::push(std::uint64_t address, std::uint64_t size) {
  if (!gpu_) return status::success;
  const std::uint8_t* bytes = memory_.view(address, size);
  if (bytes == nullptr) return status::invalidValue;
  const OwnTime own(hostRun_.get());
  const auto written = gpu_->write(address, ByteView(bytes, size));
  return written ? status::success : broken(status::unknown, written.error().message);
}

Status Device::fetch(std::uint64_t address, std::uint64_t size) {
  if (!gpu_) return status::success;
  const std::uint8_t* before = memory_.view(address, size);
  if (before == nullptr) return status::invalidValue;
  const OwnTime own(hostRun_.get());
  Bytes bytes(before, before + size);
  if (const auto read = gpu_->read(address, bytes.data(), size); !read) return broken(status::unknown, read.error().message);
  return memory_.write(address, bytes) ? status::success : status::invalidValue;
}

/// A kernel may have written to all shared memory.
Status Device::fetchShared() {
  if (!gpu_) return status::success;
  for (const std::uint64_t address : managed_.addresses()) {
    const auto region = managed_.find(address);
    if (!region || !region->awake) continue;
    if (const Status fetched = fetch(address, region->size); fetched != status::success) return fetched;
  }
  return status::success;
}

namespace {

std::string launchText(const program::Event& launch) {
  const auto& [gridX, gridY, gridZ] = launch.grid;
  const bool isEmpty = gridX == 0 || gridY == 0 || gridZ == 0;
  std::string cause = fmt::format("{} grid of {} x {} x {} blocks", isEmpty ? "an empty" : "a", gridX, gridY, gridZ);
  if (!isEmpty) cause += fmt::format(" of {} x {} x {} threads", launch.block[0], launch.block[1], launch.block[2]);
  return sim::Fault{sim::FaultKind::BadLaunch, launch.name, {}, {}, {}, std::move(cause)}.message();
}

} // namespace

Status Device::launchOnGpu(program::Event made) {
  const OwnTime own(hostRun_.get());
  const auto launched = gpu_->launch({made.name, made.grid, made.block, made.dynamicShared, made.data});
  microseconds_ += launched.microseconds;
  if (hostRun_) hostRun_->launchedOnGpu(made.name, launched.microseconds);
  if (launched.status == status::success && !captureFile_.empty()) capture_.launchMicroseconds.push_back(launched.microseconds);
  if (launched.status == status::success) return record(std::move(made));
  // A launch that never began leaves the device usable.
  if (!launched.begun && (launched.status == status::invalidValue || launched.status == status::launchOutOfResources))
    return refused(launchText(made));
  return broken(launched.status, launched.complaint, launched.reason);
}

} // namespace gevo::cuda
