#include "core/kernel/simulator/decode/assembler_registers.h"

#include <algorithm>
#include <cstdint>
#include <functional>

namespace gevo::sim {

std::size_t blockRegisters(const llvm::Function& function) {
  constexpr std::size_t usual = 28;
  constexpr std::uint64_t smallBlock = 64; // threads; 128 count as others
  const llvm::Attribute bounds = function.getFnAttribute("nvvm.maxntid");
  if (!bounds.isStringAttribute()) return usual;
  std::uint64_t threads = 1;
  llvm::StringRef rest = bounds.getValueAsString();
  while (!rest.empty()) {
    unsigned side = 0;
    if (rest.consumeInteger(10, side)) return usual;
    threads *= side;
    rest.consume_front(",");
  }
  return threads <= smallBlock ? 0 : usual;
}

void FreedRegisters::add(const Freed& freed) {
  latest_.insert(std::ranges::upper_bound(latest_, freed.time, std::greater{}, &Freed::time), freed);
  if (latest_.size() > all_) latest_.pop_back();
}

} // namespace gevo::sim
