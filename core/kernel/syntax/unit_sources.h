#pragma once

/// The sources that belong to a unit, and libclang's locations in them.

#include "core/kernel/syntax/source_tokens.h"
#include "core/kernel/syntax/spot.h"
#include "core/values/project.h"

#include <filesystem>
#include <map>
#include <set>

namespace gevo::program {

class UnitSources {
public:
  /// `folder`: the one that the sources' names are relative to. The unit and the sources outlive this.
  UnitSources(CXTranslationUnit unit, const std::vector<SourceFile>& sources, const std::filesystem::path& folder);

  /// Where it's written, be it in a macro's replacement list or argument.
  Spot spotOf(CXSourceLocation location);
  /// As spotOf, but of what a macro's replacement list writes, where the macro is expanded.
  Spot expandedSpotOf(CXSourceLocation location);
  /// With the macros that write its begin and its end.
  Extent extentOf(CXCursor cursor);
  /// Of a file that a location was in.
  const SourceTokens& tokensOf(std::int32_t file) const { return tokens_.at(file); }
  const SourceTokens& tokensOf(Spot spot) const { return tokens_.at(spot.file); }
  const std::map<std::int32_t, SourceTokens>& tokens() const { return tokens_; }
  /// In a line that the preprocessor decides by, as #if.
  bool isInCondition(Spot spot) const;

private:
  std::int32_t fileOf(CXFile file);
  void findConditions(std::int32_t file);

  CXTranslationUnit unit_;
  const std::vector<SourceFile>& sources_;
  std::map<std::string, std::int32_t> paths_;
  std::map<CXFile, std::int32_t> files_;
  std::map<std::int32_t, SourceTokens> tokens_;
  std::map<Spot, std::uint32_t> conditions_; ///< ends of the lines, by begin
};

} // namespace gevo::program
