#pragma once

/// Types and constants of the CUDA driver API (CUDA Driver API reference), declared here, so that the product builds
/// without a CUDA toolkit; tests/core/kernel/cuda/device/driver_types_test.cpp compares them with the toolkit's header if there is one.

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
using Array = struct ArrayRecord*;
using TextureObject = unsigned long long; ///< or a surface object

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

/// CUDA_ARRAY3D_DESCRIPTOR
struct ArrayDescription {
  std::size_t width = 0;
  std::size_t height = 0; ///< 0: of one dimension
  std::size_t depth = 0;  ///< 0: of at most two dimensions, without layers
  int format = 0;
  unsigned channels = 1;
  unsigned flags = 0; ///< array_flag
};

/// CUDA_MEMCPY3D
struct BoxCopy {
  struct Side {
    std::size_t x = 0; ///< bytes
    std::size_t y = 0;
    std::size_t z = 0;
    std::size_t level = 0;
    int kind = 0; ///< memory_kind
    void* host = nullptr;
    Address device = 0;
    Array array = nullptr;
    void* reserved = nullptr;
    std::size_t pitch = 0;
    std::size_t rows = 0; ///< of a slice
  };
  Side from;
  Side to;
  std::size_t rowBytes = 0;
  std::size_t rows = 0;
  std::size_t slices = 0;
};

/// CUDA_RESOURCE_DESC
struct TextureResource {
  int kind = 0; ///< resource_kind
  union {
    Array array;
    struct {
      Address address;
      int format;
      unsigned channels;
      std::size_t bytes;
    } linear;
    int reserved[32];
  } from{.reserved = {}};
  unsigned flags = 0;
};

/// CUDA_TEXTURE_DESC
struct TextureSampling {
  int addressModes[3] = {}; ///< in the order of cudaTextureAddressMode
  int filterMode = 0;       ///< 1: linear
  unsigned flags = 0;       ///< texture_flag
  unsigned mostAnisotropy = 0;
  int mipmapFilterMode = 0;
  float mipmapLevelBias = 0;
  float leastMipmapLevel = 0;
  float mostMipmapLevel = 0;
  float borderColour[4] = {};
  int reserved[12] = {};
};

namespace memory_kind {
inline constexpr int device = 2;
inline constexpr int array = 3;
} // namespace memory_kind

namespace array_flag {
inline constexpr unsigned layered = 1;
inline constexpr unsigned surface = 2;
} // namespace array_flag

namespace resource_kind {
inline constexpr int array = 0;
inline constexpr int linear = 2;
} // namespace resource_kind

namespace texture_flag {
inline constexpr unsigned readAsInteger = 1;
inline constexpr unsigned normalisedPositions = 2;
} // namespace texture_flag

/// Unsigned and signed ones of 8 bits; 16 and 32 bits follow each.
namespace array_format {
inline constexpr int unsigned8 = 1;
inline constexpr int signed8 = 8;
inline constexpr int half = 0x10;
inline constexpr int float32 = 0x20;
} // namespace array_format

namespace attribute {
inline constexpr int maxSharedPerBlock = 8;
inline constexpr int multiprocessors = 16;
inline constexpr int memoryKilohertz = 36;
inline constexpr int memoryBusBits = 37;
inline constexpr int pciBus = 33;
inline constexpr int pciDevice = 34;
inline constexpr int l2Bytes = 38;
inline constexpr int maxThreadsPerMultiprocessor = 39;
inline constexpr int pciDomain = 50;
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
