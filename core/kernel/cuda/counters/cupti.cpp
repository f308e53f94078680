#include "core/kernel/cuda/counters/cupti.h"

#include "core/kernel/cuda/device/library.h"

#include <array>
#include <cstdlib>
#include <optional>

namespace gevo::cuda {

namespace {

/// CUptiResult
constexpr int insufficientPrivileges = 35;
constexpr int virtualInsufficientPrivileges = 40;
constexpr int hardwareBusy = 26;

/// Newest first; where CUDA toolkits have it, then where the system's loader finds it.
std::vector<std::string> libraryNames() {
  std::vector<std::string> toolkits;
  for (const char* variable : {"CUDA_PATH", "CUDA_HOME"})
    if (const char* folder = std::getenv(variable); folder != nullptr && *folder != '\0') toolkits.emplace_back(folder);
  toolkits.emplace_back("/usr/local/cuda");
  std::vector<std::string> names;
  for (const int major : {13, 12}) {
    for (const std::string& toolkit : toolkits)
      for (const char* part : {"extras/CUPTI/lib64", "lib64", "lib"})
        names.push_back(fmt::format("{}/{}/libcupti.so.{}", toolkit, part, major));
    names.push_back(fmt::format("libcupti.so.{}", major));
  }
  return names;
}

/// Name of the first function that the library lacks; null: none.
const char* fill(Cupti& c, const Library& library) {
  const char* missing = nullptr;
  const auto take = [&](auto*& function, const char* name) {
    if (!library.fill(function, name) && missing == nullptr) missing = name;
  };
  take(c.resultString, "cuptiGetResultString");
  take(c.initialise, "cuptiProfilerInitialize");
  take(c.chipName, "cuptiDeviceGetChipName");
  take(c.availability, "cuptiProfilerGetCounterAvailability");
  take(c.openHost, "cuptiProfilerHostInitialize");
  take(c.closeHost, "cuptiProfilerHostDeinitialize");
  take(c.metrics, "cuptiProfilerHostGetBaseMetrics");
  take(c.addMetrics, "cuptiProfilerHostConfigAddMetrics");
  take(c.configSize, "cuptiProfilerHostGetConfigImageSize");
  take(c.config, "cuptiProfilerHostGetConfigImage");
  take(c.evaluate, "cuptiProfilerHostEvaluateToGpuValues");
  take(c.enable, "cuptiRangeProfilerEnable");
  take(c.disable, "cuptiRangeProfilerDisable");
  take(c.dataSize, "cuptiRangeProfilerGetCounterDataSize");
  take(c.initialiseData, "cuptiRangeProfilerCounterDataImageInitialize");
  take(c.setConfig, "cuptiRangeProfilerSetConfig");
  take(c.start, "cuptiRangeProfilerStart");
  take(c.stop, "cuptiRangeProfilerStop");
  take(c.decode, "cuptiRangeProfilerDecodeData");
  take(c.dataInfo, "cuptiRangeProfilerGetCounterDataInfo");
  return missing;
}

Result<Cupti> open(const std::string& name) {
  GEVO_TRY_ASSIGN(const Library library, Library::open(cuptiVariable, {name}));
  Cupti cupti{};
  if (const char* missing = fill(cupti, library)) return fail("{} has no {}; install CUPTI of CUDA 12.6 or newer", library.name(), missing);
  cupti::Nothing parameters;
  GEVO_TRY(cupti.check(cupti.initialise(&parameters), "starting CUPTI"));
  return cupti;
}

/// The first that works with this driver. An error is that of the first that is there.
Result<Cupti> open() {
  std::optional<Error> there;
  std::string absent;
  for (const std::string& name : libraryNames()) {
    Result<Cupti> cupti = open(name);
    if (cupti) return cupti;
    const bool isThere = Library::open(cuptiVariable, {name}).has_value();
    if (isThere && !there) there = cupti.error();
    if (!isThere) absent = cupti.error().message;
  }
  if (there) return std::unexpected(*there);
  return std::unexpected(Error{
      "the GPU's counters need CUPTI, which was not found; install the CUDA toolkit (12.6 or newer), or name its library in GEVO_CUPTI",
      absent});
}

} // namespace

Result<const Cupti*> Cupti::load() {
  static const Result<Cupti> cupti = open();
  if (!cupti) return std::unexpected(cupti.error());
  return &*cupti;
}

Result<void> Cupti::check(int status, std::string_view doing) const {
  if (status == 0) return {};
  if (status == insufficientPrivileges || status == virtualInsufficientPrivileges)
    return fail("the NVIDIA driver lets only administrators read the GPU's counters; ask one to load it with "
                "NVreg_RestrictProfilingToAdminUsers=0");
  if (status == hardwareBusy)
    return fail("another profiler or a monitor reads the GPU's counters; try again, or ask for it to be paused while you count");
  const char* name = nullptr;
  if (resultString(status, &name) != 0 || name == nullptr) name = "unknown status";
  return fail("{} failed: {} ({})", doing, name, status);
}

} // namespace gevo::cuda
