#include "core/kernel/simulator/lanes/lanes.h"

#include <cstdlib>
#include <cstring>

namespace gevo::sim {

namespace {

template <class Table> Table filled(void (*fill)(Table&)) {
  Table table{};
  fill(table);
  return table;
}

#ifdef __x86_64__
bool runsAvx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"); }

bool runsAvx512() {
  return runsAvx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512bw");
}
#endif

/// Null where the processor can't run it. Created once.
template <class Table> const Table* tableNamed(const char* name) {
  static const Table baseline = filled<Table>(lanes_baseline::fill);
  if (std::strcmp(name, "baseline") == 0) return &baseline;
#ifdef __x86_64__
  if (std::strcmp(name, "avx2") == 0 && runsAvx2()) {
    static const Table avx2 = filled<Table>(lanes_avx2::fill);
    return &avx2;
  }
  if (std::strcmp(name, "avx512") == 0 && runsAvx512()) {
    static const Table avx512 = filled<Table>(lanes_avx512::fill);
    return &avx512;
  }
#endif
  return nullptr;
}

/// GEVO_LANES chooses one that is not the fastest, so that a machine can test what others run.
template <class Table> const Table& bestTable() {
  if (const char* chosen = std::getenv("GEVO_LANES"))
    if (const Table* table = tableNamed<Table>(chosen)) return *table;
  for (const char* name : {"avx512", "avx2"})
    if (const Table* table = tableNamed<Table>(name)) return *table;
  return *tableNamed<Table>("baseline");
}

} // namespace

const LaneTable* laneTable(const char* name) { return tableNamed<LaneTable>(name); }
const MemoryFunctions* memoryFunctions(const char* name) { return tableNamed<MemoryFunctions>(name); }

const LaneTable& laneTable() {
  static const LaneTable& best = bestTable<LaneTable>();
  return best;
}

const MemoryFunctions& memoryFunctions() {
  static const MemoryFunctions& best = bestTable<MemoryFunctions>();
  return best;
}

} // namespace gevo::sim
