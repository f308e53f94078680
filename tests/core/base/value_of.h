#pragma once

#include "core/base/result.h"

#include <stdexcept>

namespace gevo {

/// The value of a result; an error ends the test.
template <class T> T valueOf(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message + "\n" + result.error().details);
  return std::move(*result);
}

} // namespace gevo
