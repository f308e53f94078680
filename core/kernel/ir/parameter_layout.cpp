#include "core/kernel/ir/parameter_layout.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

namespace gevo::ir {

std::vector<ParameterPlace> parameterLayout(const llvm::Function& kernel) {
  const llvm::DataLayout& layout = kernel.getParent()->getDataLayout();
  std::vector<ParameterPlace> places;
  std::uint64_t end = 0;
  for (const llvm::Argument& argument : kernel.args()) {
    const bool byValue = argument.hasByValAttr();
    llvm::Type* const type = byValue ? argument.getParamByValType() : argument.getType();
    llvm::Align alignment = layout.getABITypeAlign(type);
    if (byValue) alignment = std::max(alignment, argument.getParamAlign().valueOrOne());
    const std::uint64_t size = layout.getTypeAllocSize(type).getFixedValue();
    places.push_back({llvm::alignTo(end, alignment), size});
    end = places.back().offset + size;
  }
  return places;
}

} // namespace gevo::ir
