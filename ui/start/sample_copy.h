#pragma once

/// A sample's ready-made file, as a copy that belongs to the user.

#include "core/project/samples.h"

#include <QString>

namespace gevo::ui {

/// Where files of samples go: "GEVO" in the user's documents.
QString sampleFolder();

/// Path of the copy. One that was made before is kept, with the runs that it holds. An error names the folder that can't be written.
Result<QString> copyOfSample(const Sample& sample);

} // namespace gevo::ui
