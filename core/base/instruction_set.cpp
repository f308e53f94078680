#include "core/base/instruction_set.h"

#include <cstdlib>
#include <string_view>
#include <utility>

namespace gevo {

bool runs(InstructionSet set) {
  if (set == InstructionSet::Baseline) return true;
#ifdef __x86_64__
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2");
  if (set == InstructionSet::Avx2) return avx2;
  return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512bw");
#else
  return false;
#endif
}

InstructionSet chosenInstructionSet() {
  using enum InstructionSet;
  constexpr std::pair<std::string_view, InstructionSet> names[] = {{"avx512", Avx512}, {"avx2", Avx2}, {"baseline", Baseline}};
  if (const char* const chosen = std::getenv("GEVO_LANES"))
    for (const auto& [name, set] : names)
      if (name == chosen && runs(set)) return set;
  return runs(Avx512) ? Avx512 : runs(Avx2) ? Avx2 : Baseline;
}

} // namespace gevo
