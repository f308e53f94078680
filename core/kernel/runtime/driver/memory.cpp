// Copies and fills of the driver interface, and attributes of addresses.

#include "core/kernel/runtime/copy.h"
#include "core/kernel/runtime/driver/driver.h"

#include <cstring>
#include <span>

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::DeviceAddress;
using cuda::Status;
namespace status = cuda::status;
namespace direction = cuda::direction;

namespace {

/// CUmemorytype.
constexpr unsigned onHost = 1, onDevice = 2, inArray = 3;

/// One end of CUDA_MEMCPY2D.
struct Side2D {
  std::size_t x, y;
  unsigned type;
  char* host;
  DeviceAddress device;
  void* array;
  std::size_t pitch;
};
struct Copy2D {
  Side2D source;
  Side2D destination;
  std::size_t width, height;
};
/// One end of CUDA_MEMCPY3D.
struct Side3D {
  std::size_t x, y, z, level;
  unsigned type;
  char* host;
  DeviceAddress device;
  void* array;
  void* reserved;
  std::size_t pitch, rows;
};
struct Copy3D {
  Side3D source;
  Side3D destination;
  std::size_t width, height, depth;
};

char* pointer(DeviceAddress address) { return reinterpret_cast<char*>(address); }
template <class Side> char* startOf(const Side& side) { return side.type == onHost ? side.host : pointer(side.device); }
/// A pitch of 0 means rows without a gap.
template <class Side> std::size_t pitchOf(const Side& side, std::size_t width) { return side.pitch != 0 ? side.pitch : width; }

/// A cudaMemcpyKind; unified addresses decide by themselves.
int kindOf(unsigned from, unsigned to) {
  if (from == onHost) return to == onHost ? direction::hostToHost : to == onDevice ? direction::hostToDevice : direction::byAddress;
  if (from == onDevice) return to == onHost ? direction::deviceToHost : to == onDevice ? direction::deviceToDevice : direction::byAddress;
  return direction::byAddress;
}

Status copy(DeviceAddress destination, DeviceAddress source, std::size_t size, int kind) {
  return cuda::onDriver([&](Device& device) {
    if (size > 0 && (destination == 0 || source == 0)) return status::invalidValue;
    device.synchronise();
    return cuda::copyOne(device, pointer(destination), pointer(source), size, kind);
  });
}

Status copyBox(const Side3D& source, const Side3D& destination, std::size_t width, std::size_t height, std::size_t depth) {
  return cuda::onDriver([&](Device& device) {
    if (source.type == inArray || destination.type == inArray) return device.reportUnsupported("cuMemcpy of arrays");
    const std::size_t fromPitch = pitchOf(source, width), toPitch = pitchOf(destination, width);
    device.synchronise();
    for (std::size_t slice = 0; slice < depth; ++slice) {
      const cuda::Rows to{startOf(destination) + ((destination.z + slice) * destination.rows + destination.y) * toPitch + destination.x,
                          toPitch};
      const cuda::ConstantRows from{startOf(source) + ((source.z + slice) * source.rows + source.y) * fromPitch + source.x, fromPitch};
      const Status copied = cuda::copyRows(device, to, from, width, height, kindOf(source.type, destination.type));
      if (copied != status::success) return copied;
    }
    return status::success;
  });
}

Side3D flat(const Side2D& side) { return {side.x, side.y, 0, 0, side.type, side.host, side.device, side.array, nullptr, side.pitch, 0}; }

template <class Value> Status fill(DeviceAddress address, std::size_t pitch, Value value, std::size_t width, std::size_t height) {
  const std::vector<Value> row(width, value);
  return cuda::onDriver([&](Device& device) {
    if (address % sizeof(Value) != 0 || (height > 1 && pitch < width * sizeof(Value))) return status::invalidValue;
    for (std::size_t i = 0; i < height; ++i) {
      const DeviceAddress to = address + i * pitch;
      const Status filled =
          sizeof(Value) == 1 ? device.fill(to, static_cast<int>(value), width) : device.copyToDevice(to, row.data(), width * sizeof(Value));
      if (filled != status::success) return filled;
    }
    return status::success;
  });
}

/// By the numbers of CUpointer_attribute.
Status describe(Device& device, void* data, int attribute, DeviceAddress address) {
  constexpr int memoryType = 2, devicePointer = 3, hostPointer = 4, isManaged = 8, ordinal = 9, start = 11, size = 12, mapped = 13;
  const auto shared = device.sharedRegion(pointer(address));
  const auto whole = device.allocationOf(address);
  if (data == nullptr || (!shared && !whole && device.addressOf(pointer(address)) == 0)) return status::invalidValue;
  const auto setResult = [&](auto value) {
    std::memcpy(data, &value, sizeof value);
    return status::success;
  };
  const bool managed = shared && shared->kind == cuda::Managed::Kind::Managed;
  switch (attribute) {
  case memoryType:
    return setResult(shared && !managed ? onHost : onDevice);
  case devicePointer:
    return setResult(shared || whole ? address : device.addressOf(pointer(address)));
  case hostPointer:
    return shared ? setResult(address) : status::invalidValue;
  case isManaged:
    return setResult(managed ? 1U : 0U);
  case ordinal:
    return setResult(0);
  case start:
    return setResult(shared ? shared->address : whole ? whole->address : address);
  case size:
    return setResult(static_cast<std::size_t>(shared ? shared->size : whole ? whole->size : 0));
  case mapped:
    return setResult(1U);
  default:
    return status::notSupported;
  }
}

} // namespace

