/// Compares our declarations of the driver's types and constants with the CUDA toolkit's.

#include <QTest>

#include "core/kernel/cuda/device/driver_types.h"

#include <cuda.h>

namespace gevo::cuda {

static_assert(int(Status::InvalidImage) == CUDA_ERROR_INVALID_IMAGE);
static_assert(int(Status::NoBinaryForGpu) == CUDA_ERROR_NO_BINARY_FOR_GPU);
static_assert(int(Status::NotFound) == CUDA_ERROR_NOT_FOUND);
static_assert(int(Status::NotReady) == CUDA_ERROR_NOT_READY);
static_assert(int(Status::IllegalAddress) == CUDA_ERROR_ILLEGAL_ADDRESS);
static_assert(int(Status::LaunchOutOfResources) == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
static_assert(int(Status::LaunchTimeout) == CUDA_ERROR_LAUNCH_TIMEOUT);
static_assert(int(Status::Assert) == CUDA_ERROR_ASSERT);
static_assert(int(Status::HardwareStackError) == CUDA_ERROR_HARDWARE_STACK_ERROR);
static_assert(int(Status::IllegalInstruction) == CUDA_ERROR_ILLEGAL_INSTRUCTION);
static_assert(int(Status::MisalignedAddress) == CUDA_ERROR_MISALIGNED_ADDRESS);
static_assert(int(Status::InvalidAddressSpace) == CUDA_ERROR_INVALID_ADDRESS_SPACE);
static_assert(int(Status::InvalidPc) == CUDA_ERROR_INVALID_PC);
static_assert(int(Status::LaunchFailed) == CUDA_ERROR_LAUNCH_FAILED);
static_assert(int(Status::OutOfMemory) == CUDA_ERROR_OUT_OF_MEMORY);
static_assert(int(Status::NoDevice) == CUDA_ERROR_NO_DEVICE);

static_assert(sizeof(Address) == sizeof(CUdeviceptr));
static_assert(sizeof(MemoryHandle) == sizeof(CUmemGenericAllocationHandle));
static_assert(sizeof(Uuid) == sizeof(CUuuid));
static_assert(sizeof(MemoryLocation) == sizeof(CUmemLocation));
static_assert(sizeof(MemoryProperties) == sizeof(CUmemAllocationProp));
static_assert(offsetof(MemoryProperties, location) == offsetof(CUmemAllocationProp, location));
static_assert(offsetof(MemoryProperties, flags) == offsetof(CUmemAllocationProp, allocFlags));
static_assert(sizeof(ArrayDescription) == sizeof(CUDA_ARRAY3D_DESCRIPTOR));
static_assert(offsetof(ArrayDescription, depth) == offsetof(CUDA_ARRAY3D_DESCRIPTOR, Depth));
static_assert(offsetof(ArrayDescription, format) == offsetof(CUDA_ARRAY3D_DESCRIPTOR, Format));
static_assert(offsetof(ArrayDescription, channels) == offsetof(CUDA_ARRAY3D_DESCRIPTOR, NumChannels));
static_assert(offsetof(ArrayDescription, flags) == offsetof(CUDA_ARRAY3D_DESCRIPTOR, Flags));
static_assert(array_flag::layered == CUDA_ARRAY3D_LAYERED && array_flag::surface == CUDA_ARRAY3D_SURFACE_LDST);
static_assert(sizeof(BoxCopy) == sizeof(CUDA_MEMCPY3D));
static_assert(offsetof(BoxCopy, from.device) == offsetof(CUDA_MEMCPY3D, srcDevice));
static_assert(offsetof(BoxCopy, from.pitch) == offsetof(CUDA_MEMCPY3D, srcPitch));
static_assert(offsetof(BoxCopy, from.rows) == offsetof(CUDA_MEMCPY3D, srcHeight));
static_assert(offsetof(BoxCopy, to.kind) == offsetof(CUDA_MEMCPY3D, dstMemoryType));
static_assert(offsetof(BoxCopy, to.array) == offsetof(CUDA_MEMCPY3D, dstArray));
static_assert(offsetof(BoxCopy, rowBytes) == offsetof(CUDA_MEMCPY3D, WidthInBytes));
static_assert(offsetof(BoxCopy, slices) == offsetof(CUDA_MEMCPY3D, Depth));
static_assert(sizeof(TextureResource) == sizeof(CUDA_RESOURCE_DESC));
static_assert(offsetof(TextureResource, from.array) == offsetof(CUDA_RESOURCE_DESC, res.array.hArray));
static_assert(offsetof(TextureResource, from.linear.address) == offsetof(CUDA_RESOURCE_DESC, res.linear.devPtr));
static_assert(offsetof(TextureResource, from.linear.format) == offsetof(CUDA_RESOURCE_DESC, res.linear.format));
static_assert(offsetof(TextureResource, from.linear.channels) == offsetof(CUDA_RESOURCE_DESC, res.linear.numChannels));
static_assert(offsetof(TextureResource, from.linear.bytes) == offsetof(CUDA_RESOURCE_DESC, res.linear.sizeInBytes));
static_assert(offsetof(TextureResource, flags) == offsetof(CUDA_RESOURCE_DESC, flags));
static_assert(sizeof(TextureSampling) == sizeof(CUDA_TEXTURE_DESC));
static_assert(offsetof(TextureSampling, filterMode) == offsetof(CUDA_TEXTURE_DESC, filterMode));
static_assert(offsetof(TextureSampling, flags) == offsetof(CUDA_TEXTURE_DESC, flags));
static_assert(offsetof(TextureSampling, mostMipmapLevel) == offsetof(CUDA_TEXTURE_DESC, maxMipmapLevelClamp));
static_assert(offsetof(TextureSampling, borderColour) == offsetof(CUDA_TEXTURE_DESC, borderColor));
static_assert(sizeof(MemoryAccess) == sizeof(CUmemAccessDesc));
static_assert(offsetof(MemoryAccess, flags) == offsetof(CUmemAccessDesc, flags));

static_assert(attribute::maxSharedPerBlock == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
static_assert(attribute::multiprocessors == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
static_assert(attribute::pciBus == CU_DEVICE_ATTRIBUTE_PCI_BUS_ID && attribute::pciDevice == CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID);
static_assert(attribute::pciDomain == CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID);
static_assert(attribute::memoryKilohertz == CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
static_assert(attribute::memoryBusBits == CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
static_assert(attribute::maxThreadsPerMultiprocessor == CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
static_assert(attribute::maxSharedPerMultiprocessor == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
static_assert(attribute::maxRegistersPerMultiprocessor == CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
static_assert(attribute::doubleRatio == CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO);
static_assert(attribute::maxBlocksPerMultiprocessor == CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR);
static_assert(attribute::reservedSharedPerBlock == CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
static_assert(attribute::l2Bytes == CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
static_assert(attribute::computeMajor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
static_assert(attribute::computeMinor == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
static_assert(attribute::maxSharedPerBlockOptIn == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
static_assert(attribute::virtualMemory == CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED);
static_assert(function_attribute::sharedBytes == CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
static_assert(function_attribute::localBytes == CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
static_assert(function_attribute::registers == CU_FUNC_ATTRIBUTE_NUM_REGS);
static_assert(function_attribute::maxDynamicShared == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
static_assert(memory_kind::device == CU_MEMORYTYPE_DEVICE && memory_kind::array == CU_MEMORYTYPE_ARRAY);
static_assert(resource_kind::array == CU_RESOURCE_TYPE_ARRAY && resource_kind::linear == CU_RESOURCE_TYPE_LINEAR);
static_assert(texture_flag::readAsInteger == CU_TRSF_READ_AS_INTEGER);
static_assert(texture_flag::normalisedPositions == CU_TRSF_NORMALIZED_COORDINATES);
static_assert(array_format::unsigned8 == CU_AD_FORMAT_UNSIGNED_INT8 && array_format::unsigned8 + 2 == CU_AD_FORMAT_UNSIGNED_INT32);
static_assert(array_format::signed8 == CU_AD_FORMAT_SIGNED_INT8 && array_format::signed8 + 2 == CU_AD_FORMAT_SIGNED_INT32);
static_assert(array_format::half == CU_AD_FORMAT_HALF && array_format::float32 == CU_AD_FORMAT_FLOAT);
static_assert(CU_TR_ADDRESS_MODE_WRAP == 0 && CU_TR_ADDRESS_MODE_CLAMP == 1 && CU_TR_ADDRESS_MODE_MIRROR == 2 &&
              CU_TR_ADDRESS_MODE_BORDER == 3 && CU_TR_FILTER_MODE_LINEAR == 1);
static_assert(jit::infoLog == CU_JIT_INFO_LOG_BUFFER && jit::infoLogBytes == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES);
static_assert(jit::errorLog == CU_JIT_ERROR_LOG_BUFFER && jit::errorLogBytes == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
static_assert(jit::verboseLog == CU_JIT_LOG_VERBOSE && jit::inputPtx == CU_JIT_INPUT_PTX);

} // namespace gevo::cuda

using namespace gevo;

class DriverTypesTest : public QObject {
  Q_OBJECT

private slots:
  void defaultsAreReadWriteDeviceMemory() {
    const cuda::MemoryProperties properties;
    QCOMPARE(properties.type, int(CU_MEM_ALLOCATION_TYPE_PINNED));
    QCOMPARE(properties.location.type, int(CU_MEM_LOCATION_TYPE_DEVICE));
    QCOMPARE(cuda::MemoryAccess().flags, int(CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
  }
  void launchParameterKeysMatchTheDriver() {
    QCOMPARE(reinterpret_cast<void*>(cuda::launch_extra::end), CU_LAUNCH_PARAM_END);
    QCOMPARE(reinterpret_cast<void*>(cuda::launch_extra::buffer), CU_LAUNCH_PARAM_BUFFER_POINTER);
    QCOMPARE(reinterpret_cast<void*>(cuda::launch_extra::bufferBytes), CU_LAUNCH_PARAM_BUFFER_SIZE);
  }
};

QTEST_GUILESS_MAIN(DriverTypesTest)
#include "driver_types_test.moc"
