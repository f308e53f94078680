#pragma once

/// The single GPU of a host program: its kernels, memory, clock, and the recorded trace. It is simulated or real; for a real one the
/// simulated memory provides the addresses and holds copies of the data.

#include "core/kernel/cuda/program_gpu/program_gpu.h"
#include "core/kernel/runtime/abi.h"
#include "core/kernel/runtime/allocation_sites.h"
#include "core/kernel/runtime/arrays.h"
#include "core/kernel/runtime/host_run.h"
#include "core/kernel/runtime/managed.h"
#include "core/kernel/runtime/playback.h"
#include "core/kernel/simulator/simulator.h"
#include "core/kernel/trace/capture.h"
#include "core/kernel/trace/workload_capture.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gevo::cuda {

class Device {
public:
  /// Lives until the process ends, since programs call CUDA from destructors of static objects.
  static Device& instance();

  std::mutex& mutex() { return mutex_; }

  // Registration, before main.
  /// `mark`: suffix of names that other files have as well (file_locals.h).
  void addImage(const void* wrapper, ByteView bitcode, std::string mark);
  void addFunction(const void* wrapper, const void* handle, std::string name) {
    functions_[handle] = std::move(name), note(wrapper, handle);
  }
  void addVariable(const void* wrapper, const void* handle, std::string name) {
    variables_[handle] = std::move(name), note(wrapper, handle);
  }

  void addTextureVariable(const void* wrapper, const void* handle, std::string name, TextureVariable variable) {
    addVariable(wrapper, handle, std::move(name));
    textureVariables_[handle] = variable;
  }

  /// A handle of a kernel by its name in the module, equivalent to the address of its host function.
  const void* kernelHandle(const std::string& name);

  /// Loads the module at the first call that needs it. Returns the sticky error once something has failed on the device.
  Status ready();

  Status allocate(std::uint64_t size, std::uint64_t& address);
  Status allocateManaged(std::uint64_t size, std::uint64_t& address);
  Status allocatePinned(std::uint64_t size, std::uint64_t& address);
  /// Makes the program's own memory visible to the device at a new address.
  Status registerHost(void* host, std::uint64_t size);
  Status unregisterHost(const void* host);
  /// The device's address of pinned, registered or managed memory; 0 for other memory.
  std::uint64_t addressOf(const void* host) const;
  Status free(std::uint64_t address);
  Status copyToDevice(std::uint64_t destination, const void* source, std::size_t size);
  Status copyToHost(void* destination, std::uint64_t source, std::size_t size);
  Status copyOnDevice(std::uint64_t destination, std::uint64_t source, std::size_t size);
  Status fill(std::uint64_t address, int value, std::size_t size);
  Status writeSymbol(const std::string& name, std::size_t offset, const void* source, std::size_t size);
  Status readSymbol(void* destination, const std::string& name, std::size_t offset, std::size_t size);
  // arrays.cpp, texture_objects.cpp: an array is pitched memory, and its handle is the address.
  Status allocateArray(Array array, std::uint64_t& address);
  Status freeArray(std::uint64_t address);
  /// Null: not an array.
  const Array* array(const void* handle) const;
  /// Object 0 gets a new number; an existing object is replaced.
  Status createTexture(const sim::Texture& texture, const TextureRecord& record, std::uint64_t& object);
  Status destroyTexture(std::uint64_t object);
  /// What the texture was created from; null: no such texture.
  const TextureRecord* textureRecord(std::uint64_t object) const;
  /// texture_references.cpp; null: no such variable.
  const TextureVariable* textureVariable(const void* handle) const;
  Status launch(const void* function, Dim3 grid, Dim3 block, void** arguments, std::size_t dynamicShared, bool isCooperative = false);
  /// Waits for the device; records changed managed memory as copies, since the host may read it now.
  Status synchronise();
  /// Frees everything, restores variables and clears errors.
  Status reset();
  /// Records an unsupported call and returns its status.
  Status reportUnsupported(const std::string& name);

  /// Of the device's memory, managed memory included.
  bool contains(const void* address) const;
  std::optional<Managed::Region> sharedRegion(const void* address) const { return managed_.find(reinterpret_cast<std::uint64_t>(address)); }
  std::uint64_t bytesInUse() const { return inUse_; }
  const std::string* functionName(const void* handle) const;
  const std::string* variableName(const void* handle) const;
  std::optional<sim::Simulator::Symbol> symbol(const std::string& name) const { return simulator_->symbol(name); }
  bool isKernel(const std::string& name) const {
    return simulator_->parameterBytes(name).has_value() || simulator_->unsupported().contains(name);
  }
  std::vector<sim::Simulator::Parameter> parameters(const std::string& kernel) const { return simulator_->parameters(kernel); }
  /// Names of the .cu files of the program's kernels, without folder and extension.
  const std::set<std::string>& fileStems() const { return fileStems_; }
  /// Address and size of the allocation that contains the address.
  std::optional<sim::Simulator::Symbol> allocationOf(std::uint64_t address) const;
  std::uint32_t staticShared(const std::string& kernel) const;
  /// Of a thread; 0: not known.
  std::uint32_t registers(const std::string& kernel) const;
  /// What the code was compiled for: 80 for sm_80.
  unsigned architecture() const { return architecture_; }
  const sim::Model& model() const { return model_; }
  bool isSimulated() const { return gpu_ == nullptr; }
  /// Limit of all allocations: the model's memory, or less if the simulated GPU can't hold it.
  std::uint64_t capacity() const { return std::min(model_.memorySize, sim::mostMemory); }
  double microseconds() const { return microseconds_; }

