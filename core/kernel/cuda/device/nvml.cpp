#include "core/kernel/cuda/device/nvml.h"

#include "core/kernel/cuda/device/library.h"

namespace gevo::cuda {

namespace {

struct MemoryInfo {
  unsigned long long total = 0;
  unsigned long long free = 0;
  unsigned long long used = 0;
};

/// nvmlClockType_t
constexpr int multiprocessorClock = 1;
constexpr int memoryClock = 2;

} // namespace

struct Nvml::Functions {
  int (*init)();
  const char* (*errorString)(int status);
  int (*driverVersion)(char* text, unsigned bytes);
  int (*handleByUuid)(const char* uuid, void** device);
  int (*totalEnergy)(void* device, unsigned long long* millijoules);
  int (*clockInfo)(void* device, int type, unsigned* megahertz);
  int (*maxClockInfo)(void* device, int type, unsigned* megahertz);
  int (*memoryInfo)(void* device, MemoryInfo* memory);
};

Result<Nvml> Nvml::open() {
  const Result<Library> library = Library::open(nvmlVariable, {"libnvidia-ml.so.1"});
  if (!library)
    return std::unexpected(
        Error{"not found; without it, which comes with the NVIDIA driver, energy can't be measured", library.error().message});
  auto functions = std::make_shared<Functions>();
  Functions& f = *functions;
  if (!library->fill(f.init, "nvmlInit_v2") || !library->fill(f.errorString, "nvmlErrorString") ||
      !library->fill(f.driverVersion, "nvmlSystemGetDriverVersion") || !library->fill(f.handleByUuid, "nvmlDeviceGetHandleByUUID") ||
      !library->fill(f.totalEnergy, "nvmlDeviceGetTotalEnergyConsumption") || !library->fill(f.clockInfo, "nvmlDeviceGetClockInfo") ||
      !library->fill(f.maxClockInfo, "nvmlDeviceGetMaxClockInfo") || !library->fill(f.memoryInfo, "nvmlDeviceGetMemoryInfo"))
    return fail("{} lacks functions of NVML; install a newer NVIDIA driver", library->name());
  Nvml nvml(functions);
  GEVO_TRY(nvml.check(f.init(), "starting NVML"));
  return nvml;
}

Result<void> Nvml::check(int status, std::string_view doing) const {
  if (status == 0) return {};
  const char* text = functions_->errorString(status);
  return fail("{} failed: {}", doing, text != nullptr ? text : "unknown NVML error");
}

Result<void*> Nvml::find(const std::string& gpu) const {
  void* device = nullptr;
  GEVO_TRY(check(functions_->handleByUuid(gpu.c_str(), &device), "finding " + gpu));
  return device;
}

Result<std::string> Nvml::driverVersion() const {
  char text[96] = {};
  GEVO_TRY(check(functions_->driverVersion(text, sizeof text - 1), "asking the driver's version"));
  return std::string(text);
}

Result<Nvml::EnergyCounter> Nvml::energyCounter(const std::string& gpu) const {
  const Result<void*> device = find(gpu);
  GEVO_TRY(device);
  return [nvml = *this, device = *device]() -> Result<double> {
    unsigned long long millijoules = 0;
    GEVO_TRY(nvml.check(nvml.functions_->totalEnergy(device, &millijoules), "reading the energy counter"));
    return static_cast<double>(millijoules);
  };
}

Result<double> Nvml::energyJoules(const std::string& gpu) const {
  GEVO_TRY_ASSIGN(const EnergyCounter counter, energyCounter(gpu));
  GEVO_TRY_ASSIGN(const double millijoules, counter());
  return millijoules * 1e-3;
}

Result<std::uint64_t> Nvml::memoryInUse(const std::string& gpu) const {
  GEVO_TRY_ASSIGN(void* device, find(gpu));
  MemoryInfo memory;
  GEVO_TRY(check(functions_->memoryInfo(device, &memory), "reading the memory in use"));
  return memory.used;
}

Result<Nvml::Clocks> Nvml::clocks(const std::string& gpu) const {
  GEVO_TRY_ASSIGN(void* device, find(gpu));
  Clocks clocks;
  Result<void> read = check(functions_->clockInfo(device, multiprocessorClock, &clocks.multiprocessors), "reading the clocks");
  if (read) read = check(functions_->clockInfo(device, memoryClock, &clocks.memory), "reading the clocks");
  if (read) read = check(functions_->maxClockInfo(device, multiprocessorClock, &clocks.mostMultiprocessors), "reading the clocks");
  GEVO_TRY(read);
  return clocks;
}

} // namespace gevo::cuda
