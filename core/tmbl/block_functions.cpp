#include "core/tmbl/block_functions.h"

#include <cstdlib>
#include <string_view>

namespace gevo::tmbl {

namespace {

BlockFunctions choose() {
#ifdef __x86_64__
  const char* named = std::getenv("GEVO_LANES");
  const std::string_view most = named == nullptr ? "avx512" : named;
  const bool runsAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (most == "avx512" && runsAvx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return avx512::blockFunctions();
  if (most != "baseline" && runsAvx2) return avx2::blockFunctions();
#endif
  return baseline::blockFunctions();
}

} // namespace

const BlockFunctions& blockFunctions() {
  static const BlockFunctions chosen = choose();
  return chosen;
}

} // namespace gevo::tmbl
