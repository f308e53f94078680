#include "core/kernel/cuda/device/doctor.h"

#include "core/kernel/cuda/device/gpu.h"
#include "core/kernel/cuda/device/jit_link.h"
#include "core/kernel/cuda/device/nvml.h"

namespace gevo::cuda {

Result<std::string> examineDriver() {
  GEVO_TRY_ASSIGN(const auto* driver, Driver::load());
  std::string text = "for CUDA " + versionText(driver->version);
  const Result<Nvml> nvml = Nvml::open();
  if (!nvml) return text;
  if (const Result<std::string> version = nvml->driverVersion()) text = *version + ", " + text;
  return text;
}

Result<std::string> examineGpus() {
  if (!Driver::load()) return fail("none found; none is needed, since variants run on the simulated GPU");
  GEVO_TRY_ASSIGN(const std::vector<Gpu> gpus, listGpus());
  std::string text;
  for (const Gpu& gpu : gpus) {
    fmt::format_to(std::back_inserter(text), "{}{}: {} ({}, {} multiprocessors, {:.0f} GiB)", text.empty() ? "" : "; ", gpu.number,
                   gpu.name, gpu.architecture(), gpu.multiprocessors, static_cast<double>(gpu.memoryBytes) / (1ULL << 30));
    if (!gpu.fixedAddresses) text += ", which can't map memory where a test recorded it";
  }
  return text;
}

Result<std::string> examineJitLink() {
  GEVO_TRY_ASSIGN(const JitLink link, JitLink::open());
  return fmt::format("{} ({})", link.path(), versionText(link.version()));
}

Result<std::string> examineNvml() {
  GEVO_TRY_ASSIGN(const Nvml nvml, Nvml::open());
  GEVO_TRY_ASSIGN(const std::vector<Gpu> gpus, listGpus());
  const Result<double> energy = nvml.energyJoules(gpus.front().uuid);
  if (!energy) return fail("no energy is measured on this GPU ({})", energy.error().message);
  const Result<Nvml::Clocks> clocks = nvml.clocks(gpus.front().uuid);
  if (!clocks) return std::string("reads the energy counter");
  return fmt::format("reads the energy counter; clocks now {} MHz of {} MHz, memory {} MHz (never changed)", clocks->multiprocessors,
                     clocks->mostMultiprocessors, clocks->memory);
}

} // namespace gevo::cuda
