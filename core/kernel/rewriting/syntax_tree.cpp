#include "core/kernel/rewriting/syntax_tree.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace gevo::ir {

namespace {

bool isStatement(SyntaxKind kind) {
  switch (kind) {
  case SyntaxKind::Statement:
  case SyntaxKind::Declaration:
  case SyntaxKind::If:
  case SyntaxKind::For:
  case SyntaxKind::While:
  case SyntaxKind::Do:
  case SyntaxKind::Return:
  case SyntaxKind::Jump:
    return true;
  default:
    return false;
  }
}

/// "#pragma unroll 4", "#pragma unroll(4)" and "#pragma nounroll" are of the word "unroll", "#pragma unroll_and_jam" is not.
bool isPragma(std::string_view text, std::string_view word) {
  constexpr std::string_view begin = "#pragma ";
  if (!text.starts_with(begin)) return false;
  text.remove_prefix(std::min(text.find_first_not_of(' ', begin.size()), text.size()));
  if (text.starts_with("no")) text.remove_prefix(2);
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return text.empty() || std::string_view(" \t\r(").find(text.front()) != std::string_view::npos;
}

} // namespace

Result<SyntaxTree> SyntaxTree::make(const SourceSyntax& syntax, const std::vector<SourceFile>& sources) {
  for (std::size_t i = 0; i < syntax.nodes.size(); ++i) {
    const SyntaxNode& node = syntax.nodes[i];
    const bool fits = node.file >= 0 && static_cast<std::size_t>(node.file) < sources.size() && node.begin <= node.end &&
                      node.end <= sources[static_cast<std::size_t>(node.file)].text.size() && node.parent < static_cast<Node>(i) &&
                      node.parent >= none;
    if (!fits) return fail("the syntax does not fit the sources; this is an error in the program that read it");
  }
  return SyntaxTree(syntax, sources);
}

SyntaxTree::SyntaxTree(const SourceSyntax& syntax, const std::vector<SourceFile>& sources)
    : syntax_(&syntax), sources_(&sources), children_(syntax.nodes.size()) {
  for (std::size_t i = 0; i < syntax.nodes.size(); ++i)
    if (syntax.nodes[i].parent != none) children_[static_cast<std::size_t>(syntax.nodes[i].parent)].push_back(static_cast<Node>(i));
  for (const SourceFile& source : sources) {
    std::vector<std::uint32_t>& begins = lines_.emplace_back(1, 0);
    for (std::size_t i = 0; i < source.text.size(); ++i)
      if (source.text[i] == '\n') begins.push_back(static_cast<std::uint32_t>(i + 1));
  }
}

std::string_view SyntaxTree::text(Node node) const {
  const SyntaxNode& of = (*this)[node];
  return std::string_view((*sources_)[static_cast<std::size_t>(of.file)].text).substr(of.begin, of.end - of.begin);
}

std::string_view SyntaxTree::before(Node node) const {
  const SyntaxNode& of = (*this)[node];
  return std::string_view((*sources_)[static_cast<std::size_t>(of.file)].text).substr(0, of.begin);
}

SyntaxTree::Node SyntaxTree::child(Node node, SyntaxRole role) const {
  const auto found = std::ranges::find_if(children(node), [&](Node one) { return (*this)[one].role == role; });
  return found == children(node).end() ? none : *found;
}

bool SyntaxTree::holds(Node outer, Node inner) const {
  while (inner != none && inner != outer) inner = (*this)[inner].parent;
  return inner == outer;
}

SyntaxTree::Node SyntaxTree::written(Node node) const {
  while (node != none && (*this)[node].kind == SyntaxKind::Other && children(node).size() == 1 &&
         text(children(node).front()) == text(node))
    node = children(node).front();
  return node;
}

std::vector<SyntaxTree::Node> SyntaxTree::at(const SourcePosition& position) const {
  const auto source = std::ranges::find(*sources_, position.file, &SourceFile::name);
  if (source == sources_->end()) return {};
  const auto file = static_cast<std::int32_t>(source - sources_->begin());
  const auto& begins = lines_[static_cast<std::size_t>(file)];
  if (position.line == 0 || position.line > begins.size()) return {};
  const std::uint32_t offset = begins[position.line - 1] + std::max(position.column, 1U) - 1;
  std::vector<Node> found;
  Node innermost = none;
  for (std::size_t i = 0; i < syntax_->nodes.size(); ++i) {
    const SyntaxNode& node = syntax_->nodes[i];
    if (node.file != file || offset < node.begin || offset >= node.end) continue;
    innermost = static_cast<Node>(i);
    const bool isPlace = node.kind != SyntaxKind::Function && node.kind != SyntaxKind::Block;
    if (isPlace && (node.anchor == offset || (node.kind == SyntaxKind::Call && node.begin == offset)))
      found.push_back(static_cast<Node>(i));
  }
  if (found.empty() && innermost != none) found.push_back(innermost);
  return found;
}

