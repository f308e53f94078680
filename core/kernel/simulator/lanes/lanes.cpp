#include "core/kernel/simulator/lanes/lanes.h"

#include "core/base/instruction_set.h"

#include <cstring>

namespace gevo::sim {

namespace {

template <class Table> Table filled(void (*fill)(Table&)) {
  Table table{};
  fill(table);
  return table;
}

/// Null where the processor can't run it. Created once.
template <class Table> const Table* tableNamed(const char* name) {
  static const Table baseline = filled<Table>(lanes_baseline::fill);
  if (std::strcmp(name, "baseline") == 0) return &baseline;
#ifdef __x86_64__
  if (std::strcmp(name, "avx2") == 0 && runs(InstructionSet::Avx2)) {
    static const Table avx2 = filled<Table>(lanes_avx2::fill);
    return &avx2;
  }
  if (std::strcmp(name, "avx512") == 0 && runs(InstructionSet::Avx512)) {
    static const Table avx512 = filled<Table>(lanes_avx512::fill);
    return &avx512;
  }
#endif
  return nullptr;
}

template <class Table> const Table& bestTable() {
  constexpr const char* names[] = {"baseline", "avx2", "avx512"};
  return *tableNamed<Table>(names[static_cast<std::size_t>(chosenInstructionSet())]);
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
