#pragma once

/// A recorded program whose kernel `next` delivers to each of 32 threads its neighbour's element, and 0 to the last one.

#include "core/kernel/simulator/machine/memory.h"
#include "core/kernel/trace/trace.h"

#include <cstring>

namespace gevo::neighbour {

inline constexpr unsigned threads = 32;
inline constexpr std::uint64_t inputAddress = sim::deviceBase;

template <class T> void append(Bytes& bytes, T value) {
  const std::size_t end = bytes.size();
  bytes.resize(end + sizeof value);
  std::memcpy(bytes.data() + end, &value, sizeof value);
}

inline program::Event event(program::EventKind kind, std::uint64_t address) {
  program::Event made;
  made.kind = kind;
  made.address = address;
  made.size = threads * 4;
  return made;
}

/// `outputAddress`: of what is delivered, behind the input.
inline program::Trace trace(std::uint64_t outputAddress) {
  using program::EventKind;
  program::Event upload = event(EventKind::CopyToDevice, inputAddress);
  program::Event launch = event(EventKind::Launch, 0);
  program::Event copy = event(EventKind::CopyToHost, outputAddress);
  launch.name = "next";
  launch.block = {threads, 1, 1};
  append(launch.data, inputAddress);
  append(launch.data, outputAddress);
  for (std::uint32_t t = 0; t < threads; ++t) append(upload.data, 100 + t);
  for (std::uint32_t t = 0; t < threads; ++t) append(copy.data, t + 1 < threads ? 101 + t : 0);
  return {{event(EventKind::Allocate, inputAddress), event(EventKind::Allocate, outputAddress), upload, launch, copy}};
}

} // namespace gevo::neighbour
