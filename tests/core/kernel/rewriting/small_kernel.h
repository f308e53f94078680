#pragma once

/// The syntax tree of a kernel with a given body, and the body after rewrites.

#include "tests/core/kernel/syntax/syntax_of.h"

#include "core/kernel/rewriting/syntax_tree.h"
#include "core/patch/apply_rewrites.h"

namespace gevo::ir {

struct SmallKernel {
  program::SmallSyntax read;
  SyntaxTree tree;

  explicit SmallKernel(const std::string& body)
      : read(program::syntaxOf(program::kernelOf(body))), tree(valueOf(SyntaxTree::make(read.syntax, read.sources))) {}

  SyntaxTree::Node node(SyntaxKind kind, const std::string& text) const {
    for (std::size_t i = 0; i < read.syntax.nodes.size(); ++i)
      if (read.syntax.nodes[i].kind == kind && read.text(read.syntax.nodes[i]) == text) return static_cast<SyntaxTree::Node>(i);
    throw std::runtime_error("no node " + text);
  }
  QString after(const std::vector<Replacement>& replacements) const { return afterRewrites({SourceRewrite{replacements, {}}}); }
  QString afterRewrites(const std::vector<SourceRewrite>& rewrites) const {
    return QString::fromStdString(program::bodyOf(applyRewrites(read.sources, rewrites)[0].text));
  }
};

} // namespace gevo::ir
