#pragma once

/// Pieces of copies and fills, for a caller that holds the device.

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
/// Of each row the first `width` bytes; invalidValue where a pitch is less.
Status copyRows(Device& device, Rows destination, ConstantRows source, std::size_t width, std::size_t height, int kind);
Status fillRows(Device& device, Rows rows, int value, std::size_t width, std::size_t height);

} // namespace gevo::cuda
