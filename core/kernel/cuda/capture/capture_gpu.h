#pragma once

/// The GPU that a program's kernels run on while its run is recorded: memory at the addresses that the recording has, code, variables and
/// textures. In the program's own process, which dies with what its kernels do wrong. What tapes may hold is what can be replayed on CUDA.

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/kernel/sim/model.h"
#include "core/run/outcome.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gevo::cuda {

class CaptureGpu {
public:
  static Result<std::unique_ptr<CaptureGpu>> open(int gpu);
  ~CaptureGpu();
  CaptureGpu(const CaptureGpu&) = delete;
  CaptureGpu& operator=(const CaptureGpu&) = delete;

  /// Other programs use the GPU too: kernels, copies and fills of this one wait for its turn, so that no kernel is timed beside them. A
  /// launch finds shared memory overwritten, is timed without what the host takes to queue it, and fails when it takes longer than the
  /// limit.
  Result<void> share(int turn, std::chrono::microseconds launchLimit);

  /// The model with what the GPU tells a program of itself; the cycles stay.
  sim::Model describe(sim::Model model) const;

  /// Of the module, and where the recording has it.
  struct Variable {
    std::string name;
    std::uint64_t address = 0;
    std::uint64_t size = 0;
  };
  /// A cubin or PTX, once, before anything is launched.
  Result<void> load(ByteView image, const std::vector<Variable>& variables);

  /// Memory that holds poison. False: there is no room.
  Result<bool> allocate(std::uint64_t address, std::uint64_t bytes);
  void free(std::uint64_t address);
  /// Within one allocation or variable. Refuses data that holds the address of a variable: on CUDA that is another in each variant.
  Result<void> write(std::uint64_t address, ByteView bytes);
  Result<void> read(std::uint64_t address, std::uint8_t* to, std::uint64_t bytes);
  /// `texture`: as sim::encodeTexture has it.
  Result<void> createTexture(std::uint64_t number, const Bytes& texture);
  void destroyTexture(std::uint64_t number);

  struct Launch {
    std::string kernel;
    std::array<std::uint32_t, 3> grid{1, 1, 1};
    std::array<std::uint32_t, 3> block{1, 1, 1};
    std::uint32_t dynamicShared = 0;
    Bytes parameters;
  };
  struct Launched {
    int status = 0;        ///< of the driver, whose numbers are those of cudaError_t
    bool begun = false;    ///< with a status: the GPU is of no more use to this process
    std::string complaint; ///< a sentence
    Reason reason = Reason::None;
    double microseconds = 0;
  };
  /// Waits for its end.
  Launched launch(const Launch& launch);

private:
  struct State;
  explicit CaptureGpu(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace gevo::cuda
