#pragma once

/// Before the first use of CUDA in a test program: the played driver stands for the real one, ordered about through a control file.

#include "core/base/file.h"

#include <QTemporaryDir>

namespace gevo {

class PretendedDriver {
public:
  PretendedDriver() {
    qputenv("GEVO_CUDA_DRIVER", GEVO_FAKE_DRIVER_LIBRARY);
    qputenv("GEVO_NVML", GEVO_FAKE_DRIVER_LIBRARY);
    qputenv("GEVO_FAKE_DRIVER", file().c_str());
    order("");
  }
  /// From now on; see fake_driver/state.h. Replaces earlier orders.
  void order(const std::string& lines) const { (void)writeFile(file(), lines); }

private:
  std::string file() const { return folder_.filePath("orders").toStdString(); }
  QTemporaryDir folder_;
};

} // namespace gevo
