/// Our declarations of the driver's types and numbers against those of the CUDA toolkit.

#include <QTest>

#include "core/kernel/cuda/driver_types.h"

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
static_assert(sizeof(MemoryAccess) == sizeof(CUmemAccessDesc));
static_assert(offsetof(MemoryAccess, flags) == offsetof(CUmemAccessDesc, flags));

static_assert(attribute::maxSharedPerBlock == CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
static_assert(attribute::multiprocessors == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
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
static_assert(jit::infoLog == CU_JIT_INFO_LOG_BUFFER && jit::infoLogBytes == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES);
static_assert(jit::errorLog == CU_JIT_ERROR_LOG_BUFFER && jit::errorLogBytes == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
static_assert(jit::verboseLog == CU_JIT_LOG_VERBOSE && jit::inputPtx == CU_JIT_INPUT_PTX);

} // namespace gevo::cuda

using namespace gevo;

class DriverTypesTest : public QObject {
  Q_OBJECT

private slots:
  void theDefaultsAreDeviceMemoryToReadAndWrite() {
    const cuda::MemoryProperties properties;
    QCOMPARE(properties.type, int(CU_MEM_ALLOCATION_TYPE_PINNED));
    QCOMPARE(properties.location.type, int(CU_MEM_LOCATION_TYPE_DEVICE));
    QCOMPARE(cuda::MemoryAccess().flags, int(CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
  }
  void keysOfLaunchParametersAreTheDrivers() {
    QCOMPARE(reinterpret_cast<void*>(cuda::launch_extra::end), CU_LAUNCH_PARAM_END);
    QCOMPARE(reinterpret_cast<void*>(cuda::launch_extra::buffer), CU_LAUNCH_PARAM_BUFFER_POINTER);
    QCOMPARE(reinterpret_cast<void*>(cuda::launch_extra::bufferBytes), CU_LAUNCH_PARAM_BUFFER_SIZE);
  }
};

QTEST_GUILESS_MAIN(DriverTypesTest)
#include "driver_types_test.moc"
