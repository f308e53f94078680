#include "core/kernel/sim/lanes/lanes.h"

#include <cstring>

namespace gevo::sim {

namespace {

LaneTable filled(void (*fill)(LaneTable&)) {
  LaneTable table{};
  fill(table);
  return table;
}

bool runsAvx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"); }

bool runsAvx512() {
  return runsAvx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512bw");
}

} // namespace

const LaneTable* laneTable(const char* name) {
  static const LaneTable baseline = filled(lanes_baseline::fill);
  if (std::strcmp(name, "baseline") == 0) return &baseline;
  if (std::strcmp(name, "avx2") == 0 && runsAvx2()) {
    static const LaneTable avx2 = filled(lanes_avx2::fill);
    return &avx2;
  }
  if (std::strcmp(name, "avx512") == 0 && runsAvx512()) {
    static const LaneTable avx512 = filled(lanes_avx512::fill);
    return &avx512;
  }
  return nullptr;
}

const LaneTable& laneTable() {
  static const LaneTable& best = runsAvx512() ? *laneTable("avx512") : runsAvx2() ? *laneTable("avx2") : *laneTable("baseline");
  return best;
}

const MemoryFunctions& memoryFunctions() {
  static const MemoryFunctions best = [] {
    MemoryFunctions functions{};
    if (runsAvx512())
      lanes_avx512::fill(functions);
    else if (runsAvx2())
      lanes_avx2::fill(functions);
    else
      lanes_baseline::fill(functions);
    return functions;
  }();
  return best;
}

} // namespace gevo::sim
