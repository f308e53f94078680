#pragma once

/// ptxas for a sandboxed worker: it runs in another process, `gevo-worker build`, which is started before the lock-down and ends with the
/// worker.

#include "core/base/descriptor.h"
#include "core/base/result.h"
#include "core/values/exported_code.h"

namespace gevo::worker {

class AssemblerProcess {
public:
  /// An error if there is no ptxas, or none that supports the architecture and that a driver of this CUDA version accepts.
  static Result<AssemblerProcess> start(const std::string& architecture, int driverVersion);

  /// If ptxas rejects the PTX, an error whose details are its output.
  Result<AssembledCode> assemble(const std::string& ptx, const std::string& architecture) const;
  int version() const { return version_; }

private:
  explicit AssemblerProcess(Descriptor socket) : socket_(std::move(socket)) {}
  Descriptor socket_;
  int version_ = 0;
};

/// PTX of a kernel that does nothing, to try an assembler out.
std::string emptyPtx(const std::string& architecture);

} // namespace gevo::worker
