#pragma once

/// A sample's ready-made file, as a copy that belongs to the user.

#include "core/project/samples.h"

#include <QString>

namespace gevo::ui {

/// Folder for the files of samples: "GEVO" in the user's documents.
QString sampleFolder();

/// Path of the copy. An existing one is kept, with its runs. An error names the folder that cannot be written.
Result<QString> copyOfSample(const Sample& sample);

} // namespace gevo::ui
