#pragma once

/// The headers that a CUDA file begins with, parsed once for all compilations by this user: they take most of clang's time. Kept in the
/// user's cache folder, by headers, arguments and compiler; those not used for long make room for others.

#include "core/kernel/compile/compile.h"

namespace gevo::program {

class PrecompiledHeaders {
public:
  /// For clang with these arguments, of which one includes the prologue (prologue.h), on this file. The code is the same with them. There
  /// may be none: clang can't make them, or the folder can't be written.
  static PrecompiledHeaders of(const CompilerSetup& setup, const std::string& file, const std::vector<std::string>& arguments);

  bool none() const { return file_.empty(); }
  /// clang's arguments with them.
  std::vector<std::string> addedTo(std::vector<std::string> arguments) const;
  /// clang failed with them. They are made again next time if they are the cause: a header may have changed since.
  void distrust(const std::string& errors) const;
  /// They are made again next time.
  void remove() const;

private:
  std::filesystem::path file_;
};

} // namespace gevo::program
