#pragma once

/// Processes that share a GPU lock the same file around their work on it. The process that starts them opens the file, so that it can
/// release the lock of one that died, once its state on the GPU is cleared.

#include "core/base/descriptor.h"
#include "core/base/result.h"

namespace gevo::cuda {

class GpuLock {
public:
  /// `file`: open for writing. Duplicates of the descriptor share the lock.
  static Result<GpuLock> of(Descriptor file);

  /// Exclusive use of the GPU.
  class Held {
  public:
    explicit Held(const GpuLock* lock); ///< null: the GPU is not shared
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held();
    /// Leaves the lock to the process that started this one.
    void keep() { descriptor_ = -1; }

  private:
    int descriptor_;
  };

private:
  explicit GpuLock(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

} // namespace gevo::cuda
