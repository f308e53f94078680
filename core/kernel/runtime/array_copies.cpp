// Copies to, from and between arrays. Offsets along a row are bytes.

#include "core/kernel/runtime/copy.h"
#include "core/kernel/runtime/stream_capture.h"

#include <algorithm>

namespace cuda = gevo::cuda;
using cuda::Array;
using cuda::Device;
using cuda::NodeType;
using cuda::Status;
using cuda::Stream;
namespace status = cuda::status;
namespace direction = cuda::direction;

namespace {

/// A position in an array: a byte of a row.
struct Position {
  const void* handle = nullptr;
  std::size_t column = 0;
  std::size_t row = 0;
};

char* addressOf(const Position& position, const Array& array) {
  return static_cast<char*>(const_cast<void*>(position.handle)) + position.row * array.pitch + position.column;
}

bool holds(const Array& array, const Position& position, std::size_t width, std::size_t height) {
  return position.column <= array.rowBytes() && width <= array.rowBytes() - position.column && position.row <= array.rows() &&
         height <= array.rows() - position.row;
}

/// Bytes from a position to the array's end, rows without the gaps between them.
std::size_t bytesAfter(const Array& array, const Position& position) {
  if (position.column >= array.rowBytes() || position.row >= array.rows()) return 0;
  return (array.rows() - position.row) * array.rowBytes() - position.column;
}

/// Size of the next contiguous piece of a copy that spans rows.
std::size_t pieceAt(const Array& array, const Position& position) { return array.rowBytes() - position.column; }
void advance(const Array& array, Position& position, std::size_t bytes) {
  position.column += bytes;
  if (position.column < array.rowBytes()) return;
  position.column = 0;
  ++position.row;
}

/// Calls `copy` with the arrays of both handles; a null handle is plain memory.
template <class Copy> Status withArrays(const Position& destination, const Position& source, Copy&& copy) {
  return cuda::onDevice([&](Device& device) {
    const Array* to = device.array(destination.handle);
    const Array* from = device.array(source.handle);
    if ((destination.handle != nullptr && to == nullptr) || (source.handle != nullptr && from == nullptr))
      return status::invalidResourceHandle;
    device.synchronise();
    return copy(device, to, from);
  });
}

Status copyPlaneTo(const Position& to, cuda::ConstantRows from, std::size_t width, std::size_t height, int kind) {
  return withArrays(to, {}, [&](Device& device, const Array* array, const Array*) {
    if (array == nullptr || from.first == nullptr || !holds(*array, to, width, height)) return status::invalidValue;
    return cuda::copyRows(device, {addressOf(to, *array), array->pitch}, from, width, height, kind);
  });
}

Status copyPlaneFrom(cuda::Rows to, const Position& from, std::size_t width, std::size_t height, int kind) {
  return withArrays({}, from, [&](Device& device, const Array*, const Array* array) {
    if (array == nullptr || to.first == nullptr || !holds(*array, from, width, height)) return status::invalidValue;
    return cuda::copyRows(device, to, {addressOf(from, *array), array->pitch}, width, height, kind);
  });
}

Status copyTo(Position to, const void* source, std::size_t size, int kind) {
  return withArrays(to, {}, [&](Device& device, const Array* array, const Array*) {
    if (array == nullptr || source == nullptr || size > bytesAfter(*array, to)) return status::invalidValue;
    const char* from = static_cast<const char*>(source);
    for (std::size_t left = size; left > 0;) {
      const std::size_t piece = std::min(left, pieceAt(*array, to));
      if (const Status copied = cuda::copyOne(device, addressOf(to, *array), from, piece, kind); copied != status::success) return copied;
      advance(*array, to, piece);
      from += piece;
      left -= piece;
    }
    return status::success;
  });
}

Status copyFrom(void* destination, Position from, std::size_t size, int kind) {
  return withArrays({}, from, [&](Device& device, const Array*, const Array* array) {
    if (array == nullptr || destination == nullptr || size > bytesAfter(*array, from)) return status::invalidValue;
    char* to = static_cast<char*>(destination);
    for (std::size_t left = size; left > 0;) {
      const std::size_t piece = std::min(left, pieceAt(*array, from));
      if (const Status copied = cuda::copyOne(device, to, addressOf(from, *array), piece, kind); copied != status::success) return copied;
      advance(*array, from, piece);
      to += piece;
      left -= piece;
    }
    return status::success;
  });
}

} // namespace

