#pragma once

/// The part of CUPTI, the CUDA Profiling Tools Interface, that counts ranges of launches: the Range Profiling API of CUDA 12.6 and later
/// (cupti_range_profiler.h, cupti_profiler_host.h, cupti_profiler_target.h, cupti_target.h). Declared here, so that the product builds
/// without a CUDA toolkit; tests/core/kernel/cuda/counters/cupti_test.cpp compares it with the toolkit's headers.

#include "core/base/result.h"
#include "core/kernel/cuda/device/driver_types.h"

namespace gevo::cuda {

/// The library that it names is used instead of the toolkit's.
inline constexpr const char* cuptiVariable = "GEVO_CUPTI";

namespace cupti {

using Host = struct HostRecord*;         ///< CUpti_Profiler_Host_Object
using Profiler = struct ProfilerRecord*; ///< CUpti_RangeProfiler_Object

/// What all parameters begin with: their size up to the last field's end, which tells CUPTI the version, and a pointer that stays null.
template <class Parameters> struct Header {
  explicit Header(std::size_t padding = 0) : size(sizeof(Parameters) - padding) {}
  std::size_t size;
  void* reserved = nullptr;
};

struct Nothing : Header<Nothing> {}; ///< CUpti_Profiler_Initialize_Params
struct ChipName : Header<ChipName> {
  std::size_t device = 0; ///< CUDA's number
  const char* name = nullptr;
};
struct Availability : Header<Availability> { ///< CUpti_Profiler_GetCounterAvailability_Params
  Context context = nullptr;
  std::size_t bytes = 0;
  std::uint8_t* image = nullptr; ///< null: only `bytes` is filled in
};
struct OpenHost : Header<OpenHost> { ///< CUpti_Profiler_Host_Initialize_Params
  int profiler = 0;                  ///< ranges
  const char* chip = nullptr;
  const std::uint8_t* availability = nullptr;
  Host host = nullptr;
};
struct CloseHost : Header<CloseHost> {
  Host host = nullptr;
};
struct Metrics : Header<Metrics> { ///< CUpti_Profiler_Host_GetBaseMetrics_Params
  Host host = nullptr;
  int type = 0; ///< counters, ratios, throughputs
  const char** names = nullptr;
  std::size_t count = 0;
};
struct AddMetrics : Header<AddMetrics> {
  Host host = nullptr;
  const char** names = nullptr;
  std::size_t count = 0;
};
struct ConfigSize : Header<ConfigSize> {
  Host host = nullptr;
  std::size_t bytes = 0;
};
struct Config : Header<Config> {
  Host host = nullptr;
  std::size_t bytes = 0;
  std::uint8_t* image = nullptr;
};
struct Evaluate : Header<Evaluate> { ///< CUpti_Profiler_Host_EvaluateToGpuValues_Params
  Host host = nullptr;
  const std::uint8_t* data = nullptr;
  std::size_t bytes = 0;
  std::size_t range = 0;
  const char** names = nullptr;
  std::size_t count = 0;
  double* values = nullptr;
};
struct Enable : Header<Enable> {
  Context context = nullptr;
  Profiler profiler = nullptr;
};
struct OfProfiler : Header<OfProfiler> { ///< Disable, Start
  Profiler profiler = nullptr;
};
struct DataSize : Header<DataSize> { ///< CUpti_RangeProfiler_GetCounterDataSize_Params
  Profiler profiler = nullptr;
  const char** names = nullptr;
  std::size_t count = 0;
  std::size_t ranges = 0;
  std::uint32_t nodes = 0; ///< at least as many
  std::size_t bytes = 0;
};
struct InitializeData : Header<InitializeData> {
  Profiler profiler = nullptr;
  std::size_t bytes = 0;
  std::uint8_t* data = nullptr;
};
struct SetConfig : Header<SetConfig> {
  SetConfig() : Header(6) {}
  Profiler profiler = nullptr;
  std::size_t configBytes = 0;
  const std::uint8_t* config = nullptr;
  std::size_t dataBytes = 0;
  std::uint8_t* data = nullptr;
  int range = 1;  ///< each launch is one
  int replay = 3; ///< by us
  std::size_t rangesPerPass = 0;
  std::uint16_t nestingLevels = 1;
  std::uint16_t leastNestingLevel = 1;
  std::size_t pass = 0;
  std::uint16_t targetNestingLevel = 0;
};
struct Stop : Header<Stop> {
  Stop() : Header(7) {}
  Profiler profiler = nullptr;
  std::size_t pass = 0;
  std::size_t targetNestingLevel = 0;
  std::uint8_t isDone = 0; ///< all passes were made
};
struct Decode : Header<Decode> {
  Profiler profiler = nullptr;
  std::size_t dropped = 0; ///< ranges
};
struct DataInfo : Header<DataInfo> {
  const std::uint8_t* data = nullptr;
  std::size_t bytes = 0;
  std::size_t ranges = 0;
};

} // namespace cupti

struct Cupti {
  /// Loads it once per process; later calls return the same result. An error says what is missing and what helps.
  static Result<const Cupti*> load();

  /// An error that names what was being done, with CUPTI's own name of the status.
  Result<void> check(int status, std::string_view doing) const;

  int (*resultString)(int status, const char** text);
  int (*initialise)(cupti::Nothing*);
  int (*chipName)(cupti::ChipName*);
  int (*availability)(cupti::Availability*);
  int (*openHost)(cupti::OpenHost*);
  int (*closeHost)(cupti::CloseHost*);
  int (*metrics)(cupti::Metrics*);
  int (*addMetrics)(cupti::AddMetrics*);
  int (*configSize)(cupti::ConfigSize*);
  int (*config)(cupti::Config*);
  int (*evaluate)(cupti::Evaluate*);
  int (*enable)(cupti::Enable*);
  int (*disable)(cupti::OfProfiler*);
  int (*dataSize)(cupti::DataSize*);
  int (*initialiseData)(cupti::InitializeData*);
  int (*setConfig)(cupti::SetConfig*);
  int (*start)(cupti::OfProfiler*);
  int (*stop)(cupti::Stop*);
  int (*decode)(cupti::Decode*);
  int (*dataInfo)(cupti::DataInfo*);
};

} // namespace gevo::cuda