  /// At the end of the process: writes the recording to the file that GEVO_CAPTURE names.
  void finish();

private:
  Device();
  Result<void> load();
  Result<void> loadOrdered();
  Result<void> loadOriginal();
  Result<void> adopt(const llvm::Module& module);
  Result<Bytes> loadBase() const;
  void measureShared(const llvm::Module& module);
  void note(const void* wrapper, const void* handle);
  void findMarkedNames();
  void rememberSymbols();
  void rememberFiles(const llvm::Module& module);
  Status launchKernel(const std::string& kernel, Dim3 grid, Dim3 block, void** arguments, std::size_t dynamicShared, bool isCooperative);
  Status faulted(const sim::Fault& fault);
  /// Of a launch that never began.
  Status refused(std::string launch);
  Status broken(Status status, std::string message, Reason reason = Reason::Unsupported);
  Status record(program::Event event);
  Status deliver(void* destination, program::Event copy, std::uint64_t address, std::size_t size);
  Status deliverShared();
  Status playLaunch(program::Event made);
  Status bringHostWrites();
  Status zero(std::uint64_t address, std::uint64_t size);
  Status wake(std::uint64_t address);
  Status wakeNamed(ByteView data);
  void writeCapture();
  // real_gpu.cpp; these do nothing on the simulated GPU.
  Result<void> openGpu(int number);
  Result<void> borrowGpu();
  void useGpu(std::unique_ptr<ProgramGpu> gpu);
  Result<void> loadGpu();
  Status allocateOnGpu(std::uint64_t address, std::uint64_t size);
  /// Copies the memory at the address to the GPU, or from it.
  Status push(std::uint64_t address, std::uint64_t size);
  Status fetch(std::uint64_t address, std::uint64_t size);
  Status fetchShared();
  Status launchOnGpu(program::Event launched);

  std::mutex mutex_;
  std::vector<ByteView> images_;
  std::map<const void*, std::string> marks_;  ///< of images that have one
  std::map<const void*, std::string> markOf_; ///< of functions and variables of such images
  std::map<const void*, std::string> functions_;
  std::map<const void*, std::string> variables_;
  std::set<std::string> kernelNames_; ///< what kernel handles point to
  std::map<std::string, std::uint32_t> staticShared_;
  unsigned architecture_ = 0;
  std::map<std::string, Bytes> initialSymbols_;
  std::set<std::string> fileStems_;
  std::map<std::uint64_t, std::uint64_t> sizes_;
  AllocationSites sites_;
  std::uint64_t inUse_ = 0;
  sim::Model model_;
  sim::KernelRegisters registers_;
  std::optional<sim::Simulator> simulator_;
  sim::GlobalMemory memory_;
  Managed managed_;
  std::map<std::uint64_t, Array> arrays_;
  sim::Textures textures_;
  std::map<std::uint64_t, TextureRecord> textureRecords_; ///< of textures_
  std::uint64_t lastTexture_ = 0;
  std::map<const void*, TextureVariable> textureVariables_; ///< also in variables_
  double microseconds_ = 0;
  Status sticky_ = status::success;
  int process_ = 0;
  std::string captureFile_;
  bool outline_ = false; ///< of what is captured
  bool toleratesUndefined_ = false;
  sim::Schedule schedule_;
  program::Capture capture_;
  std::unique_ptr<HostRunReporter> hostRun_;           ///< null outside of host runs
  std::unique_ptr<program::WorkloadCapture> workload_; ///< null where the run is not sampled
  std::unique_ptr<Playback> playback_;                 ///< null outside of playbacks
  std::unique_ptr<ProgramGpu> gpu_;                    ///< null for the simulated GPU
};

/// Wrapper of an API function: locks the device, lets no exception escape to C, and sets the last error of the thread.
template <class Body> Status guarded(Body&& body);
/// The same, for functions that need the loaded module and no earlier failure.
template <class Body> Status onDevice(Body&& body);

/// The last error of this thread, as returned by cudaGetLastError.
Status& lastError();

inline Status noteError(Status status) {
  if (status != status::success) lastError() = status;
  return status;
}

template <class Body> Status guarded(Body&& body) {
  const std::lock_guard lock(Device::instance().mutex());
  try {
    return noteError(body(Device::instance()));
  } catch (const std::exception&) {
    return noteError(status::memoryAllocation);
  }
}

template <class Body> Status onDevice(Body&& body) {
  return guarded([&](Device& device) {
    const Status state = device.ready();
    return state == status::success ? body(device) : state;
  });
}

} // namespace gevo::cuda
