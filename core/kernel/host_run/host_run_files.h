#pragma once

/// What a live run and libgevocudart in the host program tell each other, in files of one folder.

#include "core/kernel/simulator/simulator.h"
#include "core/kernel/trace/trace.h"
#include "core/values/evaluation_result.h"

namespace gevo::program {

inline constexpr const char* hostRunVariable = "GEVO_LIVE"; ///< environment variable: the folder; unset: no live run
inline constexpr const char* orderName = "order";
inline constexpr const char* reportName = "report";

/// Warp instructions.
struct KernelBudget {
  std::string kernel;
  std::uint64_t launch = 0; ///< each launch of the kernel may take so many
};

/// For a run on a GPU.
struct GpuOrder {
  Bytes code;     ///< of the module: a cubin, or PTX
  int lease = -1; ///< descriptor that the program inherits, of a socket to the process that lends it the GPU
};

struct HostRunOrder {
  Bytes module;          ///< optimised bitcode, executed as it is
  std::string device;    ///< "sim", "sim:MODEL" or "cuda:N"
  std::string model;     ///< text of a model file, as in the settings
  std::string registers; ///< of the kernels, see registers.h
  bool lockStep = false;
  std::vector<KernelBudget> budgets; ///< empty: of the original, whose launches have the usual one
  std::uint64_t otherBudget = 0;     ///< of a launch of any other kernel; 0: the usual one
  std::uint64_t wholeBudget = 0;     ///< of all launches together; 0: none
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
  std::string fault;                         ///< a sentence; empty where there was none
  std::vector<std::string> unsupportedCalls; ///< calls of CUDA that the program made and libgevocudart lacks
  /// Without what went to the device. Where a later copy to the host was of the same bytes of the same allocation, the earlier has no data.
  Trace trace;
  std::vector<Bytes> written; ///< per copy to the host, per byte: 1 where anybody had written it; empty: all of it, or replaced
  std::vector<HostRunLaunch> launches;
  std::vector<sim::Race> races;
  std::vector<sim::UndefinedValue> undefined;
  double microseconds = 0;     ///< kernel time: modelled, or measured on a GPU
  double hostMicroseconds = 0; ///< processor time of the program outside of its kernels
};

template <class Archive> void fields(Archive& a, KernelBudget& b) { a(b.kernel, b.launch); }
template <class Archive> void fields(Archive& a, GpuOrder& g) { a(g.code, g.lease); }
template <class Archive> void fields(Archive& a, HostRunOrder& o) {
  a(o.module, o.device, o.model, o.registers, o.lockStep, o.budgets, o.otherBudget, o.wholeBudget, o.gpu);
}
template <class Archive> void fields(Archive& a, HostRunLaunch& l) { a(l.kernel, l.warpInstructions, l.microseconds); }
template <class Archive> void fields(Archive& a, HostRunReport& r) {
  a(r.reason, r.fault, r.unsupportedCalls, r.trace, r.written, r.launches, r.races, r.undefined, r.microseconds, r.hostMicroseconds);
}

} // namespace gevo::program

namespace gevo::sim {

constexpr std::uint32_t enumerators(UndefinedUse) { return std::uint32_t(UndefinedUse::Call) + 1; }

template <class Archive> void fields(Archive& a, SourceLocation& p) { a(p.file, p.line); }
template <class Archive> void fields(Archive& a, Race& r) { a(r.kernel, r.first, r.second, r.sameWarp, r.shared); }
template <class Archive> void fields(Archive& a, UndefinedValue& v) { a(v.kernel, v.location, v.use); }

} // namespace gevo::sim
