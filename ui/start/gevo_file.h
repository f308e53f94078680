#pragma once

/// Whether a file is a .gevo file at all, from its first bytes.

#include "core/base/result.h"

#include <QString>

namespace gevo::ui {

/// An error if there is no such file, it can't be read, or it is not a .gevo file.
Result<void> checkGevoFile(const QString& path);

} // namespace gevo::ui
