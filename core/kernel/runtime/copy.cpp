// Copies and fills. Work is executed in the order of the calls, so asynchronous forms equal the synchronous ones.

#include "core/kernel/runtime/copy.h"

#include "core/kernel/runtime/stream_capture.h"

#include <cstring>

namespace cuda = gevo::cuda;
using cuda::Device;
using cuda::NodeType;
using cuda::Status;
using cuda::Stream;
namespace status = cuda::status;
namespace direction = cuda::direction;

namespace {

std::uint64_t number(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

int resolved(const Device& device, const void* destination, const void* source, int kind) {
  if (kind != direction::byAddress) return kind;
  const bool toDevice = device.contains(destination);
  const bool fromDevice = device.contains(source);
  if (toDevice) return fromDevice ? direction::deviceToDevice : direction::hostToDevice;
  return fromDevice ? direction::deviceToHost : direction::hostToHost;
}

} // namespace

Status cuda::copyOne(Device& device, void* destination, const void* source, std::size_t size, int kind) {
  switch (resolved(device, destination, source, kind)) {
  case direction::hostToHost:
    std::memmove(destination, source, size);
    return status::success;
  case direction::hostToDevice:
    return device.copyToDevice(number(destination), source, size);
  case direction::deviceToHost:
    return device.copyToHost(destination, number(source), size);
  case direction::deviceToDevice:
    return device.copyOnDevice(number(destination), number(source), size);
  default:
    return status::invalidMemcpyDirection;
  }
}

Status cuda::copyRows(Device& device, Rows destination, ConstantRows source, std::size_t width, std::size_t height, int kind) {
  if (width > destination.pitch || width > source.pitch) return status::invalidValue;
  if (width == destination.pitch && width == source.pitch) return copyOne(device, destination.first, source.first, width * height, kind);
  for (std::size_t row = 0; row < height; ++row) {
    auto* to = static_cast<char*>(destination.first) + row * destination.pitch;
    const auto* from = static_cast<const char*>(source.first) + row * source.pitch;
    if (const Status copied = copyOne(device, to, from, width, kind); copied != status::success) return copied;
  }
  return status::success;
}

Status cuda::fillRows(Device& device, Rows rows, int value, std::size_t width, std::size_t height) {
  if (width > rows.pitch) return status::invalidValue;
  if (width == rows.pitch) return device.fill(number(rows.first), value, width * height);
  for (std::size_t row = 0; row < height; ++row)
    if (const Status filled = device.fill(number(rows.first) + row * rows.pitch, value, width); filled != status::success) return filled;
  return status::success;
}

namespace {

Status copy(void* destination, const void* source, std::size_t size, int kind) {
  return cuda::onDevice([&](Device& device) {
    if (size > 0 && (destination == nullptr || source == nullptr)) return status::invalidValue;
    device.synchronise();
    return cuda::copyOne(device, destination, source, size, kind);
  });
}

Status copy2D(cuda::Rows destination, cuda::ConstantRows source, std::size_t width, std::size_t height, int kind) {
  return cuda::onDevice([&](Device& device) {
    device.synchronise();
    return cuda::copyRows(device, destination, source, width, height, kind);
  });
}

Status fill(void* pointer, int value, std::size_t size) {
  return cuda::onDevice([&](Device& device) { return device.fill(number(pointer), value, size); });
}

Status fill2D(cuda::Rows rows, int value, std::size_t width, std::size_t height) {
  return cuda::onDevice([&](Device& device) { return cuda::fillRows(device, rows, value, width, height); });
}

Status copyToSymbol(const void* symbol, const void* source, std::size_t size, std::size_t offset, int kind) {
  return cuda::onDevice([&](Device& device) {
    const std::string* name = device.variableName(symbol);
    if (name == nullptr) return status::invalidSymbol;
    const auto variable = device.symbol(*name);
    if (!variable) return status::invalidSymbol;
    if (kind == direction::deviceToDevice || (kind == direction::byAddress && device.contains(source)))
      return device.copyOnDevice(variable->address + offset, number(source), size);
    return device.writeSymbol(*name, offset, source, size);
  });
}

Status copyFromSymbol(void* destination, const void* symbol, std::size_t size, std::size_t offset, int kind) {
  return cuda::onDevice([&](Device& device) {
    const std::string* name = device.variableName(symbol);
    if (name == nullptr) return status::invalidSymbol;
    const auto variable = device.symbol(*name);
    if (!variable) return status::invalidSymbol;
    device.synchronise();
    if (kind == direction::deviceToDevice || (kind == direction::byAddress && device.contains(destination)))
      return device.copyOnDevice(number(destination), variable->address + offset, size);
    return device.readSymbol(destination, *name, offset, size);
  });
}

template <class Use> Status withSymbol(const void* symbol, Use&& use) {
  return cuda::onDevice([&](Device& device) {
    const std::string* name = device.variableName(symbol);
    const auto variable = name != nullptr ? device.symbol(*name) : std::nullopt;
    if (!variable) return status::invalidSymbol;
    use(*variable);
    return status::success;
  });
}

} // namespace

GEVO_CUDA Status cudaMemcpy(void* destination, const void* source, std::size_t size, int kind) {
  return copy(destination, source, size, kind);
}
GEVO_CUDA Status cudaMemcpyAsync(void* destination, const void* source, std::size_t size, int kind, Stream stream) {
  return cuda::inStream(stream, NodeType::Copy, [=] { return copy(destination, source, size, kind); });
}
GEVO_CUDA Status cudaGraphAddMemcpyNode1D(cuda::Graph::Node** node, void* graph, const void*, std::size_t, void* destination,
                                          const void* source, std::size_t size, int kind) {
  return cuda::addNode(node, graph, NodeType::Copy, [=] { return copy(destination, source, size, kind); });
}
GEVO_CUDA Status cudaMemcpy2D(void* destination, std::size_t destinationPitch, const void* source, std::size_t sourcePitch,
                              std::size_t width, std::size_t height, int kind) {
  return copy2D({destination, destinationPitch}, {source, sourcePitch}, width, height, kind);
}
GEVO_CUDA Status cudaMemcpy2DAsync(void* destination, std::size_t destinationPitch, const void* source, std::size_t sourcePitch,
                                   std::size_t width, std::size_t height, int kind, Stream stream) {
  return cuda::inStream(stream, NodeType::Copy, [=] {
    return copy2D({destination, destinationPitch}, {source, sourcePitch}, width, height, kind);
  });
}
GEVO_CUDA Status cudaMemset(void* pointer, int value, std::size_t size) { return fill(pointer, value, size); }
GEVO_CUDA Status cudaMemsetAsync(void* pointer, int value, std::size_t size, Stream stream) {
  return cuda::inStream(stream, NodeType::Fill, [=] { return fill(pointer, value, size); });
}
GEVO_CUDA Status cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height) {
  return fill2D({pointer, pitch}, value, width, height);
}
GEVO_CUDA Status cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width, std::size_t height, Stream stream) {
  return cuda::inStream(stream, NodeType::Fill, [=] { return fill2D({pointer, pitch}, value, width, height); });
}

