#pragma once

/// What the CUDA driver API's types and numbers are to its callers (CUDA Driver API reference). Declared here, so that the product builds
/// without a CUDA toolkit; tests/core/kernel/cuda/driver_types_test.cpp holds them against the toolkit's header where there is one.

#include <cstddef>
#include <cstdint>

namespace gevo::cuda {

enum class Status : int {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NoDevice = 100,
  InvalidImage = 200,
  NoBinaryForGpu = 209,
  NotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchOutOfResources = 701,
  LaunchTimeout = 702,
  Assert = 710,
  HardwareStackError = 714,
  IllegalInstruction = 715,
  MisalignedAddress = 716,
  InvalidAddressSpace = 717,
  InvalidPc = 718,
  LaunchFailed = 719,
};

using Device = int;
using Address = std::uint64_t; ///< CUdeviceptr
using Context = struct ContextRecord*;
using Module = struct ModuleRecord*;
using Function = struct FunctionRecord*;
using Stream = struct StreamRecord*;
using Event = struct EventRecord*;
using LinkState = struct LinkStateRecord*;
using MemoryHandle = unsigned long long;

struct Uuid {
  unsigned char bytes[16];
};

struct MemoryLocation {
  int type = 1; ///< a device
  int id = 0;
};
struct MemoryProperties {
  int type = 1; ///< pinned
  int handleTypes = 0;
  MemoryLocation location;
  void* windowsData = nullptr;
  struct {
    unsigned char compression = 0;
    unsigned char remoteAccess = 0;
    unsigned short usage = 0;
    unsigned char reserved[4] = {};
  } flags;
};
struct MemoryAccess {
  MemoryLocation location;
  int flags = 3; ///< read and write
};

namespace attribute {
inline constexpr int maxSharedPerBlock = 8;
inline constexpr int multiprocessors = 16;
inline constexpr int memoryKilohertz = 36;
inline constexpr int memoryBusBits = 37;
inline constexpr int l2Bytes = 38;
inline constexpr int maxThreadsPerMultiprocessor = 39;
inline constexpr int computeMajor = 75;
inline constexpr int computeMinor = 76;
inline constexpr int maxSharedPerMultiprocessor = 81;
inline constexpr int maxRegistersPerMultiprocessor = 82;
inline constexpr int doubleRatio = 87;
inline constexpr int maxSharedPerBlockOptIn = 97;
inline constexpr int virtualMemory = 102;
inline constexpr int maxBlocksPerMultiprocessor = 106;
inline constexpr int reservedSharedPerBlock = 111;
} // namespace attribute

namespace function_attribute {
inline constexpr int sharedBytes = 1;
inline constexpr int localBytes = 3;
inline constexpr int registers = 4;
inline constexpr int maxDynamicShared = 8;
} // namespace function_attribute

namespace jit {
inline constexpr int infoLog = 3;
inline constexpr int infoLogBytes = 4;
inline constexpr int errorLog = 5;
inline constexpr int errorLogBytes = 6;
inline constexpr int verboseLog = 12;
inline constexpr int inputPtx = 1;
} // namespace jit

/// Keys of cuLaunchKernel's `extra`.
namespace launch_extra {
inline constexpr std::uintptr_t end = 0;
inline constexpr std::uintptr_t buffer = 1;
inline constexpr std::uintptr_t bufferBytes = 2;
} // namespace launch_extra

} // namespace gevo::cuda
