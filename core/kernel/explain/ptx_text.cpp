#include "core/kernel/explain/ptx_text.h"
#include "core/kernel/ir/pipeline.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>

namespace gevo::ir {
namespace {

/// Gives every instruction a location in its own function whose line is an index into the returned table, so that the back end's line
/// directives identify the source whatever file or inlined function the code came from.
std::vector<SourceMap::Line> numberLocations(llvm::Module& module, const SourceMap& sources) {
  std::vector<SourceMap::Line> table = {{}};
  std::map<SourceMap::Line, unsigned> numbers;
  for (llvm::Function& function : module) {
    llvm::DISubprogram* subprogram = function.getSubprogram();
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!subprogram || !instruction.getDebugLoc()) continue;
      const SourceMap::Line line = sources.line(instruction.getDebugLoc());
      unsigned number = 0;
      if (line.file >= 0) {
        const auto [entry, isNew] = numbers.try_emplace(line, static_cast<unsigned>(table.size()));
        if (isNew) table.push_back(line);
        number = entry->second;
      }
      instruction.setDebugLoc(llvm::DILocation::get(function.getContext(), number, 0, subprogram));
    }
  }
  return table;
}

struct Row {
  llvm::StringRef text;
  SourceMap::Line source;
};

bool isCode(llvm::StringRef line) { return line.starts_with("\t") && !line.starts_with("\t.") && !line.starts_with("\t//"); }

/// The instructions of a text with line directives, in order.
std::vector<Row> mappedInstructions(llvm::StringRef text, const std::vector<SourceMap::Line>& table) {
  std::vector<Row> rows;
  SourceMap::Line source;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    llvm::StringRef directive = line.trim();
    if (directive.consume_front(".loc")) {
      unsigned number = 0;
      directive.trim().split(' ').second.split(' ').first.rtrim("\t ,").getAsInteger(10, number);
      source = number < table.size() ? table[number] : SourceMap::Line{};
    } else if (line.starts_with("{") || line.starts_with("}")) {
      source = {}; // a function begins or ends
    } else if (isCode(line)) {
      rows.push_back({line, source});
    }
  }
  return rows;
}

} // namespace

Result<MappedText> ptxText(llvm::Module& module, const SourceMap& sources, const std::string& architecture) {
  GEVO_TRY_ASSIGN(const auto exact, emitPtx(module, architecture));
  const auto table = numberLocations(module, sources);
  GEVO_TRY_ASSIGN(const auto located, emitPtxWithLines(module, architecture));
  const std::vector<Row> rows = mappedInstructions(located, table);

  // The same instructions in the same order, unless directives changed the code; then only lines that still match are mapped.
  MappedText result{exact, {}, {}};
  std::size_t next = 0;
  llvm::StringRef text(exact);
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    text = rest;
    SourceMap::Line source;
    if (isCode(line)) {
      static constexpr std::size_t window = 32;
      std::size_t found = next;
      while (found < rows.size() && found < next + window && rows[found].text != line) ++found;
      if (found < rows.size() && rows[found].text == line) {
        source = rows[found].source;
        next = found + 1;
      }
    }
    result.sourceFile.push_back(source.file);
    result.sourceLine.push_back(source.line);
  }
  return result;
}

} // namespace gevo::ir
