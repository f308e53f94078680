#pragma once

/// CUDA source as tokens: enough of C++ to find expressions and statements. Comments and preprocessor lines are not tokens.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gevo::ir {

struct CudaToken {
  std::size_t begin = 0; ///< bytes into the text
  std::size_t end = 0;
};

std::vector<CudaToken> cudaTokens(std::string_view text);

/// True for equal spellings, and for numbers of equal value: 0.5f and .5.
bool sameToken(std::string_view a, std::string_view b);

} // namespace gevo::ir
