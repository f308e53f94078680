#include "core/kernel/syntax/syntax_reader.h"

#include "core/kernel/syntax/node_kinds.h"

#include <algorithm>

namespace gevo::program {

namespace fs = std::filesystem;

SyntaxReader::SyntaxReader(const std::vector<SourceFile>& sources, const fs::path& folder) : sources_(sources) {
  for (std::size_t i = 0; i < sources.size(); ++i)
    paths_[(folder / sources[i].name).lexically_normal().string()] = static_cast<std::int32_t>(i);
}

std::int32_t SyntaxReader::fileOf(CXFile file) {
  const auto [entry, isNew] = files_.try_emplace(file, -1);
  if (!isNew) return entry->second;
  const auto known = paths_.find(fs::path(textOf(clang_getFileName(file))).lexically_normal().string());
  if (known != paths_.end()) entry->second = known->second;
  return entry->second;
}

std::optional<SyntaxReader::Range> SyntaxReader::rangeOf(CXCursor cursor) {
  const CXSourceRange extent = clang_getCursorExtent(cursor);
  CXFile first = nullptr;
  CXFile last = nullptr;
  Range range;
  clang_getFileLocation(clang_getRangeStart(extent), &first, nullptr, nullptr, &range.begin);
  clang_getFileLocation(clang_getRangeEnd(extent), &last, nullptr, nullptr, &range.end);
  std::uint32_t spelled = 0;
  clang_getSpellingLocation(clang_getRangeStart(extent), nullptr, nullptr, nullptr, &spelled);
  if (spelled != range.begin) range.begins = Begins::InMacro;
  if (first == nullptr || first != last || range.begin >= range.end) return std::nullopt;
  range.file = fileOf(first);
  if (range.file < 0 || range.end > text(range.file).size()) return std::nullopt;
  return range;
}

std::uint32_t SyntaxReader::skipBlanks(std::int32_t file, std::uint32_t offset) const {
  const std::string_view all = text(file);
  while (offset < all.size()) {
    if (std::isspace(static_cast<unsigned char>(all[offset]))) {
      ++offset;
    } else if (all.substr(offset).starts_with("//") || all.substr(offset).starts_with("/*")) {
      const bool isLine = all[offset + 1] == '/';
      const std::size_t end = all.find(isLine ? "\n" : "*/", offset + 2);
      offset = static_cast<std::uint32_t>(end == std::string_view::npos ? all.size() : end + (isLine ? 1 : 2));
    } else {
      break;
    }
  }
  return offset;
}

std::uint32_t SyntaxReader::afterSemicolon(std::int32_t file, std::uint32_t offset) const {
  const std::uint32_t next = skipBlanks(file, offset);
  return next < text(file).size() && text(file)[next] == ';' ? next + 1 : offset;
}

std::int32_t SyntaxReader::add(SyntaxNode node) {
  // libclang ends what holds a statement before its semicolon.
  for (std::int32_t outer = node.parent; outer >= 0 && nodes_[static_cast<std::size_t>(outer)].end < node.end;
       outer = nodes_[static_cast<std::size_t>(outer)].parent)
    nodes_[static_cast<std::size_t>(outer)].end = node.end;
  nodes_.push_back(std::move(node));
  return static_cast<std::int32_t>(nodes_.size()) - 1;
}

void SyntaxReader::read(CXTranslationUnit unit) {
  for (const CXCursor& cursor : childrenOf(clang_getTranslationUnitCursor(unit))) readDeclaration(cursor);
}

void SyntaxReader::readDeclaration(CXCursor cursor) {
  CXFile file = nullptr;
  clang_getFileLocation(clang_getCursorLocation(cursor), &file, nullptr, nullptr, nullptr);
  if (file == nullptr || fileOf(file) < 0) return;
  if (isFunction(clang_getCursorKind(cursor)))
    readFunction(cursor);
  else if (holdsDeclarations(clang_getCursorKind(cursor)))
    for (const CXCursor& child : childrenOf(cursor)) readDeclaration(child);
}

void SyntaxReader::readFunction(CXCursor cursor) {
  const auto range = rangeOf(cursor);
  if (!range || !functions_.emplace(range->file, range->begin).second) return;
  SyntaxNode function{SyntaxKind::Function, SyntaxRole::Part, -1,           range->file,
                      range->begin,         range->end,       range->begin, textOf(clang_getCursorSpelling(cursor))};
  clang_getFileLocation(clang_getCursorLocation(cursor), nullptr, nullptr, nullptr, &function.anchor);
  const std::int32_t self = add(std::move(function));
  for (const CXCursor& child : childrenOf(cursor)) {
    if (clang_getCursorKind(child) == CXCursor_ParmDecl) readNode(child, self, SyntaxRole::Argument);
    if (clang_getCursorKind(child) == CXCursor_CompoundStmt) readNode(child, self, SyntaxRole::Body);
  }
}

void SyntaxReader::readNode(CXCursor cursor, std::int32_t parent, SyntaxRole role) {
  const auto range = rangeOf(cursor);
  if (!range || range->file != nodes_[static_cast<std::size_t>(parent)].file) return;
  const CXCursorKind kind = clang_getCursorKind(cursor);
  SyntaxNode node{syntaxKind(cursor), role, parent, range->file, range->begin, range->end, range->begin, {}};
  const bool isMacro = clang_isExpression(kind) && range->begins == Begins::InMacro &&
                       isMacroCall(text(range->file).substr(range->begin, range->end - range->begin));
  if (isMacro) node.kind = SyntaxKind::Other;
  const SyntaxNode& outer = nodes_[static_cast<std::size_t>(parent)];
  // A cast that nobody wrote has the range of what it casts; a macro's parts have the range of the macro.
  const bool isInvisible = node.kind == SyntaxKind::Other && outer.begin == node.begin && outer.end == node.end;
  if (isInvisible) {
    const std::vector<CXCursor> held = isMacro ? std::vector<CXCursor>() : childrenOf(cursor);
    for (const CXCursor& child : held) readNode(child, parent, role);
    return;
  }
  if (clang_isExpression(kind)) {
    const bool standsAlone = outer.kind == SyntaxKind::Block || role == SyntaxRole::Body || role == SyntaxRole::Else;
    if (standsAlone) {
      SyntaxNode statement = node;
      statement.kind = SyntaxKind::Statement;
      statement.end = afterSemicolon(node.file, node.end);
      node.parent = add(std::move(statement));
      node.role = SyntaxRole::Part;
    }
  } else if (endsBeforeSemicolon(node.kind)) {
    node.end = afterSemicolon(node.file, node.end);
  }
  if (node.kind == SyntaxKind::Variable || node.kind == SyntaxKind::Name) {
    clang_getFileLocation(clang_getCursorLocation(cursor), nullptr, nullptr, nullptr, &node.anchor);
    node.name = textOf(clang_getCursorSpelling(cursor));
  }
  if (node.kind == SyntaxKind::Call) node.name = textOf(clang_getCursorSpelling(cursor));
  const std::int32_t self = add(std::move(node));
  if (!isMacro) readChildren(cursor, self);
}

void SyntaxReader::readChildren(CXCursor cursor, std::int32_t self) {
  const std::vector<CXCursor> children = childrenOf(cursor);
  const auto node = [&]() -> SyntaxNode& { return nodes_[static_cast<std::size_t>(self)]; };
  const std::size_t before = nodes_.size();
  const auto readAs = [&](std::initializer_list<SyntaxRole> roles) {
    std::size_t i = 0;
    for (const CXCursor& child : children) readNode(child, self, i < roles.size() ? roles.begin()[i++] : SyntaxRole::Part);
  };
  switch (node().kind) {
  case SyntaxKind::If:
    return readAs({SyntaxRole::Condition, SyntaxRole::Body, SyntaxRole::Else});
  case SyntaxKind::While:
    return readAs({SyntaxRole::Condition, SyntaxRole::Body});
  case SyntaxKind::Do:
    return readAs({SyntaxRole::Body, SyntaxRole::Condition});
  case SyntaxKind::For:
    return readLoopHeader(children, self);
  case SyntaxKind::Binary:
  case SyntaxKind::Assignment: {
    readAs({SyntaxRole::Left, SyntaxRole::Right});
    if (nodes_.size() > before) {
      node().anchor = skipBlanks(node().file, nodes_[before].end);
      node().name = operatorAt(text(node().file), node().anchor);
    }
    return;
  }
  case SyntaxKind::Conditional:
    readAs({SyntaxRole::Condition, SyntaxRole::Left, SyntaxRole::Right});
    if (nodes_.size() > before) node().anchor = skipBlanks(node().file, nodes_[before].end);
    return;
  case SyntaxKind::Subscript:
    readAs({SyntaxRole::Left, SyntaxRole::Right});
    if (nodes_.size() > before) node().anchor = nodes_[before].anchor;
    return;
  case SyntaxKind::Unary:
    node().name = operatorAt(text(node().file), node().begin);
    return readAs({SyntaxRole::Operand});
  case SyntaxKind::Return:
    return readAs({SyntaxRole::Value});
  case SyntaxKind::Call: {
    const int arguments = clang_Cursor_getNumArguments(cursor);
    for (const CXCursor& child : children) {
      bool isArgument = false;
      for (int i = 0; i < arguments; ++i)
        isArgument = isArgument || clang_equalCursors(child, clang_Cursor_getArgument(cursor, static_cast<unsigned>(i)));
      readNode(child, self, isArgument ? SyntaxRole::Argument : SyntaxRole::Callee);
    }
    return;
  }
  case SyntaxKind::Variable:
    // The lengths of an array are parts too, and come first.
    for (const CXCursor& child : children) {
      const auto range = rangeOf(child);
      const bool isValue =
          range && clang_isExpression(clang_getCursorKind(child)) && followsEqualsSign(text(range->file), range->begin, node().anchor);
      readNode(child, self, isValue ? SyntaxRole::Value : SyntaxRole::Part);
    }
    return;
  default:
    return readAs({});
  }
}

/// Any of the three parts may be missing; semicolons tell which is which.
void SyntaxReader::readLoopHeader(const std::vector<CXCursor>& children, std::int32_t self) {
  const SyntaxNode loop = nodes_[static_cast<std::size_t>(self)];
  const std::vector<std::uint32_t> separators = headerSeparators(text(loop.file), loop.begin);
  for (const CXCursor& child : children) {
    const auto range = rangeOf(child);
    if (!range) continue;
    static constexpr std::array roles{SyntaxRole::Start, SyntaxRole::Condition, SyntaxRole::Step, SyntaxRole::Body};
    const auto passed = static_cast<std::size_t>(std::ranges::count_if(separators, [&](auto at) { return at < range->begin; }));
    readNode(child, self, separators.size() == 3 ? roles[passed] : passed == 0 ? SyntaxRole::Part : SyntaxRole::Body);
  }
}

} // namespace gevo::program
