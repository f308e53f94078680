#include "core/kernel/explain/ir_text.h"
#include "core/kernel/describe/symbols.h"
#include "core/kernel/ir/cache_hints.h"
#include "core/kernel/ir/directives.h"
#include "core/kernel/ir/kernel_pipelines.h"
#include "core/kernel/ir/marks.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/AssemblyAnnotationWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FormattedStream.h>
#include <llvm/Support/raw_ostream.h>

#include <fmt/format.h>
#include <map>

namespace gevo::ir {
namespace {

constexpr char marker = '\x01';

/// Where instructions came from.
struct Origins {
  struct Origin {
    SourceMap::Line line;
    std::int32_t chain = -1;
  };
  llvm::DenseMap<const llvm::Instruction*, Origin> of;
  std::vector<std::string> chains;
  std::map<const llvm::Value*, std::string> directives; ///< of instructions and functions: metadata and attributes are not shown

  Origins(const llvm::Module& module, const SourceMap& sources) {
    llvm::StringMap<std::int32_t> known;
    for (const llvm::Function& function : module) {
      if (const std::string limit = registerLimitOf(function); !limit.empty())
        directives[&function] = fmt::format("at most {} registers for each thread", limit);
      if (const std::string pipeline = pipelineOf(function); !pipeline.empty())
        directives[&function] += (directives[&function].empty() ? "" : "; ") + ("pipeline " + pipeline);
      for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        if (const std::string value = unrollingOf(instruction); !value.empty())
          directives[&instruction] = value == "1" ? "not unrolled further" : "unroll " + value;
        if (const std::string hint = cacheHintOf(instruction); !hint.empty()) directives[&instruction] = "." + hint;
        if (const std::string parts = markOf(instruction, Mark::Reassociation); !parts.empty())
          directives[&instruction] = "sum in " + parts + " parts";
        if (const std::string count = markOf(instruction, Mark::Vector); !count.empty()) directives[&instruction] = "vector of " + count;
        Origin& origin = of[&instruction];
        origin.line = sources.line(instruction.getDebugLoc());
        const std::string chain = sources.inlining(instruction.getDebugLoc());
        if (chain.empty()) continue;
        const auto [position, isNew] = known.try_emplace(chain, static_cast<std::int32_t>(chains.size()));
        if (isNew) chains.push_back(chain);
        origin.chain = position->second;
      }
    }
  }
};

/// Puts a line of its own before each instruction: the marker and where the instruction came from.
class Marks : public llvm::AssemblyAnnotationWriter {
public:
  explicit Marks(const Origins& origins) : origins_(origins) {}
  void emitInstructionAnnot(const llvm::Instruction* instruction, llvm::formatted_raw_ostream& stream) override {
    const Origins::Origin origin = origins_.of.lookup(instruction);
    stream << marker << origin.line.file << ' ' << origin.line.line << ' ' << origin.chain << '\n';
  }

  void printInfoComment(const llvm::Value& value, llvm::formatted_raw_ostream& stream) override {
    if (const auto said = origins_.directives.find(&value); said != origins_.directives.end() && llvm::isa<llvm::Instruction>(value))
      stream << " ; " << said->second;
  }
  void emitFunctionAnnot(const llvm::Function* function, llvm::formatted_raw_ostream& stream) override {
    if (const auto said = origins_.directives.find(function); said != origins_.directives.end()) stream << "; " << said->second << '\n';
  }

private:
  const Origins& origins_;
};

void dropNoise(llvm::Module& module) {
  llvm::StripDebugInfo(module);
  for (llvm::GlobalVariable& variable : module.globals()) {
    variable.setDSOLocal(false);
    variable.setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::None);
    if (variable.hasLocalLinkage()) variable.setName(shortName(variable));
  }
  for (llvm::Function& function : module) {
    function.setAttributes({});
    function.setDSOLocal(false);
    function.setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::None);
    if (!function.isIntrinsic()) function.setName(shortName(function));
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      instruction.dropUnknownNonDebugMetadata();
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call) continue;
      call->setAttributes({});
      if (auto* plain = llvm::dyn_cast<llvm::CallInst>(call)) plain->setTailCallKind(llvm::CallInst::TCK_None);
    }
  }
}

/// "; preds = ..." repeats what the branches show.
std::string withoutPredecessors(llvm::StringRef printed) {
  std::string result;
  while (!printed.empty()) {
    const auto [line, rest] = printed.split('\n');
    printed = rest;
    result.append(line.take_front(line.find("; preds")).str()).push_back('\n');
  }
  return result;
}

/// Appends printed text line by line, taking its marks as the source of the lines that follow.
void append(MappedText& result, llvm::StringRef printed) {
  Origins::Origin source;
  while (!printed.empty()) {
    auto [line, rest] = printed.split('\n');
    printed = rest;
    if (line.consume_front(llvm::StringRef(&marker, 1))) {
      const auto [file, numbers] = line.split(' ');
      const auto [number, chain] = numbers.split(' ');
      file.getAsInteger(10, source.line.file);
      number.getAsInteger(10, source.line.line);
      chain.getAsInteger(10, source.chain);
      continue;
    }
    line = line.rtrim();
    if (!line.starts_with(" ")) source = {};
    result.text.append(line.data(), line.size());
    result.text.push_back('\n');
    result.sourceFile.push_back(source.line.file);
    result.sourceLine.push_back(source.line.line);
    result.chain.push_back(source.chain);
  }
}

} // namespace

MappedText irText(llvm::Module& module, const SourceMap& sources) {
  Origins origins(module, sources);
  dropNoise(module);
  MappedText result;
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  for (const llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getName().starts_with("llvm.")) continue;
    variable.print(stream);
    stream << '\n';
  }
  append(result, printed);
  Marks marks(origins);
  for (const llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    printed.clear();
    if (!result.text.empty()) printed.push_back('\n');
    llvm::formatted_raw_ostream formatted(stream);
    function.print(formatted, &marks);
    formatted.flush();
    append(result, withoutPredecessors(printed));
  }
  result.chains = std::move(origins.chains);
  return result;
}

MappedText plainIrText(const llvm::Module& module, const SourceMap& sources) {
  Origins origins(module, sources);
  origins.directives.clear(); // LLVM prints them itself
  Marks marks(origins);
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  module.print(stream, &marks);
  MappedText result;
  append(result, printed);
  result.chains = std::move(origins.chains);
  return result;
}

} // namespace gevo::ir
