#pragma once

/// Bases for tests: the fixtures' kernels, modules written in the test, and modules made at random.

#include "core/kernel/ir/base_module.h"
#include "core/kernel/operators/mutate.h"

#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <fstream>
#include <iterator>

namespace gevo::ir {

inline const std::vector<std::string> fixtureNames = {"stencil", "reduce", "align"};

inline std::string readFixture(const std::string& file) {
  std::ifstream stream(GEVO_TEST_SOURCE "/tests/core/kernel/ir/fixtures/" + file, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

inline Bytes deviceBitcode(const std::string& name) {
  const std::string content = readFixture(name + ".bc");
  return Bytes(content.begin(), content.end());
}

inline std::unique_ptr<BaseModule> loadFixture(const std::string& name, const std::vector<std::string>& kernels = {}) {
  return std::move(BaseModule::load(prepareBase(deviceBitcode(name)).value(), kernels).value());
}

inline Bytes bitcodeOf(const llvm::Module& module) {
  llvm::SmallString<0> content;
  llvm::raw_svector_ostream stream(content);
  llvm::WriteBitcodeToFile(module, stream);
  return Bytes(content.begin(), content.end());
}

/// Bitcode of a module in text. The data layout and the target are those of device code.
inline Bytes assemble(const std::string& text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const auto module = llvm::parseAssemblyString("target triple = \"nvptx64-nvidia-cuda\"\n" + text, diagnostic, context);
  if (!module) throw std::runtime_error("line " + std::to_string(diagnostic.getLineNo()) + ": " + diagnostic.getMessage().str());
  return bitcodeOf(*module);
}

inline std::unique_ptr<BaseModule> loadText(const std::string& text) { return std::move(BaseModule::load(assemble(text)).value()); }

inline RandomStream testStream(std::uint64_t seed, std::uint32_t number) {
  return RandomStream(RandomKey{seed, 0, number, 0, Purpose::Test});
}

/// Launches in which whatever is a number has one of two values, and all pointers lead to memory of their own.
inline LaunchedValues anyLaunches(const BaseModule& base) {
  LaunchedValues all;
  for (const llvm::Function& function : base.module()) {
    LaunchedKernel& kernel = all[function.getName().str()];
    kernel.sizes.fill({1, 64});
    for (const llvm::Argument& argument : function.args()) {
      if (argument.getType()->isIntegerTy()) kernel.parameters[argument.getArgNo()] = {1, 100};
      if (argument.getType()->isPointerTy()) kernel.apart.insert(argument.getArgNo());
    }
  }
  return all;
}

/// Up to `count` edits, each proposed for those before it.
inline EditList proposeList(const BaseModule& base, std::size_t count, RandomStream& stream) {
  const LaunchedValues launched = anyLaunches(base);
  MutationChoice choice;
  choice.launched = &launched;
  EditList edits;
  for (std::size_t i = 0; i < count; ++i) {
    if (auto edit = proposeEdit(base, edits, stream, choice)) edits.push_back(std::move(*edit));
  }
  return edits;
}

} // namespace gevo::ir
