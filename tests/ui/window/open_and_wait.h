#pragma once

/// Opens files in windows of tests.

#include "ui/window/main_window.h"

#include <QtTest>

namespace gevo::ui {

/// Returns when it is open.
inline void openAndWait(MainWindow& window, const QString& path) {
  const auto isOpen = std::make_shared<bool>(false);
  window.openFile(path, 0, [isOpen] { *isOpen = true; });
  QTRY_VERIFY(*isOpen);
}

} // namespace gevo::ui
