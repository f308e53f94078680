#include "core/kernel/describe/source_map.h"

#include <fmt/format.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/Path.h>

#include <algorithm>

namespace gevo::ir {
namespace {

std::string normalised(llvm::StringRef path) {
  llvm::SmallString<256> result = path;
  llvm::sys::path::remove_dots(result, true);
  return result.str().str();
}

/// `path` names the same file as `name`, or a file of that relative name somewhere.
bool endsWithPath(llvm::StringRef path, llvm::StringRef name) {
  return path == name || (path.ends_with(name) && path.drop_back(name.size()).ends_with("/"));
}

} // namespace

bool areOfOneLine(const SourcePosition& one, const SourcePosition& other) { return one.file == other.file && one.line == other.line; }

bool isAtSamePlace(const std::vector<SourcePosition>& one, const std::vector<SourcePosition>& other) {
  return std::ranges::equal(one, other, areOfOneLine);
}

std::int32_t SourceMap::fileIndex(const llvm::DIFile* file) const {
  if (!file) return -1;
  const auto [entry, isNew] = files_.try_emplace(file, -1);
  if (!isNew) return entry->second;
  const std::string name = normalised(file->getFilename());
  llvm::SmallString<256> full = file->getDirectory();
  llvm::sys::path::append(full, file->getFilename());
  const std::string path = normalised(llvm::sys::path::is_absolute(file->getFilename()) ? file->getFilename() : llvm::StringRef(full));
  for (std::size_t i = 0; i < sources_.size() && entry->second < 0; ++i) {
    const std::string source = normalised(sources_[i].name);
    if (source == name || endsWithPath(path, source)) entry->second = static_cast<std::int32_t>(i);
  }
  return entry->second;
}

SourceMap::Line SourceMap::line(const llvm::DILocation* location) const {
  for (; location; location = location->getInlinedAt()) {
    const std::int32_t file = fileIndex(location->getFile());
    if (file >= 0 && location->getLine() != 0) return {file, location->getLine()};
  }
  return {};
}

std::vector<SourcePosition> SourceMap::chainOf(const llvm::DILocation* location) const {
  std::vector<SourcePosition> chain;
  for (; location; location = location->getInlinedAt()) {
    const std::int32_t file = fileIndex(location->getFile());
    if (file < 0 || location->getLine() == 0) continue;
    const llvm::DISubprogram* function = location->getScope()->getSubprogram();
    chain.push_back({sources_[static_cast<std::size_t>(file)].name, location->getLine(), location->getColumn(),
                     function ? function->getName().str() : ""});
  }
  return chain;
}

std::vector<SourcePosition> SourceMap::chainOf(const llvm::Function& function) const {
  const llvm::DISubprogram* const subprogram = function.getSubprogram();
  const std::int32_t file = subprogram != nullptr ? fileIndex(subprogram->getFile()) : -1;
  if (file < 0) return {};
  return {{sources_[static_cast<std::size_t>(file)].name, subprogram->getLine(), 0, subprogram->getName().str()}};
}

std::string SourceMap::inlining(const llvm::DILocation* location) const {
  if (!location || !location->getInlinedAt()) return {};
  std::string text;
  for (; location; location = location->getInlinedAt()) {
    const llvm::DISubprogram* function = location->getScope()->getSubprogram();
    const std::string name = function ? function->getName().str() : "?";
    const std::string place = fmt::format("{}:{}", llvm::sys::path::filename(location->getFilename()).str(), location->getLine());
    if (text.empty())
      text = fmt::format("{} ({})", name, place);
    else
      text += fmt::format(", inlined at {} in {}", place, name);
  }
  return text;
}

std::vector<SourcePosition> SourceMap::chain(const llvm::Instruction& instruction) const {
  static constexpr std::size_t searched = 64;
  llvm::SetVector<const llvm::Instruction*> related;
  related.insert(&instruction);
  for (std::size_t i = 0; i < related.size() && i < searched; ++i) {
    auto chain = chainOf(related[i]->getDebugLoc());
    if (!chain.empty()) return chain;
    for (const llvm::User* user : related[i]->users()) {
      if (const auto* next = llvm::dyn_cast<llvm::Instruction>(user)) related.insert(next);
    }
  }
  for (const llvm::Instruction* next = instruction.getNextNode(); next; next = next->getNextNode()) {
    auto chain = chainOf(next->getDebugLoc());
    if (!chain.empty()) return chain;
  }
  return {};
}

} // namespace gevo::ir
