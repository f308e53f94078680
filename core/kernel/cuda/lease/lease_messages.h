#pragma once

/// Requests of a program to the GPU leased to it, over an inherited socket; each is answered before the next. Frames as in
/// core/protocol/frames.h, replies of ReplyKind; "-" is an empty payload. A program is not trusted: it may send anything.

#include "core/kernel/cuda/program_gpu/program_gpu.h"

namespace gevo::cuda {

enum class LeaseRequest : std::uint32_t {
  Traits,         ///< - -> GpuTraits
  Load,           ///< LoadCode -> -
  Allocate,       ///< MemoryRange -> bool: false if memory is short
  Free,           ///< MemoryRange -> -
  Write,          ///< WrittenBytes -> -
  Read,           ///< MemoryRange -> the bytes as they are; none of a variable that the code lacks
  CreateTexture,  ///< WrittenBytes -> -
  DestroyTexture, ///< MemoryRange -> -
  Launch          ///< ProgramGpu::Launch -> LaunchedThere
};

struct LoadCode {
  Bytes image;
  std::vector<ProgramGpu::Variable> variables;
};
struct MemoryRange {
  std::uint64_t address = 0; ///< or a texture's number
  std::uint64_t bytes = 0;   ///< if the request needs it
};
struct WrittenBytes {
  std::uint64_t address = 0; ///< or a texture's number
  Bytes bytes;
};
struct LaunchedThere {
  ProgramGpu::Launched launched;
  std::string printed;    ///< by printf in the kernel
  std::string complained; ///< by assertions in it
};

/// Sent by a lease server process when its GPU is ready.
struct Greeting {
  std::string name;
  std::string uuid;
  std::string architecture; ///< "sm_90"
  int driverVersion = 0;
};
/// Sent with the program's socket and the GPU's lock file as SCM_RIGHTS. When the program has closed its socket and its state on the GPU
/// is cleared, one byte is the reply.
struct LeaseTerms {
  std::uint64_t launchLimit = 0; ///< microseconds that a launch may take
};

template <class Archive> void fields(Archive& a, Greeting& g) { a(g.name, g.uuid, g.architecture, g.driverVersion); }
template <class Archive> void fields(Archive& a, GpuTraits& t) {
  a(t.name, t.major, t.minor, t.multiprocessors, t.memoryBytes, t.l2Bytes, t.sharedPerBlock, t.sharedPerMultiprocessor,
    t.threadsPerMultiprocessor, t.blocksPerMultiprocessor);
}
template <class Archive> void fields(Archive& a, ProgramGpu::Variable& v) { a(v.name, v.address, v.size); }
template <class Archive> void fields(Archive& a, ProgramGpu::Launch& l) { a(l.kernel, l.grid, l.block, l.dynamicShared, l.parameters); }
template <class Archive> void fields(Archive& a, ProgramGpu::Launched& l) { a(l.status, l.begun, l.complaint, l.reason, l.microseconds); }
template <class Archive> void fields(Archive& a, LoadCode& m) { a(m.image, m.variables); }
template <class Archive> void fields(Archive& a, MemoryRange& m) { a(m.address, m.bytes); }
template <class Archive> void fields(Archive& a, WrittenBytes& m) { a(m.address, m.bytes); }
template <class Archive> void fields(Archive& a, LaunchedThere& m) { a(m.launched, m.printed, m.complained); }

} // namespace gevo::cuda
