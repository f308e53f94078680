#pragma once

/// The syntax of a small program, and its nodes by their text.

#include "core/kernel/compile/changed_sources.h"
#include "core/kernel/syntax/read_syntax.h"
#include "tests/core/kernel/compile/small_program.h"

#include <algorithm>

namespace gevo::program {

struct SmallSyntax {
  std::vector<SourceFile> sources;
  SourceSyntax syntax;

  std::string text(const SyntaxNode& node) const {
    return sources[static_cast<std::size_t>(node.file)].text.substr(node.begin, node.end - node.begin);
  }
  /// Of all nodes of the kind, in order.
  std::vector<std::string> texts(SyntaxKind kind) const {
    std::vector<std::string> found;
    for (const SyntaxNode& node : syntax.nodes)
      if (node.kind == kind) found.push_back(text(node));
    return found;
  }
  /// Of the parts that have the role.
  std::vector<std::string> parts(SyntaxRole role) const {
    std::vector<std::string> found;
    for (const SyntaxNode& node : syntax.nodes)
      if (node.role == role) found.push_back(text(node));
    return found;
  }
};

/// Of "a.cu" with this text; `header`: of "part.h", which it may include.
inline SmallSyntax syntaxOf(const std::string& text, const std::string& header = {}) {
  static const ScratchFolder folder = valueOf(ScratchFolder::make());
  SmallProgram program(folder.path() / "program");
  program.write("a.cu", text);
  if (!header.empty()) program.writeHeader("part.h", header);
  SmallSyntax made{{{"a.cu", text}}, {}};
  if (!header.empty()) made.sources.push_back({"part.h", header});
  std::filesystem::create_directories(program.generated());
  const InputFiles files = valueOf(sortFiles(program.settings, program.folder()));
  const CompilerSetup setup{valueOf(locateClang()), valueOf(locateCuda()), program.settings, program.folder(), program.generated()};
  made.syntax = valueOf(readSyntax(withSources(setup, files, made.sources), files, made.sources));
  return made;
}

/// A kernel with this body.
inline std::string kernelOf(const std::string& body) {
  return "__global__ void kernel(float* out, const float* in, int n) {\n  int i = threadIdx.x;\n" + body + "\n}\nint main() {}\n";
}

inline std::string bodyOf(const std::string& kernel) {
  const std::size_t begin = kernel.find("threadIdx.x;\n") + 13;
  return kernel.substr(begin, kernel.find("\n}\nint main") - begin);
}

} // namespace gevo::program