GEVO_CUDA Status cudaMemcpyToSymbol(const void* symbol, const void* source, std::size_t size, std::size_t offset, int kind) {
  return copyToSymbol(symbol, source, size, offset, kind);
}
GEVO_CUDA Status cudaMemcpyToSymbolAsync(const void* symbol, const void* source, std::size_t size, std::size_t offset, int kind,
                                         Stream stream) {
  return cuda::inStream(stream, NodeType::Copy, [=] { return copyToSymbol(symbol, source, size, offset, kind); });
}
GEVO_CUDA Status cudaMemcpyFromSymbol(void* destination, const void* symbol, std::size_t size, std::size_t offset, int kind) {
  return copyFromSymbol(destination, symbol, size, offset, kind);
}
GEVO_CUDA Status cudaMemcpyFromSymbolAsync(void* destination, const void* symbol, std::size_t size, std::size_t offset, int kind,
                                           Stream stream) {
  return cuda::inStream(stream, NodeType::Copy, [=] { return copyFromSymbol(destination, symbol, size, offset, kind); });
}
GEVO_CUDA Status cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return withSymbol(symbol, [&](const auto& variable) { *pointer = reinterpret_cast<void*>(variable.address); });
}
GEVO_CUDA Status cudaGetSymbolSize(std::size_t* size, const void* symbol) {
  return withSymbol(symbol, [&](const auto& variable) { *size = variable.size; });
}
