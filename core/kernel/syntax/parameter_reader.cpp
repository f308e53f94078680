#include "core/kernel/syntax/parameter_reader.h"

#include "core/kernel/syntax/node_kinds.h"

#include <algorithm>
#include <array>

namespace gevo::program {

namespace {

bool isAssignment(std::string_view text) {
  static constexpr std::array operators{"=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "|=", "&=", "^="};
  return std::ranges::find(operators, text) != operators.end();
}

bool hasChild(CXCursor cursor, std::initializer_list<CXCursorKind> kinds) {
  return std::ranges::any_of(childrenOf(cursor),
                             [&](CXCursor child) { return std::ranges::find(kinds, clang_getCursorKind(child)) != kinds.end(); });
}

bool isConstantInteger(CXCursor variable) {
  const CXType type = clang_getCanonicalType(clang_getCursorType(variable));
  return clang_isConstQualifiedType(type) && type.kind >= CXType_Bool && type.kind <= CXType_Int128;
}

Entity entityOf(UnitSources& unit, CXCursor declaration) { return {{}, unit.spotOf(clang_getCursorLocation(declaration))}; }

} // namespace

std::set<Spot> ParameterReader::definitionsOf(const std::string& macro) const {
  const auto found = definitions_.find(macro);
  return found == definitions_.end() ? std::set<Spot>() : found->second;
}

std::map<Entity, Use> ParameterReader::uses() const {
  ParameterUses uses = uses_;
  for (const auto& [spot, name] : names_)
    if (const auto known = constants_.find(name); known != constants_.end())
      for (const Entity& entity : known->second) uses.mention(entity, spot);
  return uses.find();
}

void ParameterReader::read(CXTranslationUnit unit) {
  UnitSources sources(unit, sources_, folder_);
  for (const CXCursor& cursor : childrenOf(clang_getTranslationUnitCursor(unit))) {
    const CXCursorKind kind = clang_getCursorKind(cursor);
    const Spot spot = sources.expandedSpotOf(clang_getCursorLocation(cursor));
    if (kind == CXCursor_MacroDefinition) {
      readMacroDefinition(sources, cursor);
    } else if (spot.file >= 0 && kind == CXCursor_MacroExpansion) {
      if (!sources.isInCondition(spot)) uses_.mention({textOf(clang_getCursorSpelling(cursor)), {}}, spot);
    } else if (spot.file >= 0) {
      readNode(sources, cursor, Code::Host);
    }
  }
  for (const auto& [file, tokens] : sources.tokens())
    for (std::size_t i = 0; i < tokens.size(); ++i)
      if (tokens.is(i, "<<<"))
        readLaunch(tokens, file, i);
      else if (tokens.is(i, "__launch_bounds__") && tokens.is(i + 1, "("))
        readLaunchBounds(tokens, file, i + 1);
}

void ParameterReader::readLaunch(const SourceTokens& tokens, std::int32_t file, std::size_t chevrons) {
  static constexpr std::array uses{Use::Grid, Use::BlockSize, Use::ArraySize}; // the third is the size of arrays in shared memory
  std::size_t begin = chevrons + 1;
  for (const Use use : uses) {
    const std::size_t end = tokens.findOutside(begin, {",", ">>>"});
    uses_.use({{file, tokens[begin].begin}, tokens[end].begin}, use);
    if (!tokens.is(end, ",")) break;
    begin = end + 1;
  }
  // The template's arguments.
  int angles = 0;
  int brackets = 0;
  for (std::size_t i = chevrons; i-- > 0;) {
    const std::string& text = tokens[i].text;
    if (text == ")" || text == "]" || text == "}") ++brackets;
    if (text == "(" || text == "[" || text == "{") --brackets;
    if (brackets < 0 || text == ";") return;
    if (brackets > 0) continue;
    if (text.find_first_not_of('>') == std::string::npos) angles += static_cast<int>(text.size());
    if (text == "<") --angles;
    if (angles == 0) return uses_.use({{file, tokens[i].begin}, tokens[chevrons].begin}, Use::DeviceCode);
  }
}

/// libclang doesn't look into attributes.
void ParameterReader::readLaunchBounds(const SourceTokens& tokens, std::int32_t file, std::size_t bracket) {
  const std::size_t end = tokens.behindBracket(bracket);
  uses_.use({{file, tokens[bracket].begin}, tokens[end - 1].end}, Use::DeviceCode);
  for (std::size_t i = bracket; i < end; ++i)
    if (tokens[i].kind == CXToken_Identifier) names_[{file, tokens[i].begin}] = tokens[i].text;
}

void ParameterReader::readMacroDefinition(UnitSources& unit, CXCursor cursor) {
  const std::string name = textOf(clang_getCursorSpelling(cursor));
  const Extent extent = unit.extentOf(cursor);
  definitions_[name].insert(extent.begin);
  if (extent.begin.file < 0) return;
  const SourceTokens& tokens = unit.tokensOf(extent.begin);
  const Entity entity{name, {}};
  uses_.flow(extent, entity);
  std::size_t begin = tokens.at(extent.begin.offset) + 1;
  const std::size_t end = tokens.at(extent.end);
  std::set<std::string> parameters;
  if (clang_Cursor_isMacroFunctionLike(cursor))
    for (const std::size_t behind = tokens.behindBracket(begin); begin < behind; ++begin) parameters.insert(tokens[begin].text);
  else if (const auto literal = integerLiteral(tokens, begin, end))
    candidates_.insert({extent.begin, {entity, name, ParameterKind::Macro, *literal}});
  std::set<std::string>& words = replacements_[name];
  for (; begin < end; ++begin) {
    if (tokens[begin].kind != CXToken_Identifier || parameters.contains(tokens[begin].text)) continue;
    words.insert(tokens[begin].text);
    uses_.mention({tokens[begin].text, {}}, {extent.begin.file, tokens[begin].begin});
  }
}

void ParameterReader::readNode(UnitSources& unit, CXCursor cursor, Code code) {
  const CXCursorKind kind = clang_getCursorKind(cursor);
  if (isFunction(kind) || kind == CXCursor_LambdaExpr) code = readFunction(unit, cursor, code);
  switch (kind) {
  case CXCursor_VarDecl:
  case CXCursor_EnumConstantDecl:
    readVariable(unit, cursor, code);
    break;
  case CXCursor_DeclRefExpr:
  case CXCursor_MemberRefExpr:
    readName(unit, cursor);
    break;
  case CXCursor_CallExpr:
    readCall(unit, cursor);
    break;
  default:
    break;
  }
  for (const CXCursor& child : childrenOf(cursor)) readNode(unit, child, code);
}

bool ParameterReader::isDeviceAttribute(const std::string& word) const {
  std::vector<std::string> open{word};
  std::set<std::string> seen;
  while (!open.empty()) {
    const std::string next = std::move(open.back());
    open.pop_back();
    if (next == "__device__" || next == "__global__") return true;
    if (const auto macro = replacements_.find(next); macro != replacements_.end() && seen.insert(next).second)
      open.insert(open.end(), macro->second.begin(), macro->second.end());
  }
  return false;
}

ParameterReader::Code ParameterReader::readFunction(UnitSources& unit, CXCursor cursor, Code outer) {
  const Extent extent = unit.extentOf(cursor);
  if (extent.begin.file < 0) return outer;
  const SourceTokens& tokens = unit.tokensOf(extent.begin);
  const std::size_t begin = tokens.at(extent.begin.offset);
  // libclang has no attributes of lambdas.
  bool isDevice = hasChild(cursor, {CXCursor_CUDADeviceAttr, CXCursor_CUDAGlobalAttr});
  bool isConstant = false;
  for (std::size_t i = begin, end = tokens.findOutside(begin, {"{", ";"}); i < end; ++i) {
    isDevice = isDevice || isDeviceAttribute(tokens[i].text);
    isConstant = isConstant || tokens.is(i, "constexpr") || tokens.is(i, "consteval");
  }
  if (isDevice) uses_.use(extent, Use::DeviceCode);
  if (isConstant) uses_.flow(extent, entityOf(unit, cursor));
  return isDevice ? Code::Device : outer;
}

void ParameterReader::readVariable(UnitSources& unit, CXCursor cursor, Code code) {
  const Entity entity = entityOf(unit, cursor);
  const Spot name = unit.expandedSpotOf(clang_getCursorLocation(cursor));
  const Extent extent = unit.extentOf(cursor);
  if (name.file < 0 || extent.begin.file != name.file) return;
  constants_[textOf(clang_getCursorSpelling(cursor))].insert(entity);
  uses_.flow({name, extent.end}, entity);
  const SourceTokens& tokens = unit.tokensOf(name);
  if (code == Code::Device)
    for (std::size_t i = tokens.at(name.offset) + 1; tokens.is(i, "["); i = tokens.behindBracket(i))
      uses_.use({{name.file, tokens[i].begin}, tokens[tokens.behindBracket(i) - 1].end}, Use::ArraySize);
  else if (hasChild(cursor, {CXCursor_CUDADeviceAttr, CXCursor_CUDAConstantAttr}))
    uses_.use(extent, Use::DeviceCode);
  if (entity.declared != name) return; // a macro writes it
  if (clang_getCursorKind(cursor) == CXCursor_EnumConstantDecl)
    readConstant(cursor, tokens, entity, {",", "}"});
  else if (isConstantInteger(cursor))
    readConstant(cursor, tokens, entity, {",", ";"});
}

void ParameterReader::readConstant(CXCursor cursor, const SourceTokens& tokens, const Entity& entity,
                                   std::initializer_list<std::string_view> ends) {
  std::size_t begin = tokens.at(entity.declared.offset) + 1;
  const std::size_t end = tokens.findOutside(begin, ends);
  if (tokens.is(begin, "=")) ++begin;
  if (const auto literal = integerLiteral(tokens, begin, end))
    candidates_.insert({entity.declared, {entity, textOf(clang_getCursorSpelling(cursor)), ParameterKind::Constant, *literal}});
}

void ParameterReader::readName(UnitSources& unit, CXCursor cursor) {
  const Entity entity = entityOf(unit, clang_getCursorReferenced(cursor));
  const Spot spot = unit.spotOf(clang_getCursorLocation(cursor));
  if (entity.declared.file < 0 || spot.file < 0) return;
  uses_.mention(entity, spot);
  // What is assigned to it, or to a part of it.
  const SourceTokens& tokens = unit.tokensOf(spot);
  std::size_t i = tokens.at(spot.offset) + 1;
  while (tokens.is(i, ".") || tokens.is(i, "->") || tokens.is(i, "[")) i = tokens.is(i, "[") ? tokens.behindBracket(i) : i + 2;
  if (!isAssignment(tokens[i].text)) return;
  const std::size_t end = tokens.findOutside(i + 1, {",", ";"});
  if (end < tokens.size()) uses_.flow({{spot.file, tokens[i].end}, tokens[end].begin}, entity, Flow::Assignment);
}

/// Arguments are assigned to the function's parameters.
void ParameterReader::readCall(UnitSources& unit, CXCursor cursor) {
  const CXCursor function = clang_getCursorReferenced(cursor);
  if (clang_Cursor_isNull(function) || entityOf(unit, function).declared.file < 0) return;
  const int count = std::min(clang_Cursor_getNumArguments(cursor), clang_Cursor_getNumArguments(function));
  for (int i = 0; i < count; ++i) {
    const Entity parameter = entityOf(unit, clang_Cursor_getArgument(function, static_cast<unsigned>(i)));
    const Extent argument = unit.extentOf(clang_Cursor_getArgument(cursor, static_cast<unsigned>(i)));
    if (parameter.declared.file >= 0 && argument.begin.file >= 0) uses_.flow(argument, parameter, Flow::Assignment);
  }
}

} // namespace gevo::program
