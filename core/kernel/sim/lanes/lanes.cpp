#include "core/kernel/sim/lanes/lanes.h"

#include <cstring>

namespace gevo::sim {

namespace {

template <class Table> Table filled(void (*fill)(Table&)) {
  Table table{};
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
  static const LaneTable baseline = filled<LaneTable>(lanes_baseline::fill);
  if (std::strcmp(name, "baseline") == 0) return &baseline;
  if (std::strcmp(name, "avx2") == 0 && runsAvx2()) {
    static const LaneTable avx2 = filled<LaneTable>(lanes_avx2::fill);
    return &avx2;
  }
  if (std::strcmp(name, "avx512") == 0 && runsAvx512()) {
    static const LaneTable avx512 = filled<LaneTable>(lanes_avx512::fill);
    return &avx512;
  }
  return nullptr;
}

const LaneTable& laneTable() {
  static const LaneTable& best = runsAvx512() ? *laneTable("avx512") : runsAvx2() ? *laneTable("avx2") : *laneTable("baseline");
  return best;
}

const MemoryFunctions* memoryFunctions(const char* name) {
  static const auto baseline = filled<MemoryFunctions>(lanes_baseline::fill);
  if (std::strcmp(name, "baseline") == 0) return &baseline;
  if (std::strcmp(name, "avx2") == 0 && runsAvx2()) {
    static const auto avx2 = filled<MemoryFunctions>(lanes_avx2::fill);
    return &avx2;
  }
  if (std::strcmp(name, "avx512") == 0 && runsAvx512()) {
    static const auto avx512 = filled<MemoryFunctions>(lanes_avx512::fill);
    return &avx512;
  }
  return nullptr;
}

const MemoryFunctions& memoryFunctions() {
  static const MemoryFunctions& best = *memoryFunctions(runsAvx512() ? "avx512" : runsAvx2() ? "avx2" : "baseline");
  return best;
}

} // namespace gevo::sim
