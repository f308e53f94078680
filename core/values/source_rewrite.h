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
  auto operator<=>(const Replacement&) const = default;
};

/// Replacements that belong together: one way to say an edit in CUDA.
struct SourceRewrite {
  std::vector<Replacement> replacements;
  std::string what; ///< "condition of the `if` in line 40 becomes `true`"
  bool operator==(const SourceRewrite& other) const { return replacements == other.replacements; }
};

template <class Archive> void fields(Archive& a, Replacement& m) { a(m.file, m.begin, m.end, m.text); }
template <class Archive> void fields(Archive& a, SourceRewrite& m) { a(m.replacements, m.what); }

} // namespace gevo
