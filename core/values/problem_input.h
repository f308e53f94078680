#pragma once

/// A command line that the program, or a variant of it, fails with.

#include <string>

namespace gevo {

struct ProblemInput {
  std::string arguments;
  std::string problem;
};

template <class Archive> void fields(Archive& a, ProblemInput& m) { a(m.arguments, m.problem); }

} // namespace gevo