SyntaxTree::Node SyntaxTree::statementOf(Node node) const {
  while (node != none && !isStatement((*this)[node].kind)) node = (*this)[node].parent;
  return node;
}

SyntaxTree::Node SyntaxTree::conditionalOf(Node node) const {
  while (node != none && (*this)[node].role != SyntaxRole::Condition) {
    if (isStatement((*this)[node].kind)) return none;
    node = (*this)[node].parent;
  }
  return node == none ? none : (*this)[node].parent;
}

SyntaxTree::Node SyntaxTree::loopOf(Node node) const {
  const auto isLoop = [](SyntaxKind kind) { return kind == SyntaxKind::For || kind == SyntaxKind::While || kind == SyntaxKind::Do; };
  while (node != none && !isLoop((*this)[node].kind)) node = (*this)[node].parent;
  return node;
}

SyntaxTree::Node SyntaxTree::functionOf(Node node) const {
  while (node != none && (*this)[node].kind != SyntaxKind::Function) node = (*this)[node].parent;
  return node;
}

SyntaxTree::Node SyntaxTree::functionAt(const SourcePosition& position) const {
  const auto source = std::ranges::find(*sources_, position.file, &SourceFile::name);
  if (source == sources_->end()) return none;
  const auto file = static_cast<std::int32_t>(source - sources_->begin());
  const auto& begins = lines_[static_cast<std::size_t>(file)];
  if (position.line == 0 || position.line > begins.size()) return none;
  const std::uint32_t begin = begins[position.line - 1];
  const std::uint32_t end = position.line < begins.size() ? begins[position.line] : std::numeric_limits<std::uint32_t>::max();
  const auto isIt = [&](const SyntaxNode& node) {
    return node.kind == SyntaxKind::Function && node.file == file && node.anchor >= begin && node.anchor < end;
  };
  const auto found = std::ranges::find_if(syntax_->nodes, isIt);
  return found == syntax_->nodes.end() ? none : static_cast<Node>(found - syntax_->nodes.begin());
}

std::vector<SyntaxTree::Node> SyntaxTree::definitionsOf(std::string_view name, Node place) const {
  const Node function = functionOf(place);
  std::vector<Node> found;
  for (std::size_t i = 0; function != none && i < syntax_->nodes.size(); ++i) {
    const auto node = static_cast<Node>(i);
    const SyntaxNode& one = syntax_->nodes[i];
    const Node left = one.kind == SyntaxKind::Assignment ? child(node, SyntaxRole::Left) : none;
    const bool defines = (one.kind == SyntaxKind::Variable && one.name == name) || (left != none && text(left) == name);
    if (defines && holds(function, node)) found.push_back(node);
  }
  return found;
}

std::vector<SyntaxTree::Node> SyntaxTree::callsOf(std::string_view function) const {
  std::vector<Node> found;
  for (std::size_t i = 0; i < syntax_->nodes.size(); ++i)
    if (syntax_->nodes[i].kind == SyntaxKind::Call && syntax_->nodes[i].name == function) found.push_back(static_cast<Node>(i));
  return found;
}

std::uint32_t SyntaxTree::line(Node node) const {
  const auto& begins = lines_[static_cast<std::size_t>((*this)[node].file)];
  return static_cast<std::uint32_t>(std::ranges::upper_bound(begins, (*this)[node].begin) - begins.begin());
}

Replacement SyntaxTree::replace(Node node, std::string text) const {
  return {(*this)[node].file, (*this)[node].begin, (*this)[node].end, std::move(text)};
}

bool SyntaxTree::isControlled(Node statement) const {
  const SyntaxRole role = (*this)[statement].role;
  return role == SyntaxRole::Body || role == SyntaxRole::Else;
}

bool SyntaxTree::isExpression(Node node) const {
  const SyntaxNode& of = (*this)[node];
  const bool isOther =
      isStatement(of.kind) || of.kind == SyntaxKind::Function || of.kind == SyntaxKind::Variable || of.kind == SyntaxKind::Block;
  const SyntaxKind outer = of.parent == none ? SyntaxKind::Block : (*this)[of.parent].kind;
  const bool standsAlone = outer == SyntaxKind::Block || outer == SyntaxKind::Statement || isControlled(node);
  return !isOther && !standsAlone;
}

/// Blanks before the node, if nothing else stands before it on its line.
std::string SyntaxTree::indentationOf(Node node) const {
  const SyntaxNode& of = (*this)[node];
  const std::uint32_t begin = lines_[static_cast<std::size_t>(of.file)][line(node) - 1];
  std::string before = (*sources_)[static_cast<std::size_t>(of.file)].text.substr(begin, of.begin - begin);
  return before.find_first_not_of(" \t") == std::string::npos ? before : std::string("\n");
}

