#include "core/kernel/simulator/execute/control/edges.h"

namespace gevo::sim {

std::uint32_t switchEdge(const Warp& warp, const Block& block, unsigned lane) {
  const std::uint64_t value = block.conditionCell == CellKind::Double ? laneCells<std::uint64_t>(warp, block.condition)[lane]
                              : block.conditionCell == CellKind::Word ? laneCells<std::uint32_t>(warp, block.condition)[lane]
                                                                      : (maskCell(warp, block.condition) >> lane) & 1;
  std::uint32_t edge = 0;
  for (const SwitchCase& option : block.cases)
    if (option.value == value) edge = option.edge;
  return edge;
}

std::vector<Path> switchPaths(const Warp& warp, const Block& block, Mask mask) {
  std::vector<Path> paths;
  for (const Edge& edge : block.edges) paths.push_back({&edge, 0});
  for (Mask rest = mask; rest; rest &= rest - 1) paths[switchEdge(warp, block, firstLane(rest))].mask |= rest & -rest;
  std::erase_if(paths, [](const Path& path) { return path.mask == 0; });
  return paths;
}

} // namespace gevo::sim
