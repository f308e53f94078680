#include "core/kernel/ir/view/ir_text.h"
#include "core/kernel/ir/view/symbols.h"

#include <llvm/IR/AssemblyAnnotationWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FormattedStream.h>
#include <llvm/Support/raw_ostream.h>

namespace gevo::ir {
namespace {

using Lines = llvm::DenseMap<const llvm::Instruction*, SourceMap::Line>;

constexpr char marker = '\x01';

/// Puts a line of its own before each instruction: the marker and where the instruction came from.
class Marks : public llvm::AssemblyAnnotationWriter {
public:
  explicit Marks(const Lines& lines) : lines_(lines) {}
  void emitInstructionAnnot(const llvm::Instruction* instruction, llvm::formatted_raw_ostream& stream) override {
    const SourceMap::Line line = lines_.lookup(instruction);
    stream << marker << line.file << ' ' << line.line << '\n';
  }

private:
  const Lines& lines_;
};

Lines linesOf(const llvm::Module& module, const SourceMap& sources) {
  Lines lines;
  for (const llvm::Function& function : module) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) lines[&instruction] = sources.line(instruction.getDebugLoc());
  }
  return lines;
}

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
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      instruction.dropUnknownNonDebugMetadata();
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call) continue;
      call->setAttributes({});
      if (auto* plain = llvm::dyn_cast<llvm::CallInst>(call)) plain->setTailCallKind(llvm::CallInst::TCK_None);
    }
  }
}

/// Appends printed text line by line, taking its marks as the source of the lines that follow.
void append(MappedText& result, llvm::StringRef printed) {
  SourceMap::Line source;
  while (!printed.empty()) {
    auto [line, rest] = printed.split('\n');
    printed = rest;
    if (line.consume_front(llvm::StringRef(&marker, 1))) {
      const auto [file, number] = line.split(' ');
      file.getAsInteger(10, source.file);
      number.getAsInteger(10, source.line);
      continue;
    }
    // "; preds = ..." repeats what the branches say.
    if (const auto remark = line.find("; preds"); remark != llvm::StringRef::npos) line = line.take_front(remark);
    line = line.rtrim();
    if (!line.starts_with(" ")) source = {};
    result.text.append(line.data(), line.size());
    result.text.push_back('\n');
    result.sourceFile.push_back(source.file);
    result.sourceLine.push_back(source.line);
  }
}

} // namespace

MappedText irText(llvm::Module& module, const SourceMap& sources) {
  const Lines lines = linesOf(module, sources);
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
  Marks marks(lines);
  for (const llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    printed.clear();
    if (!result.text.empty()) printed.push_back('\n');
    llvm::formatted_raw_ostream formatted(stream);
    function.print(formatted, &marks);
    formatted.flush();
    llvm::StringRef text(printed);
    append(result, text);
  }
  return result;
}

} // namespace gevo::ir
