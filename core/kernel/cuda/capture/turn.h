#pragma once

/// Programs that share a GPU take turns on it: each locks the same file around what it has the GPU do. Who starts them opens the file, so
/// that it can end the turn of one that died, once nothing of it is left on the GPU.

#include "core/base/result.h"

namespace gevo::cuda {

class Turn {
public:
  /// Of a file that this process was given open for writing. It keeps the descriptor from programs that it starts.
  static Result<Turn> of(int descriptor);

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
  int descriptor_; ///< never closed: a process that dies gives it back when all else of it is gone
};

} // namespace gevo::cuda
