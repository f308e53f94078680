#include "core/kernel/ir/parameter_reads.h"

#include "core/kernel/ir/parameter_layout.h"

#include <algorithm>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace gevo::ir {

namespace {

/// Of a parameter that is passed by value, as a structure is.
class StructureReads {
public:
  StructureReads(const llvm::DataLayout& layout, std::uint64_t bytes) : layout_(layout), read_(bytes, false) {}

  std::vector<bool> find(const llvm::Argument& argument) {
    follow(argument, 0);
    return read_;
  }

private:
  void follow(const llvm::Value& pointer, std::uint64_t offset) {
    for (const llvm::Use& use : pointer.uses()) followUse(use, offset);
  }

  void followUse(const llvm::Use& use, std::uint64_t offset) {
    const llvm::User& user = *use.getUser();
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&user)) return add(offset, layout_.getTypeStoreSize(load->getType()));
    if (llvm::isa<llvm::AddrSpaceCastInst>(user)) return follow(user, offset);
    if (const auto* element = llvm::dyn_cast<llvm::GEPOperator>(&user)) {
      llvm::APInt distance(layout_.getIndexTypeSizeInBits(element->getType()), 0);
      const bool isKnown = element->accumulateConstantOffset(layout_, distance) && !distance.isNegative();
      return isKnown ? follow(*element, offset + distance.getZExtValue()) : addAll();
    }
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&user)) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
      if (length != nullptr && &use == &copy->getRawSourceUse()) return add(offset, llvm::TypeSize::getFixed(length->getZExtValue()));
    }
    if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&user); call && call->isLifetimeStartOrEnd()) return;
    addAll();
  }

  void add(std::uint64_t offset, llvm::TypeSize bytes) {
    if (bytes.isScalable() || offset > read_.size() || bytes.getFixedValue() > read_.size() - offset) return addAll();
    const auto begin = read_.begin() + static_cast<std::ptrdiff_t>(offset);
    std::fill(begin, begin + static_cast<std::ptrdiff_t>(bytes.getFixedValue()), true);
  }

  void addAll() { read_.assign(read_.size(), true); }

  const llvm::DataLayout& layout_;
  std::vector<bool> read_;
};

std::vector<bool> readsOf(const llvm::Function& kernel, const llvm::DataLayout& layout) {
  const std::vector<ParameterPlace> places = parameterLayout(kernel);
  std::vector<bool> reads;
  for (const llvm::Argument& argument : kernel.args()) {
    const ParameterPlace& place = places[argument.getArgNo()];
    const std::vector<bool> own =
        argument.hasByValAttr() ? StructureReads(layout, place.size).find(argument) : std::vector<bool>(place.size, !argument.use_empty());
    reads.resize(place.offset, false);
    reads.insert(reads.end(), own.begin(), own.end());
  }
  return reads;
}

} // namespace

ParameterReads findParameterReads(const llvm::Module& module) {
  ParameterReads found;
  for (const llvm::Function& function : module)
    if (function.getCallingConv() == llvm::CallingConv::PTX_Kernel && !function.isDeclaration())
      found[function.getName().str()] = readsOf(function, module.getDataLayout());
  return found;
}

} // namespace gevo::ir
