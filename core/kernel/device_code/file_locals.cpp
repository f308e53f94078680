#include "core/kernel/device_code/file_locals.h"

#include "core/kernel/process/process.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

namespace gevo::program {
namespace {

constexpr std::string_view markStart = "__in_";        ///< as demangle.cpp knows it
constexpr std::size_t markSize = markStart.size() + 8; // eight hexadecimal digits
constexpr std::string_view markHead = "GEVOFILE";
constexpr std::string_view padding("\0\0\0", 3); ///< to whole words, as bitcode is

/// By the mangled name: clang gives what is local to a file a linkage that other files see, since the host asks for it by name.
bool isLocal(llvm::StringRef name) { return name.starts_with("_ZL") || name.contains("12_GLOBAL__N_1"); }

bool isShared(const llvm::GlobalValue& value) { return !value.isDeclaration() && !value.hasLocalLinkage() && isLocal(value.getName()); }

std::set<std::string> localNames(const llvm::Module& module) {
  std::set<std::string> names;
  for (const llvm::GlobalValue& value : module.global_values())
    if (isShared(value)) names.insert(value.getName().str());
  return names;
}

/// A value in a group of its own name (comdat) takes the group along.
void rename(llvm::GlobalObject& object, const std::string& mark) {
  object.setName(object.getName().str() + mark);
  if (object.getComdat() != nullptr) object.setComdat(object.getParent()->getOrInsertComdat(object.getName()));
}

Result<void> store(const llvm::Module& module, const std::filesystem::path& file, const std::string& mark) {
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream stream(buffer);
  llvm::WriteBitcodeToFile(module, stream);
  std::string bytes(buffer.begin(), buffer.end());
  bytes += markHead;
  bytes += mark;
  bytes += padding;
  return writeFile(file, bytes);
}

} // namespace

/// FNV-1a of the name: the same in every build.
std::string markOf(const std::string& name) {
  std::uint32_t hash = 2166136261U;
  for (const char c : name) hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619U;
  return fmt::format("{}{:08x}", markStart, hash);
}

Result<void> separateLocals(const std::vector<std::filesystem::path>& bitcode, const std::vector<std::string>& names) {
  if (bitcode.size() < 2) return {};
  llvm::LLVMContext context;
  std::vector<std::unique_ptr<llvm::Module>> modules;
  std::map<std::string, int> owners;
  for (std::size_t i = 0; i < bitcode.size(); ++i) {
    GEVO_TRY_ASSIGN(const auto bytes, readFile(bitcode[i]));
    auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, names[i]), context);
    if (!module) return fail("the device code of {} can't be read: {}", names[i], llvm::toString(module.takeError()));
    modules.push_back(std::move(*module));
    for (const std::string& name : localNames(*modules.back())) ++owners[name];
  }
  for (std::size_t i = 0; i < modules.size(); ++i) {
    const std::string mark = markOf(names[i]);
    bool changed = false;
    for (const std::string& name : localNames(*modules[i])) {
      if (owners[name] < 2) continue;
      if (auto* object = llvm::dyn_cast<llvm::GlobalObject>(modules[i]->getNamedValue(name))) rename(*object, mark), changed = true;
    }
    if (!changed) continue;
    if (const auto stored = store(*modules[i], bitcode[i], mark); !stored) return stored;
  }
  return {};
}

std::string_view bitcodeIn(std::string_view file) {
  constexpr std::size_t trailer = markHead.size() + markSize + padding.size();
  const bool marked = file.size() > trailer && file.substr(file.size() - trailer).starts_with(markHead);
  return marked ? file.substr(0, file.size() - trailer) : file;
}

std::string fileMarkAt(const std::uint8_t* endOfBitcode) {
  if (std::memcmp(endOfBitcode, markHead.data(), markHead.size()) != 0) return "";
  return {reinterpret_cast<const char*>(endOfBitcode) + markHead.size(), markSize};
}

} // namespace gevo::program
