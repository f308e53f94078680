#pragma once

/// Processes that share a GPU take turns on it: each locks the same file around what it has the GPU do. Who starts them opens the file, so
/// that it can end the lock of one that died, once nothing of it is left on the GPU.

#include "core/base/descriptor.h"
#include "core/base/result.h"

namespace gevo::cuda {

class GpuLock {
public:
  /// Of a file that is open for writing. Others that have it open by the same opening are one with this.
  static Result<GpuLock> of(Descriptor file);

  /// While it lives nobody else has the GPU.
  class Held {
  public:
    explicit Held(const GpuLock* lock); ///< null: there is nobody else
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held();
    /// Until who started this process ends the lock.
    void keep() { descriptor_ = -1; }

  private:
    int descriptor_;
  };

private:
  explicit GpuLock(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

} // namespace gevo::cuda
