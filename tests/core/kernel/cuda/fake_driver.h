#pragma once

/// The fake driver in place of the real one, steered through a control file. Make one before the first use of CUDA in a test program.

#include "core/base/file.h"

#include <QTemporaryDir>

namespace gevo {

class FakeDriver {
public:
  FakeDriver() {
    qputenv("GEVO_CUDA_DRIVER", GEVO_FAKE_DRIVER_LIBRARY);
    qputenv("GEVO_NVML", GEVO_FAKE_DRIVER_LIBRARY);
    qputenv("GEVO_CUPTI", GEVO_FAKE_DRIVER_LIBRARY);
    qputenv("GEVO_FAKE_DRIVER", file().c_str());
    order("");
  }
  /// Replaces the control file; see fake_driver/state.h.
  void order(const std::string& lines) const { (void)writeFile(file(), lines); }

private:
  std::string file() const { return folder_.filePath("orders").toStdString(); }
  QTemporaryDir folder_;
};

} // namespace gevo
