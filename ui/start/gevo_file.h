#pragma once

/// Whether a file can be opened at all, from its first bytes: quick enough for the GUI thread, before the file that is open is closed.

#include "core/base/result.h"

#include <QString>

namespace gevo::ui {

/// An error if there is no such file, it can't be read, or it is not a .gevo file.
Result<void> checkGevoFile(const QString& path);

} // namespace gevo::ui
