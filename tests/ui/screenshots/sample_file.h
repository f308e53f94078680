#pragma once

#include <QDir>
#include <QString>

namespace gevo::screenshots {

/// A file with a finished run, made in `folder` by gevo the first time: of the sample nw where there is a CUDA toolkit, else of the
/// bundled project. The same seed everywhere, so the pictures are comparable.
QString fileWithRun(const QDir& folder);

/// A copy of the bundled project, without a run.
QString fileWithoutRun(const QDir& folder);

} // namespace gevo::screenshots
