// Copies and fills of boxes (three dimensions), and copies between peers, which are all the one device.

#include "core/kernel/runtime/copy.h"

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::Status;
using cuda::Stream;
namespace status = cuda::status;
namespace direction = cuda::direction;

/// cudaPos: bytes, rows, slices.
struct Position {
  std::size_t x;
  std::size_t y;
  std::size_t z;
};
/// cudaExtent: bytes, rows, slices.
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

char* sliceOf(const PitchedPointer& box, const Position& position, std::size_t slice) {
  return static_cast<char*>(box.pointer) + ((position.z + slice) * box.rows + position.y) * box.pitch + position.x;
}

Status copyBox(const CopyBox* box) {
  return cuda::onDevice([&](Device& device) {
    if (box == nullptr) return status::invalidValue;
    if (box->sourceArray != nullptr || box->destinationArray != nullptr) return device.reportUnsupported("cudaMemcpy3D of arrays");
    const Extent& extent = box->extent;
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return status::success;
    if (box->source.pointer == nullptr || box->destination.pointer == nullptr) return status::invalidValue;
    device.synchronise();
    for (std::size_t slice = 0; slice < extent.depth; ++slice) {
      const cuda::Rows to{sliceOf(box->destination, box->destinationPosition, slice), box->destination.pitch};
      const cuda::ConstantRows from{sliceOf(box->source, box->sourcePosition, slice), box->source.pitch};
      const Status copied = cuda::copyRows(device, to, from, extent.width, extent.height, box->kind);
      if (copied != status::success) return copied;
    }
    return status::success;
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
      const cuda::Rows rows{sliceOf(box, {}, slice), box.pitch};
      if (const Status filled = cuda::fillRows(device, rows, value, extent.width, extent.height); filled != status::success) return filled;
    }
    return status::success;
  });
}

} // namespace

GEVO_CUDA Status cudaMemcpy3D(const CopyBox* box) { return copyBox(box); }
GEVO_CUDA Status cudaMemcpy3DAsync(const CopyBox* box, Stream) { return copyBox(box); }
GEVO_CUDA Status cudaMemcpy3DPeer(const CopyPeerBox* box) { return copyPeerBox(box); }
GEVO_CUDA Status cudaMemcpy3DPeerAsync(const CopyPeerBox* box, Stream) { return copyPeerBox(box); }
GEVO_CUDA Status cudaMemcpyPeer(void* destination, int destinationDevice, const void* source, int sourceDevice, std::size_t size) {
  return copyPeer(destination, destinationDevice, source, sourceDevice, size);
}
GEVO_CUDA Status cudaMemcpyPeerAsync(void* destination, int destinationDevice, const void* source, int sourceDevice, std::size_t size,
                                     Stream) {
  return copyPeer(destination, destinationDevice, source, sourceDevice, size);
}
GEVO_CUDA Status cudaMemset3D(PitchedPointer box, int value, Extent extent) { return fillBox(box, value, extent); }
GEVO_CUDA Status cudaMemset3DAsync(PitchedPointer box, int value, Extent extent, Stream) { return fillBox(box, value, extent); }

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
