// Copies and fills of boxes (three dimensions), and copies between peers, which are all the one device.

#include "core/kernel/runtime/copy.h"
#include "core/kernel/runtime/stream_capture.h"

#include <optional>

namespace cuda = gevo::cuda;
using cuda::Array;
using cuda::Device;
using cuda::NodeType;
using cuda::Status;
using cuda::Stream;
namespace status = cuda::status;
namespace direction = cuda::direction;

/// cudaPos: bytes of memory or elements of an array, rows, slices.
struct Position {
  std::size_t x;
  std::size_t y;
  std::size_t z;
};
/// cudaExtent: bytes, or elements where an array takes part; rows, slices.
struct Extent {
  std::size_t width;
  std::size_t height;
  std::size_t depth;
};
/// cudaPitchedPtr.
struct PitchedPointer {
  void* pointer;
  std::size_t pitch;
  std::size_t rowBytes;
  std::size_t rows; ///< of a slice
};
/// cudaMemcpy3DParms.
struct CopyBox {
  void* sourceArray;
  Position sourcePosition;
  PitchedPointer source;
  void* destinationArray;
  Position destinationPosition;
  PitchedPointer destination;
  Extent extent;
  int kind;
};
/// cudaMemcpy3DPeerParms.
struct CopyPeerBox {
  void* sourceArray;
  Position sourcePosition;
  PitchedPointer source;
  int sourceDevice;
  void* destinationArray;
  Position destinationPosition;
  PitchedPointer destination;
  int destinationDevice;
  Extent extent;
};

namespace {

constexpr std::size_t pitchAlignment = 512;

/// One side of a copy of a box: bytes of memory, or elements of an array.
struct Side {
  const Array* array = nullptr;
  char* first = nullptr;
  std::size_t pitch = 0;
  std::size_t slicePitch = 0;
};

Side sideOf(const PitchedPointer& memory, const Position& position) {
  const std::size_t slicePitch = memory.rows * memory.pitch;
  return {nullptr, static_cast<char*>(memory.pointer) + position.z * slicePitch + position.y * memory.pitch + position.x, memory.pitch,
          slicePitch};
}
Side sideOf(void* handle, const Array& array, const Position& position) {
  return {&array,
          static_cast<char*>(handle) + position.z * array.slicePitch() + position.y * array.pitch + position.x * array.texel.bytes(),
          array.pitch, array.slicePitch()};
}

bool holds(const Array& array, const Position& position, const Extent& extent) {
  return position.x <= array.width && extent.width <= array.width - position.x && position.y <= array.rows() &&
         extent.height <= array.rows() - position.y && position.z <= array.slices() && extent.depth <= array.slices() - position.z;
}

/// The width of a copy that an array is part of counts elements.
std::optional<std::size_t> elementBytes(const Array* to, const Array* from) {
  if (to == nullptr && from == nullptr) return 1;
  if (to != nullptr && from != nullptr && to->texel.bytes() != from->texel.bytes()) return std::nullopt;
  return (to != nullptr ? to : from)->texel.bytes();
}

Status copyBetween(Device& device, const Side& to, const Side& from, const Extent& bytes, int kind) {
  const bool isWhole = bytes.width == to.pitch && bytes.width == from.pitch && bytes.height * bytes.width == to.slicePitch &&
                       bytes.height * bytes.width == from.slicePitch;
  if (isWhole) return cuda::copyOne(device, to.first, from.first, bytes.width * bytes.height * bytes.depth, kind);
  for (std::size_t slice = 0; slice < bytes.depth; ++slice) {
    const Status copied = cuda::copyRows(device, {to.first + slice * to.slicePitch, to.pitch},
                                         {from.first + slice * from.slicePitch, from.pitch}, bytes.width, bytes.height, kind);
    if (copied != status::success) return copied;
  }
  return status::success;
}

Status copyBox(const CopyBox* box) {
  return cuda::onDevice([&](Device& device) {
    if (box == nullptr) return status::invalidValue;
    const Array* to = device.array(box->destinationArray);
    const Array* from = device.array(box->sourceArray);
    if ((box->destinationArray != nullptr && to == nullptr) || (box->sourceArray != nullptr && from == nullptr))
      return status::invalidResourceHandle;
    const Extent& extent = box->extent;
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return status::success;
    const auto element = elementBytes(to, from);
    if (!element || (to == nullptr && box->destination.pointer == nullptr) || (from == nullptr && box->source.pointer == nullptr) ||
        (to != nullptr && !holds(*to, box->destinationPosition, extent)) || (from != nullptr && !holds(*from, box->sourcePosition, extent)))
      return status::invalidValue;
    device.synchronise();
    const Side target =
        to != nullptr ? sideOf(box->destinationArray, *to, box->destinationPosition) : sideOf(box->destination, box->destinationPosition);
    const Side source = from != nullptr ? sideOf(box->sourceArray, *from, box->sourcePosition) : sideOf(box->source, box->sourcePosition);
    const int kind = to != nullptr && from != nullptr ? direction::deviceToDevice : box->kind;
    return copyBetween(device, target, source, {extent.width * *element, extent.height, extent.depth}, kind);
  });
}

Status copyPeerBox(const CopyPeerBox* box) {
  if (box == nullptr) return cuda::noteError(status::invalidValue);
  if (box->sourceDevice != 0 || box->destinationDevice != 0) return cuda::noteError(status::invalidDevice);
  const CopyBox plain{box->sourceArray,         box->sourcePosition, box->source, box->destinationArray,
                      box->destinationPosition, box->destination,    box->extent, direction::deviceToDevice};
  return copyBox(&plain);
}

Status copyPeer(void* destination, int destinationDevice, const void* source, int sourceDevice, std::size_t size) {
  return cuda::onDevice([&](Device& device) {
    if (destinationDevice != 0 || sourceDevice != 0) return status::invalidDevice;
    device.synchronise();
    return cuda::copyOne(device, destination, source, size, direction::deviceToDevice);
  });
}

Status fillBox(const PitchedPointer& box, int value, const Extent& extent) {
  return cuda::onDevice([&](Device& device) {
    for (std::size_t slice = 0; slice < extent.depth; ++slice) {
      const cuda::Rows rows{sideOf(box, {0, 0, slice}).first, box.pitch};
      if (const Status filled = cuda::fillRows(device, rows, value, extent.width, extent.height); filled != status::success) return filled;
    }
    return status::success;
  });
}

} // namespace

