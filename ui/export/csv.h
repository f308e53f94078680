#pragma once

/// Tables of the window as comma-separated values, which core/format writes.

#include <QByteArray>

class QAbstractItemModel;

namespace gevo::ui {

/// The texts of every row and column of a model that is small enough to be read at once.
QByteArray csvOf(const QAbstractItemModel& model);

} // namespace gevo::ui
