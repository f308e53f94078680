#pragma once

/// What a device reports about the original when a run begins.

#include "core/values/evaluation_result.h"

#include <vector>

namespace gevo {

/// The original as another compiler makes it, measured as variants are: against the original that variants are made of.
struct OtherOriginal {
  std::string compiler;    ///< its version line: "Cuda compilation tools, release 13.0, V13.0.88"; empty: there is no such original
  EvaluationResult result; ///< error: from the results of the original that variants are made of; with a reason there is no runtime
  bool exists() const { return !compiler.empty(); }
  bool runs() const { return exists() && result.valid(); }
};

struct DeviceReport {
  OtherOriginal nvcc;
  std::vector<std::string> notes; ///< for the user, one sentence each
};

template <class Archive> void fields(Archive& archive, OtherOriginal& original) { archive(original.compiler, original.result); }
template <class Archive> void fields(Archive& archive, DeviceReport& report) { archive(report.nvcc, report.notes); }

} // namespace gevo
