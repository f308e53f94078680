#pragma once

/// Asks the user before the program of a file from elsewhere runs.

#include <QString>

#include <functional>

class QWidget;

namespace gevo::ui {

/// `folder`: where the program, with its file `source`, is; if empty, the user is asked. `trusted` is called with that folder
/// when the user agrees. Returns at once.
void askForTrust(QWidget* window, const QString& file, const QString& folder, const QString& source,
                 const std::function<void(const QString&)>& trusted);

} // namespace gevo::ui
