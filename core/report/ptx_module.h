#pragma once

/// What a text of PTX defines, as far as putting it in another's place asks: the kernels and the variables that they share.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gevo::report {

struct PtxModule {
  std::map<std::string, std::string> kernels;   ///< text of each .entry by its name
  std::map<std::string, std::string> functions; ///< text of each .func with a body
  std::vector<std::string> variables;           ///< visible ones, in memory or constant
  bool hasHiddenVariables = false;              ///< others at module scope: static ones, texts of printf
};

/// Of PTX as LLVM's back end writes it.
PtxModule parsePtx(std::string_view text);

/// Kernels of `variant` that must be launched in the place of the original's: those whose text differs, or all of them where they share
/// variables or call functions that differ.
std::set<std::string> kernelsToReplace(const PtxModule& original, const PtxModule& variant);

} // namespace gevo::report
