#pragma once

/// Before the program of a file from elsewhere runs here, its owner is asked.

#include <QString>

#include <functional>

class QWidget;

namespace gevo::ui {

/// `folder`: where the program lies, with its file `source`; the user says where when it is empty. `trusted` is called with that folder
/// when the user agrees. Returns at once.
void askForTrust(QWidget* window, const QString& file, const QString& folder, const QString& source,
                 const std::function<void(const QString&)>& trusted);

} // namespace gevo::ui
