#pragma once

/// A change of a program's sources.

#include "core/base/wire.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gevo {

/// The bytes [begin, end) of a source's original text become `text`.
struct Replacement {
  std::int32_t file = 0; ///< index into the project's sources
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::string text;
  std::string copy{}; ///< the name of the FunctionCopy that alone is changed; empty: the text itself is, and every copy of it
  auto operator<=>(const Replacement&) const = default;
};

/// A second definition of a function, behind the first, for some of its calls.
struct FunctionCopy {
  std::int32_t file = 0;
  std::uint32_t begin = 0; ///< of the function, with what qualifies it
  std::uint32_t end = 0;
  Replacement renaming; ///< of the function's name
  std::string comment;  ///< a line above it
  bool operator==(const FunctionCopy&) const = default;
};

/// Replacements that belong together: one way to say an edit in CUDA.
struct SourceRewrite {
  std::vector<Replacement> replacements;
  std::string what;                   ///< "condition of the `if` in line 40 becomes `true`"
  std::vector<FunctionCopy> copies{}; ///< that it needs, with the replacements of their calls
  bool operator==(const SourceRewrite& other) const { return replacements == other.replacements; }
};

template <class Archive> void fields(Archive& a, Replacement& m) { a(m.file, m.begin, m.end, m.text, m.copy); }
template <class Archive> void fields(Archive& a, FunctionCopy& m) { a(m.file, m.begin, m.end, m.renaming, m.comment); }
template <class Archive> void fields(Archive& a, SourceRewrite& m) { a(m.replacements, m.what, m.copies); }

} // namespace gevo
