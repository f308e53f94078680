#pragma once

/// From libclang's cursors to what may be a parameter and where it's used.

#include "core/kernel/syntax/parameter_uses.h"
#include "core/kernel/syntax/unit_sources.h"
#include "core/values/parameter.h"

namespace gevo::program {

/// A definition whose value is an integer literal.
struct ParameterCandidate {
  Entity entity;
  std::string name;
  ParameterKind kind = ParameterKind::Macro;
  IntegerLiteral literal;
};

class ParameterReader {
public:
  /// `folder`: the one that the sources' names are relative to. Both outlive this.
  ParameterReader(const std::vector<SourceFile>& sources, const std::filesystem::path& folder) : sources_(sources), folder_(folder) {}

  /// Adds what is written in the sources. The unit has a detailed preprocessing record.
  void read(CXTranslationUnit unit);

  /// In order, by where their names are defined.
  const std::map<Spot, ParameterCandidate>& candidates() const { return candidates_; }
  /// Where the compiler has seen definitions of a macro. All that are not in the sources are one spot.
  std::set<Spot> definitionsOf(const std::string& macro) const;
  std::map<Entity, Use> uses() const;

private:
  enum class Code : std::uint8_t { Host, Device };

  void readLaunch(const SourceTokens& tokens, std::int32_t file, std::size_t chevrons);
  void readLaunchBounds(const SourceTokens& tokens, std::int32_t file, std::size_t bracket);
  void readMacroDefinition(UnitSources& unit, CXCursor cursor);
  void readNode(UnitSources& unit, CXCursor cursor, Code code);
  Code readFunction(UnitSources& unit, CXCursor cursor, Code outer);
  void readVariable(UnitSources& unit, CXCursor cursor, Code code);
  void readConstant(CXCursor cursor, const SourceTokens& tokens, const Entity& entity, std::initializer_list<std::string_view> ends);
  void readName(UnitSources& unit, CXCursor cursor);
  void readCall(UnitSources& unit, CXCursor cursor);
  /// One that the compiler puts a function into device code for, or a macro that stands for one.
  bool isDeviceAttribute(const std::string& word) const;

  const std::vector<SourceFile>& sources_;
  const std::filesystem::path& folder_;
  std::map<Spot, ParameterCandidate> candidates_;
  std::map<std::string, std::set<Spot>> definitions_;         ///< of macros
  std::map<std::string, std::set<std::string>> replacements_; ///< names in macros' replacement lists
  std::map<std::string, std::set<Entity>> constants_;         ///< variables and enumerators by name
  std::map<Spot, std::string> names_;                         ///< that have no cursors: in attributes
  ParameterUses uses_;
};

} // namespace gevo::program
