#pragma once

/// Programs that share a GPU take turns on it: each locks the same file around what it has the GPU do. The system ends the lock of a
/// process that dies.

#include "core/base/result.h"

#include <filesystem>

namespace gevo::cuda {

class Turn {
public:
  /// A file that exists, and that this process may only be allowed to read.
  static Result<Turn> of(const std::filesystem::path& file);
  Turn(Turn&& other) noexcept;
  Turn& operator=(Turn&&) = delete;
  ~Turn();

  /// While it lives nobody else has the GPU.
  class Held {
  public:
    explicit Held(const Turn* turn); ///< null: there is nobody else
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held();

  private:
    int descriptor_;
  };

private:
  explicit Turn(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

} // namespace gevo::cuda
