#pragma once

#include "core/base/result.h"

#include <QtGlobal>

namespace gevo {

/// The value of a result; an error ends the test program.
template <class T> T valueOf(Result<T> result) {
  if (!result) qFatal("%s %s", result.error().message.c_str(), result.error().details.c_str());
  return std::move(*result);
}

} // namespace gevo
