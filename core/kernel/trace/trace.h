#pragma once

/// The recorded device side of one run of a CUDA program (the idea is from Langdon 2015, Fig. 8.3): everything the host asked of the
/// device, in order. Replaying a trace with other kernels needs no host code. Plain values, no LLVM.

#include "core/base/bytes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace gevo::program {

enum class EventKind : std::uint8_t {
  Allocate,       ///< [address, address + size), value = its site
  Free,           ///< address
  CopyToDevice,   ///< address, data
  CopyOnDevice,   ///< address (destination), source, size
  Memset,         ///< address, size, value (a byte)
  WriteSymbol,    ///< name, address = offset in the symbol, data
  Launch,         ///< name = kernel as in the module, grid, block, dynamicShared, data = parameters
  CopyToHost,     ///< address = source, data = what the original delivered (the oracle)
  ReadSymbol,     ///< name, address = offset, data = what the original delivered
  CreateTexture,  ///< address = the object's number, data = sim::encodeTexture()
  DestroyTexture, ///< address = the object's number
  /// From here on loads of undefined bytes give value (a byte): see sim::Limits::undefinedByte. First, in programs that do so.
  TolerateUndefined,
  Sample, ///< data = a wire-encoded LaunchSample, of the launch that follows: see core/kernel/trace/launch_sample.h
};

struct Event {
  EventKind kind = EventKind::Allocate;
  std::uint64_t address = 0;
  std::uint64_t source = 0;
  std::uint64_t size = 0;
  /// Of a fill; of an allocation its site: the same number for the same calls on the stack, 0 if not known; of a cooperative launch 1.
  std::uint32_t value = 0;
  std::string name;
  std::array<std::uint32_t, 3> grid{1, 1, 1};
  std::array<std::uint32_t, 3> block{1, 1, 1};
  std::uint32_t dynamicShared = 0;
  Bytes data;
  bool decision = false;    ///< a copy to the host that launches follow: compared exactly
  std::uint32_t output = 0; ///< index into Project::outputs, for copies to the host
};

/// The bytes that the event copies are its data.
constexpr bool copiesToDevice(const Event& event) { return event.kind == EventKind::CopyToDevice || event.kind == EventKind::WriteSymbol; }
constexpr bool copiesToHost(const Event& event) { return event.kind == EventKind::CopyToHost || event.kind == EventKind::ReadSymbol; }

/// A launch whose blocks may wait for each other.
constexpr bool isCooperative(const Event& event) { return event.kind == EventKind::Launch && event.value != 0; }

/// Size of a copy, whether its bytes are kept or only sampled.
constexpr std::uint64_t copiedBytes(const Event& event) { return std::max<std::uint64_t>(event.size, event.data.size()); }
inline constexpr std::size_t wordBytes = 4;
/// Keeps at most so many words of the copied data, sampled from all over it.
void shorten(Event& event, std::size_t words);

struct Trace {
  std::vector<Event> events;
};

/// Undefined loads of the original were tolerated when it was recorded.
bool toleratesUndefined(const Trace& trace);

/// It has no more than samples of some launches: of a workload that was recorded on the simulated GPU.
bool isSampled(const Trace& trace);

/// The trace without copied data, for host-executed evaluation on a GPU: such traces are large and never replayed.
Trace outlineOf(Trace trace);
bool isOutline(const Trace& trace);

constexpr std::uint32_t enumerators(EventKind) { return std::uint32_t(EventKind::Sample) + 1; }

template <class Archive> void fields(Archive& a, Event& e) {
  a(e.kind, e.address, e.source, e.size, e.value, e.name, e.grid, e.block, e.dynamicShared, e.data, e.decision, e.output);
}
template <class Archive> void fields(Archive& a, Trace& t) { a(t.events); }

} // namespace gevo::program
