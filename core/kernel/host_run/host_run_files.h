#pragma once

/// Files through which a host run ("live" run) and libgevocudart in the host program communicate, in one folder.

#include "core/kernel/simulator/simulator.h"
#include "core/kernel/trace/trace.h"
#include "core/values/evaluation_result.h"

namespace gevo::program {

inline constexpr const char* hostRunVariable = "GEVO_LIVE"; ///< environment variable: the folder; unset: no live run
inline constexpr const char* orderName = "order";
inline constexpr const char* reportName = "report";
inline constexpr const char* refusedName = "refused"; ///< lines: paths that the program may not write, and tried to

/// Warp instructions.
struct KernelBudget {
  std::string kernel;
  std::uint64_t launch = 0; ///< limit of each launch of the kernel
};

/// For a run on a GPU.
struct GpuOrder {
  Bytes code;     ///< of the module: a cubin, or PTX
  int lease = -1; ///< descriptor that the program inherits, of a socket to the process that leases it the GPU
};

struct HostRunOrder {
  Bytes module;          ///< optimised bitcode, executed unchanged
  std::string device;    ///< "sim", "sim:MODEL" or "cuda:N"
  std::string model;     ///< text of a model file, as in the settings
  std::string registers; ///< of the kernels, see registers.h
  bool lockStep = false;
  bool followsSynchronisation = false; ///< see sim::Limits
  bool toleratesUndefined = false;     ///< see BuildSettings
  std::vector<KernelBudget> budgets;   ///< empty for the original, whose launches have the default budget
  std::uint64_t otherBudget = 0;       ///< of a launch of any other kernel; 0: the default
  std::uint64_t wholeBudget = 0;       ///< of all launches together; 0: none
  GpuOrder gpu;
};

struct HostRunLaunch {
  std::string kernel;
  std::uint64_t warpInstructions = 0; ///< on the simulated GPU
  double microseconds = 0;            ///< on a GPU
};

/// A fault on the device ends the program at once, with a report. One that ends without a report crashed.
struct HostRunReport {
  Reason reason = Reason::None;              ///< of a fault
  std::string fault;                         ///< error message; empty if there was none
  std::vector<std::string> unsupportedCalls; ///< calls of CUDA that the program made and libgevocudart lacks
  /// Without data copied to the device. A copy to the host that a later copy of the same bytes replaces has no data.
  Trace trace;
  std::vector<Bytes> written; ///< per copy to the host, per byte: 1 if it was ever written; empty: all of it, or replaced
  std::vector<HostRunLaunch> launches;
  std::vector<sim::Race> races;
  std::vector<sim::UndefinedValue> undefined;
  std::vector<sim::UndefinedRead> undefinedReads;
  double microseconds = 0;     ///< kernel time: modelled, or measured on a GPU
  double hostMicroseconds = 0; ///< processor time of the program outside its kernels
};

template <class Archive> void fields(Archive& a, KernelBudget& b) { a(b.kernel, b.launch); }
template <class Archive> void fields(Archive& a, GpuOrder& g) { a(g.code, g.lease); }
template <class Archive> void fields(Archive& a, HostRunOrder& o) {
  a(o.module, o.device, o.model, o.registers, o.lockStep, o.followsSynchronisation, o.toleratesUndefined, o.budgets, o.otherBudget,
    o.wholeBudget, o.gpu);
}
template <class Archive> void fields(Archive& a, HostRunLaunch& l) { a(l.kernel, l.warpInstructions, l.microseconds); }
template <class Archive> void fields(Archive& a, HostRunReport& r) {
  a(r.reason, r.fault, r.unsupportedCalls, r.trace, r.written, r.launches, r.races, r.undefined, r.undefinedReads, r.microseconds,
    r.hostMicroseconds);
}

} // namespace gevo::program

namespace gevo::sim {

constexpr std::uint32_t enumerators(RaceAccess) { return std::uint32_t(RaceAccess::Atomic) + 1; }
constexpr std::uint32_t enumerators(MissingOrder) { return std::uint32_t(MissingOrder::All) + 1; }
constexpr std::uint32_t enumerators(UndefinedSource) { return std::uint32_t(UndefinedSource::StoreOutside) + 1; }
constexpr std::uint32_t enumerators(UndefinedUse) { return std::uint32_t(UndefinedUse::Call) + 1; }

template <class Archive> void fields(Archive& a, SourceLocation& p) { a(p.file, p.line, p.column, p.callSite); }
template <class Archive> void fields(Archive& a, Race::Access& r) { a(r.location, r.kind); }
template <class Archive> void fields(Archive& a, Race& r) { a(r.kernel, r.first, r.second, r.sameWarp, r.shared, r.missing, r.isExchange); }
template <class Archive> void fields(Archive& a, UndefinedValue& v) { a(v.kernel, v.location, v.use); }
template <class Archive> void fields(Archive& a, UndefinedRead& r) { a(r.kernel, r.location, r.source, r.loads); }

} // namespace gevo::sim
