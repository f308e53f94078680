#pragma once

/// Which function each line of a text belongs to.

#include <QString>
#include <QStringList>

#include <vector>

namespace gevo::ui {

/// Per line, the line on which the function around it begins; -1 outside of functions. `syntax`: as in DiffDocument. Functions that are
/// members of classes are not found: their lines are indented.
std::vector<int> enclosingFunctions(const QStringList& lines, const QString& syntax);

} // namespace gevo::ui
