#pragma once

/// The GPU that a host program's kernels run on, as libgevocudart uses it: memory at recorded addresses, code, variables and textures. Its
/// context is in this process (OwnedGpu) or in a lease server (LeasedGpu).

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/kernel/simulator/machine/model.h"
#include "core/values/evaluation_result.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace gevo::cuda {

/// Properties of a GPU that a program can query.
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
/// The model with these properties; its cycle costs stay.
sim::Model describe(sim::Model model, const GpuTraits& traits);

class ProgramGpu {
public:
  virtual ~ProgramGpu() = default;

  virtual const GpuTraits& traits() const = 0;

  /// A device variable and its recorded address.
  struct Variable {
    std::string name;
    std::uint64_t address = 0;
    std::uint64_t size = 0;
  };
  /// A cubin or PTX, once, before anything is launched.
  virtual Result<void> load(ByteView image, const std::vector<Variable>& variables) = 0;

  /// Memory filled with poison bytes. False: memory is short.
  virtual Result<bool> allocate(std::uint64_t address, std::uint64_t bytes) = 0;
  virtual void free(std::uint64_t address) = 0;
  /// Within one allocation or variable. Rejects data that holds the address of a variable, which on CUDA differs from variant to variant.
  virtual Result<void> write(std::uint64_t address, ByteView bytes) = 0;
  /// False, without reading, for a variable that the code no longer has.
  virtual Result<bool> read(std::uint64_t address, std::uint8_t* to, std::uint64_t bytes) = 0;
  /// `texture`: encoded by sim::encodeTexture.
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
    bool begun = false;    ///< with an error status: this program can no longer use the GPU
    std::string complaint; ///< error message
    Reason reason = Reason::None;
    double microseconds = 0;
  };
  /// Waits for its end.
  virtual Launched launch(const Launch& launch) = 0;
};

} // namespace gevo::cuda
