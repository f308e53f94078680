#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Intrinsics.h>

namespace gevo::sim {

namespace {

using Names = llvm::StringMap<IntrinsicDecoder>;

/// The entries of all tables; those with ".*" by the name before it.
struct Lines {
  Lines() {
    for (const IntrinsicTable table : intrinsicTables())
      for (const Intrinsic& intrinsic : table) {
        llvm::StringRef name = intrinsic.name;
        Names& names = name.consume_back(".*") ? families : exact;
        names[name] = intrinsic.decode;
      }
  }

  IntrinsicDecoder find(llvm::StringRef name) const {
    if (const auto found = exact.find(name); found != exact.end()) return found->second;
    while (true) {
      if (const auto found = families.find(name); found != families.end()) return found->second;
      if (!name.contains('.')) return nullptr;
      name = name.rsplit('.').first;
    }
  }

  Names exact;
  Names families;
};

} // namespace

llvm::ArrayRef<IntrinsicTable> intrinsicTables() {
  static const IntrinsicTable tables[] = {
      hintIntrinsics(),      effectIntrinsics(),   integerIntrinsics(), floatIntrinsics(),    reductionIntrinsics(), nvvmRegisters(),
      nvvmSynchronisation(), nvvmWarpOperations(), nvvmFloats(),        nvvmConversions(),    nvvmIntegers(),        nvvmMemory(),
      nvvmTextures(),        nvvmSurfaces(),       nvvmAsyncCopies(),   nvvmMatrixProducts(), nvvmMatrixAccesses(),  nvvmMatrixTiles()};
  return tables;
}

IntrinsicDecoder findIntrinsic(const llvm::Function& function) {
  static const Lines lines;
  // By LLVM's number, so that names are compared once for each intrinsic and thread.
  thread_local llvm::DenseMap<llvm::Intrinsic::ID, IntrinsicDecoder> known;
  const llvm::Intrinsic::ID id = function.getIntrinsicID();
  if (id == llvm::Intrinsic::not_intrinsic) return nullptr;
  const auto [entry, isNew] = known.try_emplace(id, nullptr);
  if (isNew) entry->second = lines.find(llvm::Intrinsic::getBaseName(id));
  return entry->second;
}

} // namespace gevo::sim
