#pragma once

/// The definitions of a PTX module that matter for replacing another one: kernels, functions, and the variables that they share.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gevo::report {

struct PtxModule {
  std::map<std::string, std::string> kernels;   ///< text of each .entry by its name
  std::map<std::string, std::string> functions; ///< text of each .func with a body
  std::vector<std::string> variables;           ///< visible ones, .global or .const
  bool hasHiddenVariables = false;              ///< others at module scope: static ones, format strings of printf
};

/// Parses PTX as LLVM's back end writes it.
PtxModule parsePtx(std::string_view text);

/// Kernels of `variant` that must replace the original's: those whose text differs, or all of them if they share variables or call
/// functions that differ.
std::set<std::string> kernelsToReplace(const PtxModule& original, const PtxModule& variant);

} // namespace gevo::report
