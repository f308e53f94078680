#pragma once

/// ptxas for a worker that is locked down: another process, `gevo-worker build`, that was started before runs it. It ends with the worker.

#include "core/base/descriptor.h"
#include "core/base/result.h"
#include "core/values/exported_code.h"

namespace gevo::worker {

class AssemblerProcess {
public:
  /// An error where there is no ptxas here, or none that makes code for the architecture that a driver of this CUDA takes.
  static Result<AssemblerProcess> start(const std::string& architecture, int driverVersion);

  /// An error with the assembler's words as details where it refuses the PTX.
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
