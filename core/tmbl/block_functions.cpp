#include "core/tmbl/block_functions.h"

#include "core/base/instruction_set.h"

namespace gevo::tmbl {

namespace {

BlockFunctions choose() {
#ifdef __x86_64__
  const InstructionSet set = chosenInstructionSet();
  if (set == InstructionSet::Avx512) return avx512::blockFunctions();
  if (set == InstructionSet::Avx2) return avx2::blockFunctions();
#endif
  return baseline::blockFunctions();
}

} // namespace

const BlockFunctions& blockFunctions() {
  static const BlockFunctions chosen = choose();
  return chosen;
}

} // namespace gevo::tmbl