GEVO_CUDA Status cudaMemcpy3D(const CopyBox* box) { return copyBox(box); }
GEVO_CUDA Status cudaMemcpy3DAsync(const CopyBox* box, Stream stream) {
  if (box == nullptr) return cuda::noteError(status::invalidValue);
  return cuda::inStream(stream, NodeType::Copy, [kept = *box] { return copyBox(&kept); });
}
GEVO_CUDA Status cudaGraphAddMemcpyNode(cuda::Graph::Node** node, void* graph, const void*, std::size_t, const CopyBox* box) {
  if (box == nullptr) return cuda::noteError(status::invalidValue);
  return cuda::addNode(node, graph, NodeType::Copy, [kept = *box] { return copyBox(&kept); });
}
GEVO_CUDA Status cudaMemcpy3DPeer(const CopyPeerBox* box) { return copyPeerBox(box); }
GEVO_CUDA Status cudaMemcpy3DPeerAsync(const CopyPeerBox* box, Stream stream) {
  if (box == nullptr) return cuda::noteError(status::invalidValue);
  return cuda::inStream(stream, NodeType::Copy, [kept = *box] { return copyPeerBox(&kept); });
}
GEVO_CUDA Status cudaMemcpyPeer(void* destination, int destinationDevice, const void* source, int sourceDevice, std::size_t size) {
  return copyPeer(destination, destinationDevice, source, sourceDevice, size);
}
GEVO_CUDA Status cudaMemcpyPeerAsync(void* destination, int destinationDevice, const void* source, int sourceDevice, std::size_t size,
                                     Stream stream) {
  return cuda::inStream(stream, NodeType::Copy, [=] { return copyPeer(destination, destinationDevice, source, sourceDevice, size); });
}
GEVO_CUDA Status cudaMemset3D(PitchedPointer box, int value, Extent extent) { return fillBox(box, value, extent); }
GEVO_CUDA Status cudaMemset3DAsync(PitchedPointer box, int value, Extent extent, Stream stream) {
  return cuda::inStream(stream, NodeType::Fill, [=] { return fillBox(box, value, extent); });
}

GEVO_CUDA Status cudaMalloc3D(PitchedPointer* box, Extent extent) {
  return cuda::onDevice([&](Device& device) {
    if (box == nullptr) return status::invalidValue;
    const std::size_t pitch = (extent.width + pitchAlignment - 1) / pitchAlignment * pitchAlignment;
    std::uint64_t address = 0;
    const Status allocated = device.allocate(pitch * extent.height * extent.depth, address);
    if (allocated == status::success) *box = {reinterpret_cast<void*>(address), pitch, extent.width, extent.height};
    return allocated;
  });
}