std::vector<Replacement> SyntaxTree::insertBefore(Node statement, const std::vector<std::string>& texts) const {
  const SyntaxNode& of = (*this)[statement];
  const std::string indentation = indentationOf(statement);
  const bool isControlled = this->isControlled(statement);
  const std::string gap = isControlled || indentation == "\n" ? " " : "\n" + indentation;
  std::string all;
  for (const std::string& text : texts) all += text + gap;
  if (!isControlled) return {{of.file, of.begin, of.begin, all}};
  return {{of.file, of.begin, of.begin, "{ " + all}, {of.file, of.end, of.end, " }"}};
}

std::vector<Replacement> SyntaxTree::writePragma(Node statement, std::string_view word, const std::string& directive) const {
  const SyntaxNode& of = (*this)[statement];
  const std::string_view all = (*sources_)[static_cast<std::size_t>(of.file)].text;
  const std::uint32_t first = line(statement);
  const auto& begins = lines_[static_cast<std::size_t>(of.file)];
  if (const std::string indentation = indentationOf(statement); indentation != "\n" && first > 1) {
    const std::uint32_t begin = begins[first - 2];
    const std::string_view before = all.substr(begin, begins[first - 1] - begin - 1);
    const std::size_t pragma = before.find_first_not_of(" \t");
    if (pragma != std::string_view::npos && isPragma(before.substr(pragma), word)) {
      const std::string text = "#pragma " + directive;
      const auto at = begin + static_cast<std::uint32_t>(pragma);
      const auto end = begin + static_cast<std::uint32_t>(before.find_last_not_of(" \t\r") + 1);
      if (all.substr(at, end - at) == text) return {};
      return {{of.file, at, end, text}};
    }
  }
  // A line of its own, or within one.
  const bool ownsLine = !isControlled(statement) && indentationOf(statement) != "\n";
  return insertBefore(statement, {ownsLine ? "#pragma " + directive : "_Pragma(\"" + directive + "\")"});
}

std::string SyntaxTree::freshName(Node place, const std::string& wish) const {
  const Node function = functionOf(place);
  const std::string_view used = function == none ? std::string_view() : text(function);
  std::string name = wish;
  for (unsigned number = 2; used.find(name) != std::string_view::npos; ++number) name = wish + std::to_string(number);
  return name;
}

std::vector<Replacement> SyntaxTree::insertAfter(Node statement, const std::string& text) const {
  const SyntaxNode& of = (*this)[statement];
  const std::string indentation = indentationOf(statement);
  const std::string gap = indentation == "\n" ? " " : "\n" + indentation;
  if (!isControlled(statement)) return {{of.file, of.end, of.end, gap + text}};
  return {{of.file, of.begin, of.begin, "{ "}, {of.file, of.end, of.end, " " + text + " }"}};
}

std::vector<Replacement> SyntaxTree::surround(Node statement, const std::string& before, const std::string& after) const {
  std::vector<Replacement> made = insertBefore(statement, {before});
  if (isControlled(statement)) { // the last one is the brace behind it
    made.back().text = fmt::format(" {} }}", after);
  } else {
    for (Replacement& one : insertAfter(statement, after)) made.push_back(std::move(one));
  }
  return made;
}

std::vector<Replacement> SyntaxTree::remove(Node statement) const {
  const SyntaxNode& of = (*this)[statement];
  const Node outer = of.parent;
  // Alone in a block that an `if` controls, or controlled without one.
  const Node held = outer != none && (*this)[outer].kind == SyntaxKind::Block && children(outer).size() == 1 ? outer : statement;
  const Node condition = (*this)[held].parent;
  if ((*this)[held].role == SyntaxRole::Body && condition != none && (*this)[condition].kind == SyntaxKind::If &&
      child(condition, SyntaxRole::Else) == none)
    return remove(condition);
  if (isControlled(statement)) return {replace(statement, of.role == SyntaxRole::Else ? "{}" : ";")};
  // With its line, if it is all of it.
  const std::string& all = (*sources_)[static_cast<std::size_t>(of.file)].text;
  Replacement gone = replace(statement, {});
  // What stands behind it explains it.
  const std::size_t next = all.find_first_not_of(" \t", gone.end);
  if (next != std::string::npos && std::string_view(all).substr(next).starts_with("//"))
    gone.end = static_cast<std::uint32_t>(std::min(all.find('\n', next), all.size()));
  const bool endsLine = gone.end == all.size() || all[gone.end] == '\n';
  if (indentationOf(statement) != "\n" && endsLine) {
    gone.begin = lines_[static_cast<std::size_t>(of.file)][line(statement) - 1];
    gone.end = std::min<std::uint32_t>(gone.end + 1, static_cast<std::uint32_t>(all.size()));
  }
  return {gone};
}

} // namespace gevo::ir
