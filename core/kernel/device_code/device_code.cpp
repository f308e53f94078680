#include "core/kernel/device_code/device_code.h"

#include "core/kernel/demangle/demangle.h"
#include "core/kernel/device_code/debug_types.h"
#include "core/kernel/device_code/file_locals.h"
#include "core/kernel/device_code/short_name.h"
#include "core/kernel/process/process.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <set>

namespace gevo::program {
namespace {

Result<std::unique_ptr<llvm::Module>> parse(ByteView bitcode, llvm::LLVMContext& context) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, "device code"), context);
  if (!module) return fail("the device code can't be read: {}", llvm::toString(module.takeError()));
  return std::move(*module);
}

bool isKernel(const llvm::Function& function) {
  return !function.isDeclaration() && function.getCallingConv() == llvm::CallingConv::PTX_Kernel;
}

std::map<std::string, std::optional<ElementType>> describeVariables(const llvm::Module& module) {
  std::map<std::string, std::optional<ElementType>> variables;
  for (const llvm::GlobalVariable& variable : module.globals()) {
    llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> debug;
    variable.getDebugInfo(debug);
    variables[variable.getName().str()] = debug.empty() ? std::nullopt : elementTypeOf(debug.front()->getVariable()->getType());
  }
  return variables;
}

std::vector<std::string> describeFiles(const llvm::Module& module) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  std::set<std::string> files;
  for (const llvm::DICompileUnit* unit : finder.compile_units()) files.insert(unit->getFilename().str());
  for (const llvm::DISubprogram* function : finder.subprograms()) files.insert(function->getFilename().str());
  return {files.begin(), files.end()};
}

std::string fileOf(const llvm::Function& kernel) {
  const llvm::DISubprogram* subprogram = kernel.getSubprogram();
  return subprogram != nullptr ? subprogram->getFilename().str() : std::string();
}

/// Kernels of the same name are told apart by their files, if these differ, else by their parameters.
void tellApart(std::vector<KernelDescription>& kernels) {
  std::map<std::string, std::vector<KernelDescription*>> namesakes;
  for (KernelDescription& kernel : kernels) namesakes[kernel.plainName].push_back(&kernel);
  for (const auto& [name, group] : namesakes) {
    if (group.size() < 2) continue;
    std::set<std::string> files;
    for (const KernelDescription* kernel : group) files.insert(kernel->file);
    for (KernelDescription* kernel : group)
      kernel->shownName = files.size() == group.size() ? fmt::format("{} ({})", name, kernel->file) : fullName(kernel->name);
  }
}

void shorten(std::vector<KernelDescription>& kernels) {
  std::vector<std::string> names;
  for (const KernelDescription& kernel : kernels) names.push_back(kernel.shownName);
  names = shortNames(names);
  for (std::size_t i = 0; i < kernels.size(); ++i) kernels[i].shownName = std::move(names[i]);
}

/// An error if two files define the same external function or variable.
Result<void> claimNames(const llvm::Module& module, const std::string& file, std::map<std::string, std::string>& owners) {
  for (const llvm::GlobalValue& value : module.global_values()) {
    if (value.isDeclaration() || !value.hasExternalLinkage()) continue;
    const auto [owner, fresh] = owners.try_emplace(value.getName().str(), file);
    if (fresh) continue;
    return fail("{} is defined in both {} and {}; make it static, rename it, or give only one of the files", qualifiedName(owner->first),
                owner->second, file);
  }
  return {};
}

} // namespace

Result<DeviceDescription> describeDeviceCode(ByteView bitcode) {
  llvm::LLVMContext context;
  GEVO_TRY_ASSIGN(const auto module, parse(bitcode, context));
  DeviceDescription description;
  for (const llvm::Function& function : *module) {
    if (!isKernel(function)) continue;
    const std::string name = function.getName().str();
    description.kernels.push_back({name, qualifiedName(name), pointerParameters(function), fileOf(function), qualifiedName(name)});
  }
  tellApart(description.kernels);
  shorten(description.kernels);
  description.variables = describeVariables(*module);
  description.files = describeFiles(*module);
  return description;
}

Result<Bytes> linkDeviceFiles(const std::vector<std::filesystem::path>& files, const std::vector<std::string>& names) {
  std::vector<Bytes> modules;
  for (const std::filesystem::path& file : files) {
    GEVO_TRY_ASSIGN(const auto contents, readFile(file));
    const std::string_view bitcode = bitcodeIn(contents);
    modules.emplace_back(bitcode.begin(), bitcode.end());
  }
  return linkDeviceCode(modules, names);
}

Result<Bytes> linkDeviceCode(const std::vector<Bytes>& modules, const std::vector<std::string>& names) {
  if (modules.size() == 1) return modules.front();
  llvm::LLVMContext context;
  std::string complaint;
  context.setDiagnosticHandlerCallBack(
      [](const llvm::DiagnosticInfo* diagnostic, void* text) {
        if (diagnostic->getSeverity() != llvm::DS_Error) return;
        llvm::raw_string_ostream stream(*static_cast<std::string*>(text));
        llvm::DiagnosticPrinterRawOStream printer(stream);
        diagnostic->print(printer);
      },
      &complaint);
  std::unique_ptr<llvm::Module> whole;
  std::map<std::string, std::string> owners;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    GEVO_TRY_ASSIGN(auto module, parse(modules[i], context));
    GEVO_TRY(claimNames(*module, names[i], owners));
    if (whole == nullptr)
      whole = std::move(module);
    else if (llvm::Linker::linkModules(*whole, std::move(module)))
      return fail("the device code of {} does not link with that of the files before it: {}", names[i], complaint);
  }
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream stream(buffer);
  llvm::WriteBitcodeToFile(*whole, stream);
  return Bytes(buffer.begin(), buffer.end());
}

std::uint32_t countInstructions(ByteView bitcode, const std::string& kernel) {
  llvm::LLVMContext context;
  const auto module = parse(bitcode, context);
  if (!module) return 0;
  const llvm::Function* function = (*module)->getFunction(kernel);
  return function != nullptr ? function->getInstructionCount() : 0;
}

} // namespace gevo::program