GEVO_CUDA Status cudaMemcpy2DToArray(void* array, std::size_t column, std::size_t row, const void* source, std::size_t pitch,
                                     std::size_t width, std::size_t height, int kind) {
  return copyPlaneTo({array, column, row}, {source, pitch}, width, height, kind);
}
GEVO_CUDA Status cudaMemcpy2DToArrayAsync(void* array, std::size_t column, std::size_t row, const void* source, std::size_t pitch,
                                          std::size_t width, std::size_t height, int kind, Stream stream) {
  return cuda::inStream(stream, NodeType::Copy, [=] { return copyPlaneTo({array, column, row}, {source, pitch}, width, height, kind); });
}
GEVO_CUDA Status cudaMemcpy2DFromArray(void* destination, std::size_t pitch, const void* array, std::size_t column, std::size_t row,
                                       std::size_t width, std::size_t height, int kind) {
  return copyPlaneFrom({destination, pitch}, {array, column, row}, width, height, kind);
}
GEVO_CUDA Status cudaMemcpy2DFromArrayAsync(void* destination, std::size_t pitch, const void* array, std::size_t column, std::size_t row,
                                            std::size_t width, std::size_t height, int kind, Stream stream) {
  return cuda::inStream(stream, NodeType::Copy, [=] {
    return copyPlaneFrom({destination, pitch}, {array, column, row}, width, height, kind);
  });
}
GEVO_CUDA Status cudaMemcpy2DArrayToArray(void* destination, std::size_t toColumn, std::size_t toRow, const void* source,
                                          std::size_t fromColumn, std::size_t fromRow, std::size_t width, std::size_t height, int) {
  const Position to{destination, toColumn, toRow};
  const Position from{source, fromColumn, fromRow};
  return withArrays(to, from, [&](Device& device, const Array* target, const Array* origin) {
    if (target == nullptr || origin == nullptr || !holds(*target, to, width, height) || !holds(*origin, from, width, height))
      return status::invalidValue;
    return cuda::copyRows(device, {addressOf(to, *target), target->pitch}, {addressOf(from, *origin), origin->pitch}, width, height,
                          direction::deviceToDevice);
  });
}

GEVO_CUDA Status cudaMemcpyToArray(void* array, std::size_t column, std::size_t row, const void* source, std::size_t size, int kind) {
  return copyTo({array, column, row}, source, size, kind);
}
GEVO_CUDA Status cudaMemcpyToArrayAsync(void* array, std::size_t column, std::size_t row, const void* source, std::size_t size, int kind,
                                        Stream stream) {
  return cuda::inStream(stream, NodeType::Copy, [=] { return copyTo({array, column, row}, source, size, kind); });
}
GEVO_CUDA Status cudaMemcpyFromArray(void* destination, const void* array, std::size_t column, std::size_t row, std::size_t size,
                                     int kind) {
  return copyFrom(destination, {array, column, row}, size, kind);
}
GEVO_CUDA Status cudaMemcpyFromArrayAsync(void* destination, const void* array, std::size_t column, std::size_t row, std::size_t size,
                                          int kind, Stream stream) {
  return cuda::inStream(stream, NodeType::Copy, [=] { return copyFrom(destination, {array, column, row}, size, kind); });
}
GEVO_CUDA Status cudaMemcpyArrayToArray(void* destination, std::size_t toColumn, std::size_t toRow, const void* source,
                                        std::size_t fromColumn, std::size_t fromRow, std::size_t size, int) {
  Position to{destination, toColumn, toRow};
  Position from{source, fromColumn, fromRow};
  return withArrays(to, from, [&](Device& device, const Array* target, const Array* origin) {
    if (target == nullptr || origin == nullptr || size > bytesAfter(*target, to) || size > bytesAfter(*origin, from))
      return status::invalidValue;
    for (std::size_t left = size; left > 0;) {
      const std::size_t piece = std::min({left, pieceAt(*target, to), pieceAt(*origin, from)});
      const Status copied = cuda::copyOne(device, addressOf(to, *target), addressOf(from, *origin), piece, direction::deviceToDevice);
      if (copied != status::success) return copied;
      advance(*target, to, piece);
      advance(*origin, from, piece);
      left -= piece;
    }
    return status::success;
  });
}
