#pragma once

/// A GPU that a host program's kernels run on, as libgevocudart uses it: memory at the addresses that a recording has, code, variables and
/// textures. It is this process's own (OwnedGpu), or leased by one that keeps its context (LeasedGpu).

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/kernel/simulator/machine/model.h"
#include "core/values/evaluation_result.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace gevo::cuda {

/// What a GPU tells a program of itself.
struct GpuTraits {
  std::string name;
  std::uint32_t major = 0; ///< compute capability
  std::uint32_t minor = 0;
  std::uint32_t multiprocessors = 0;
  std::uint64_t memoryBytes = 0;
  std::uint32_t l2Bytes = 0;
  std::uint32_t sharedPerBlock = 0;          ///< bytes
  std::uint32_t sharedPerMultiprocessor = 0; ///< bytes; this and the next two: 0 where the driver does not say
  std::uint32_t threadsPerMultiprocessor = 0;
  std::uint32_t blocksPerMultiprocessor = 0;
};
/// The model with those; the cycles stay.
sim::Model describe(sim::Model model, const GpuTraits& traits);

class ProgramGpu {
public:
  virtual ~ProgramGpu() = default;

  virtual const GpuTraits& traits() const = 0;

  /// Of the module, and where the recording has it.
  struct Variable {
    std::string name;
    std::uint64_t address = 0;
    std::uint64_t size = 0;
  };
  /// A cubin or PTX, once, before anything is launched.
  virtual Result<void> load(ByteView image, const std::vector<Variable>& variables) = 0;

  /// Memory that holds poison. False: there is no room.
  virtual Result<bool> allocate(std::uint64_t address, std::uint64_t bytes) = 0;
  virtual void free(std::uint64_t address) = 0;
  /// Within one allocation or variable. Refuses data that holds the address of a variable: on CUDA that is another in each variant.
  virtual Result<void> write(std::uint64_t address, ByteView bytes) = 0;
  /// False: of a variable that the code has no more; nothing was read.
  virtual Result<bool> read(std::uint64_t address, std::uint8_t* to, std::uint64_t bytes) = 0;
  /// `texture`: as sim::encodeTexture has it.
  virtual Result<void> createTexture(std::uint64_t number, const Bytes& texture) = 0;
  virtual void destroyTexture(std::uint64_t number) = 0;

  struct Launch {
    std::string kernel;
    std::array<std::uint32_t, 3> grid{1, 1, 1};
    std::array<std::uint32_t, 3> block{1, 1, 1};
    std::uint32_t dynamicShared = 0;
    Bytes parameters;
  };
  struct Launched {
    int status = 0;        ///< of the driver, whose numbers are those of cudaError_t
    bool begun = false;    ///< with a status: the GPU is of no more use to this program
    std::string complaint; ///< a sentence
    Reason reason = Reason::None;
    double microseconds = 0;
  };
  /// Waits for its end.
  virtual Launched launch(const Launch& launch) = 0;
};

} // namespace gevo::cuda
