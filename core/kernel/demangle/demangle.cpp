#include "core/kernel/demangle/demangle.h"

#include <cstdlib>
#include <llvm/Demangle/Demangle.h>
#include <memory>
#include <string_view>

namespace gevo {

namespace {

/// The suffix that a file adds to a name that other files use too (device_code/file_locals.h): "_ZL4stepf__in_0123abcd".
std::string_view withoutFileMark(std::string_view symbol) {
  constexpr std::string_view start = "__in_";
  constexpr std::size_t size = start.size() + 8;
  if (symbol.size() <= size) return symbol;
  const std::string_view mark = symbol.substr(symbol.size() - size);
  const bool digits = mark.find_first_not_of("0123456789abcdef", start.size()) == std::string_view::npos;
  return mark.starts_with(start) && digits ? symbol.substr(0, symbol.size() - size) : symbol;
}

/// Also removes the suffix that LLVM adds to clones: "_Z4stepf.2".
std::string withoutSuffix(std::string_view symbol) {
  if (symbol.starts_with("_Z")) symbol = withoutFileMark(symbol.substr(0, symbol.find('.')));
  return std::string(symbol);
}

std::string taken(char* text) {
  const std::unique_ptr<char, decltype(&std::free)> owned(text, &std::free);
  return text == nullptr ? std::string() : std::string(text);
}

/// Of a variable: what follows the last "::" outside brackets.
std::string lastPart(const std::string& name) {
  int depth = 0;
  for (std::size_t at = name.size(); at > 1; --at) {
    const char character = name[at - 1];
    if (character == '>' || character == ')') ++depth;
    if (character == '<' || character == '(') --depth;
    if (depth == 0 && character == ':' && name[at - 2] == ':') return name.substr(at);
  }
  return name;
}

} // namespace

std::string qualifiedName(const std::string& symbol) {
  const std::string mangled = withoutSuffix(symbol); // the demangler points into it
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(mangled.c_str())) return symbol;
  return taken(demangler.isFunction() ? demangler.getFunctionName(nullptr, nullptr) : demangler.finishDemangle(nullptr, nullptr));
}

std::string briefName(const std::string& symbol) {
  constexpr std::size_t isLong = 80;
  std::string name = qualifiedName(symbol);
  if (name.size() < isLong) return name;
  std::string brief;
  int depth = 0;
  for (const char character : name) {
    if (character == '>' && depth > 0) --depth;
    if (depth == 0) brief += character;
    if (character == '<' && depth++ == 0) brief += "…";
  }
  return brief;
}

std::string withoutTemplateArguments(const std::string& qualifiedName) {
  if (!qualifiedName.ends_with('>')) return qualifiedName;
  int depth = 0;
  for (std::size_t at = qualifiedName.size(); at > 1; --at) {
    if (qualifiedName[at - 1] == '>') ++depth;
    if (qualifiedName[at - 1] == '<' && --depth == 0) return qualifiedName.substr(0, at - 1);
  }
  return qualifiedName;
}

std::string fullName(const std::string& symbol) {
  const std::string mangled = withoutSuffix(symbol); // the demangler points into it
  llvm::ItaniumPartialDemangler demangler;
  return demangler.partialDemangle(mangled.c_str()) ? symbol : taken(demangler.finishDemangle(nullptr, nullptr));
}

std::string unqualifiedName(const std::string& symbol) {
  const std::string mangled = withoutSuffix(symbol); // the demangler points into it
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(mangled.c_str())) return symbol;
  if (!demangler.isFunction()) return lastPart(taken(demangler.finishDemangle(nullptr, nullptr)));
  const std::string name = taken(demangler.getFunctionName(nullptr, nullptr));
  const std::string context = taken(demangler.getFunctionDeclContextName(nullptr, nullptr));
  return context.empty() ? name : name.substr(context.size() + 2);
}

} // namespace gevo
