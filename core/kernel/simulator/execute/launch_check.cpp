#include "core/kernel/simulator/execute/launch_check.h"

namespace gevo::sim {

std::optional<std::string> launchError(const LaunchContext& context) {
  const Dim3& block = context.launch.block;
  const Dim3& grid = context.launch.grid;
  const std::uint64_t threads = static_cast<std::uint64_t>(block[0]) * block[1] * block[2];
  if (threads == 0 || threads > 1024 || block[2] > 64)
    return fmt::format("a block of {} x {} x {} threads; a block has 1 to 1024", block[0], block[1], block[2]);
  if (grid[0] == 0 || grid[1] == 0 || grid[2] == 0) return fmt::format("an empty grid of {} x {} x {} blocks", grid[0], grid[1], grid[2]);
  if (grid[0] > 0x7fffffffU || grid[1] > 65535 || grid[2] > 65535)
    return fmt::format("a grid of {} x {} x {} blocks; a grid has at most 2147483647 x 65535 x 65535", grid[0], grid[1], grid[2]);
  if (context.sharedBytes() > context.model.sharedBytesPerBlock)
    return fmt::format("{} bytes of shared memory; a block has at most {}", context.sharedBytes(), context.model.sharedBytesPerBlock);
  if (context.launch.parameters.size() < context.kernel.parameterBytes)
    return fmt::format("{} bytes of parameters; the kernel takes {}", context.launch.parameters.size(), context.kernel.parameterBytes);
  return std::nullopt;
}

} // namespace gevo::sim
