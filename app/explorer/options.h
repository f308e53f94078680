#pragma once

/// The command line of gevo-explorer.

#include "core/base/result.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>

namespace gevo::explorer {

struct Options {
  QString file;
  bool start = false;
  bool present = false;
  QString theme;  ///< "light", "dark", "system", or empty: as the last time
  QString render; ///< PNG to write
  QSize size{1680, 1050};
  std::int64_t run = 0;
  std::optional<std::int64_t> variant;
  bool help = false;
  bool version = false;
};

/// `arguments` without the program's name. An error is bad usage (exit code 2).
Result<Options> parseOptions(const QStringList& arguments);
QString helpText();

} // namespace gevo::explorer
