#pragma once

/// A sample's file that belongs to the user: a copy of the ready-made one, or one that was built.

#include "core/project/samples.h"

#include <QString>

namespace gevo::ui {

/// Folder for the files of samples: "GEVO" in the user's documents.
QString sampleFolder();
/// An error names the folder that cannot be made.
Result<void> makeSampleFolder();
/// In that folder, whether it is there or not.
QString pathOfSample(const Sample& sample);
bool isSampleThere(const Sample& sample);

/// Path of the copy. An existing one is kept, with its runs. An error names the folder that cannot be written.
Result<QString> copyOfSample(const Sample& sample);

} // namespace gevo::ui
