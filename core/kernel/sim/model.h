#pragma once

/// The cycle model's figures for one GPU, read from resources/models/NAME.toml (built into the binary as well).
/// Units: cycles at the multiprocessor's clock unless a name says otherwise.

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace gevo::sim {

struct Model {
  std::string name = "H200";
  double clockGhz = 1.98;
  unsigned multiprocessors = 132;
  unsigned warpsPerMultiprocessor = 64;
  unsigned blocksPerMultiprocessor = 32;
  unsigned sharedBytesPerMultiprocessor = 228 * 1024;
  unsigned schedulers = 4; ///< warp instructions issued per cycle and multiprocessor

  /// Cycles to microseconds.
  double microseconds(double cycles) const { return cycles / (clockGhz * 1000.0); }
};

/// The model that "sim" means (H200), or the one named after "sim:". An error lists the models there are.
Result<Model> loadModel(std::string_view device);

} // namespace gevo::sim