GEVO_CUDA Status cuMemcpy(DeviceAddress destination, DeviceAddress source, std::size_t size) {
  return copy(destination, source, size, direction::byAddress);
}
GEVO_CUDA Status cuMemcpyHtoD(DeviceAddress destination, DeviceAddress source, std::size_t size) {
  return copy(destination, source, size, direction::hostToDevice);
}
GEVO_CUDA Status cuMemcpyDtoH(DeviceAddress destination, DeviceAddress source, std::size_t size) {
  return copy(destination, source, size, direction::deviceToHost);
}
GEVO_CUDA Status cuMemcpyDtoD(DeviceAddress destination, DeviceAddress source, std::size_t size) {
  return copy(destination, source, size, direction::deviceToDevice);
}
GEVO_CUDA Status cuMemcpyPeer(DeviceAddress destination, void*, DeviceAddress source, void*, std::size_t size) {
  return copy(destination, source, size, direction::deviceToDevice);
}
GEVO_CUDA Status cuMemcpy2D(const Copy2D* box) {
  return box != nullptr ? copyBox(flat(box->source), flat(box->destination), box->width, box->height, 1) : status::invalidValue;
}
GEVO_CUDA Status cuMemcpy3D(const Copy3D* box) {
  return box != nullptr ? copyBox(box->source, box->destination, box->width, box->height, box->depth) : status::invalidValue;
}

GEVO_CUDA Status cuMemsetD8(DeviceAddress address, std::uint8_t value, std::size_t count) { return fill(address, 0, value, count, 1); }
GEVO_CUDA Status cuMemsetD16(DeviceAddress address, std::uint16_t value, std::size_t count) { return fill(address, 0, value, count, 1); }
GEVO_CUDA Status cuMemsetD32(DeviceAddress address, std::uint32_t value, std::size_t count) { return fill(address, 0, value, count, 1); }
GEVO_CUDA Status cuMemsetD2D8(DeviceAddress address, std::size_t pitch, std::uint8_t value, std::size_t width, std::size_t height) {
  return fill(address, pitch, value, width, height);
}
GEVO_CUDA Status cuMemsetD2D16(DeviceAddress address, std::size_t pitch, std::uint16_t value, std::size_t width, std::size_t height) {
  return fill(address, pitch, value, width, height);
}
GEVO_CUDA Status cuMemsetD2D32(DeviceAddress address, std::size_t pitch, std::uint32_t value, std::size_t width, std::size_t height) {
  return fill(address, pitch, value, width, height);
}

GEVO_CUDA Status cuMemGetAddressRange(DeviceAddress* start, std::size_t* size, DeviceAddress address) {
  return cuda::onDriver([&](Device& device) {
    const auto whole = device.allocationOf(address);
    if (!whole) return status::notFound;
    if (start != nullptr) *start = whole->address;
    if (size != nullptr) *size = whole->size;
    return status::success;
  });
}
GEVO_CUDA Status cuPointerGetAttribute(void* data, int attribute, DeviceAddress address) {
  return cuda::onDriver([&](Device& device) { return describe(device, data, attribute, address); });
}
/// Attributes that an address lacks are left as they are.
GEVO_CUDA Status cuPointerGetAttributes(unsigned count, const int* attributes, void** data, DeviceAddress address) {
  return cuda::onDriver([&](Device& device) {
    if (attributes == nullptr || data == nullptr) return status::invalidValue;
    for (unsigned i = 0; i < count; ++i) describe(device, data[i], attributes[i], address);
    return status::success;
  });
}
