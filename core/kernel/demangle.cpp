#include "core/kernel/demangle.h"

#include <cstdlib>
#include <llvm/Demangle/Demangle.h>
#include <memory>

namespace gevo {

namespace {

/// What LLVM adds to the names of its copies: "_Z4stepf.2".
std::string withoutSuffix(const std::string& symbol) { return symbol.starts_with("_Z") ? symbol.substr(0, symbol.find('.')) : symbol; }

std::string taken(char* text) {
  const std::unique_ptr<char, decltype(&std::free)> owned(text, &std::free);
  return text == nullptr ? std::string() : std::string(text);
}

/// Of a variable: what follows the last "::" that stands in no bracket.
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
