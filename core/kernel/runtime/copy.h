#pragma once

/// Parts of copies and fills, for a caller that holds the device's lock.

#include "core/kernel/runtime/device.h"

namespace gevo::cuda {

/// Rows of memory that begin `pitch` bytes apart.
struct Rows {
  void* first = nullptr;
  std::size_t pitch = 0;
};
struct ConstantRows {
  const void* first = nullptr;
  std::size_t pitch = 0;
};

/// `kind` is a cudaMemcpyKind.
Status copyOne(Device& device, void* destination, const void* source, std::size_t size, int kind);
/// Copies the first `width` bytes of each row; invalidValue if a pitch is less.
Status copyRows(Device& device, Rows destination, ConstantRows source, std::size_t width, std::size_t height, int kind);
Status fillRows(Device& device, Rows rows, int value, std::size_t width, std::size_t height);

} // namespace gevo::cuda
