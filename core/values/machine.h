#pragma once

/// What a machine has: compiler, toolkit, GPUs, simulated ones.

#include <string>
#include <vector>

namespace gevo {

/// One line of `gevo doctor`.
struct Finding {
  std::string name; ///< "clang", "CUDA toolkit", ...
  bool found = false;
  std::string text; ///< path and version; or what it is needed for and how to get it
};

/// A device that runs can use.
struct DeviceChoice {
  std::string id;           ///< as EvaluationSettings::device has it
  std::string name;         ///< "H200"
  std::string architecture; ///< of a real one: "sm_90"; empty for a simulated one
};

struct MachineReport {
  std::vector<Finding> findings;
  std::vector<DeviceChoice> devices; ///< the usual one first
};

template <class Archive> void fields(Archive& a, Finding& m) { a(m.name, m.found, m.text); }
template <class Archive> void fields(Archive& a, DeviceChoice& m) { a(m.id, m.name, m.architecture); }
template <class Archive> void fields(Archive& a, MachineReport& m) { a(m.findings, m.devices); }

} // namespace gevo
