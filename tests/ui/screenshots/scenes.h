#pragma once

/// The states of the window that pictures are taken of.

#include "tests/ui/screenshots/studio.h"
#include "ui/window/main_window.h"

namespace gevo::screenshots {

/// Without a file, with recent ones.
void startPage(const Studio& studio, const QString& recent);
/// The assistant with the sample hotspot: its sources, and its tests.
void newProject(const Studio& studio);
/// A file without a run: as opened, the set-up of its first run, and that run a few generations later.
void firstRun(const Studio& studio, const QString& file);
/// A finished run with its best variant selected: differences in each language, an edit switched off, another variant to compare with,
/// and the windows of the help menu.
void finishedRun(const Studio& studio, const QString& file);

/// The window at `size`, with the best variant's CUDA.
void readmePicture(const QString& file, const QString& picture, QSize size);

} // namespace gevo::screenshots
