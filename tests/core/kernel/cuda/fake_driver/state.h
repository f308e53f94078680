#pragma once

/// A CUDA driver, NVML and CUPTI included, simulated in this process: device memory is the host's own; a kernel is one of
/// a few functions that are named in the PTX or in the control file. It fails, hangs and crashes on command.
///
/// The control file, which GEVO_FAKE_DRIVER names, is read at each call that it may concern. A line of it is one of
///     gpus 2                           (1)
///     log PATH                         to the end of this file goes the number of each GPU that a context is opened on
///     version 12040                    (13000)
///     free MIB                         of the GPU's 8 GiB, whatever is taken
///     fail cuMemCreate 2 [new]         this function returns that status; new: where the context was opened under this order
///     local BYTES                      (0) of local memory that a thread of any kernel has
///     kernel NAME DO [MICROSECONDS]    what the kernel of this name does; see kernels.cpp
///     energy MICROSECONDS              the energy counter goes on in steps of so long (5000); 0: it stands still
///     others NAME REMAINDER OF DO      what it does in code that is not what was loaded first, where the code's hash leaves that remainder
///     queueing MICROSECONDS            (0) which the host takes for each launch and event, while the GPU waits for it
/// A kernel that no line names does what the comment `// fake: DO [MICROSECONDS [WATTS]]` in its PTX says, or nothing, in as many
/// microseconds as it has lines. Where no watts are said, they depend on the code: 300 to 500.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace fake {

struct Symbol {
  std::vector<std::uint8_t> bytes;
};
struct Kernel {
  std::string name;
  std::string act;
  double microseconds = 1;
  double watts = 0;
  struct Module* module = nullptr;
};
struct Module {
  std::map<std::string, Kernel> kernels;
  std::map<std::string, Symbol> symbols;
};

struct State {
  int broken = 0; ///< what every call returns once a kernel went wrong
  bool hangs = false;
  bool isNew = false;      ///< its context was opened under an order for new ones
  double microseconds = 0; ///< of the device's clock
  double host = 0;         ///< of the host's, as far as it counts: when what was queued last was queued
  double joules = 0;       ///< that kernels needed
  double metered = 0;      ///< of these by the energy counter's latest step,
  double meteredAt = 0;    ///< which was at this time of the device's clock
  std::size_t used = 0;    ///< bytes of device memory
  std::map<std::uint64_t, std::size_t> allocations;
  std::map<unsigned long long, std::size_t> handles;
  std::map<std::uint64_t, std::size_t> reserved;
  std::map<void*, std::unique_ptr<Module>> modules; ///< the driver's: programs may leave them to the end of their context
  std::map<void*, std::unique_ptr<double>> events;
};
State& state();
/// Where this process has the device's memory: what is mapped at reserved addresses is not there for the host, as on a GPU, but elsewhere.
void* pointer(std::uint64_t address);

/// The host queues a launch or an event, which the device can't begin before that.
void queued();
/// Words of the control file's lines that begin with `key`.
std::vector<std::vector<std::string>> controls(const std::string& key);
/// What the control file has this function return, or an earlier kernel where it needs the context.
std::optional<int> ordered(const char* function, bool needsContext = true);

struct Grid {
  unsigned rows = 1;  ///< of blocks
  unsigned warps = 1; ///< in all
};

/// A launch of so long, for CUPTI; see counters.cpp.
void count(double microseconds);

/// Runs it; a status other than 0 breaks the context.
int run(const Kernel& kernel, const std::uint8_t* parameters, std::size_t bytes, const Grid& grid);

inline constexpr std::size_t totalBytes = std::size_t(8) << 30;
/// A GPU has 2 MiB; clearing those took a quarter of the time of tests that run programs.
inline constexpr std::size_t granularity = std::size_t(64) << 10;

} // namespace fake

#define FAKE extern "C" __attribute__((visibility("default")))
#define OBEY                                                                                                                               \
  if (const auto status_ = fake::ordered(__func__)) return *status_
#define OBEY_ORDERS                                                                                                                        \
  if (const auto status_ = fake::ordered(__func__, false)) return *status_
