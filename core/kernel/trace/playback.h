#pragma once

/// Files through which the worker and libgevocudart play a recording back to its program: launches do nothing, and copies to the host
/// deliver what was recorded, or other values. The program ends as soon as it asks the device for something else than recorded.

#include "core/kernel/trace/changed_values.h"
#include "core/kernel/trace/trace.h"

namespace gevo::program {

/// Environment variable: the folder of these files; unset: no playback.
inline constexpr const char* playbackVariable = "GEVO_PLAYBACK";
inline constexpr const char* playbackTraceName = "trace"; ///< without copies to the host before the first launch
inline constexpr const char* playbackOrderName = "order";
inline constexpr const char* playbackReportName = "report";

struct ChangedOutput {
  std::uint32_t output = 0; ///< Event::output
  std::string type;         ///< OutputInfo::type
};

/// As RecordRequest::parameterReads.
struct KernelReads {
  std::string kernel;
  std::vector<bool> bytes;
};

struct PlaybackOrder {
  Change change = Change::None;
  std::vector<ChangedOutput> outputs;      ///< whose copies are changed
  std::vector<double> launchMicroseconds;  ///< kernel time, per launch
  std::vector<KernelReads> parameterReads; ///< the other bytes may differ
};

/// Missing where the program crashed or was killed before the last launch.
struct PlaybackReport {
  bool isSame = false; ///< the program made all recorded launches, with what was copied to the device for them, and no other
};

template <class Archive> void fields(Archive& a, ChangedOutput& o) { a(o.output, o.type); }
template <class Archive> void fields(Archive& a, KernelReads& r) { a(r.kernel, r.bytes); }
template <class Archive> void fields(Archive& a, PlaybackOrder& o) { a(o.change, o.outputs, o.launchMicroseconds, o.parameterReads); }
template <class Archive> void fields(Archive& a, PlaybackReport& r) { a(r.isSame); }

} // namespace gevo::program
