#pragma once

/// From libclang's cursors to the nodes of a SourceSyntax.

#include "core/kernel/syntax/translation_unit.h"
#include "core/values/project.h"
#include "core/values/source_syntax.h"

#include <filesystem>
#include <map>
#include <optional>
#include <set>

namespace gevo::program {

class SyntaxReader {
public:
  /// `folder`: the one that the sources' names are relative to. Both outlive this.
  SyntaxReader(const std::vector<SourceFile>& sources, const std::filesystem::path& folder);

  /// Adds the functions that are written in the sources and not known yet: a header belongs to several units.
  void read(CXTranslationUnit unit);
  SourceSyntax take() { return {std::move(nodes_)}; }

private:
  enum class Begins : std::uint8_t { InText, InMacro };
  /// In the file's text.
  struct Range {
    std::int32_t file = -1;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Begins begins = Begins::InText; ///< a macro wrote the first of it
  };

  void readDeclaration(CXCursor cursor);
  void readFunction(CXCursor cursor);
  void readNode(CXCursor cursor, std::int32_t parent, SyntaxRole role);
  void readChildren(CXCursor cursor, std::int32_t self);
  void readLoopHeader(const std::vector<CXCursor>& children, std::int32_t self);
  std::int32_t add(SyntaxNode node);
  std::optional<Range> rangeOf(CXCursor cursor);
  std::int32_t fileOf(CXFile file);
  std::string_view text(std::int32_t file) const { return sources_[static_cast<std::size_t>(file)].text; }
  /// Behind blanks and comments.
  std::uint32_t skipBlanks(std::int32_t file, std::uint32_t offset) const;
  /// Behind the semicolon that follows; the offset itself where none does.
  std::uint32_t afterSemicolon(std::int32_t file, std::uint32_t offset) const;

  const std::vector<SourceFile>& sources_;
  std::map<std::string, std::int32_t> paths_;
  std::map<CXFile, std::int32_t> files_;
  std::set<std::pair<std::int32_t, std::uint32_t>> functions_; ///< that were read: file and begin
  std::vector<SyntaxNode> nodes_;
};

} // namespace gevo::program
