#pragma once

/// Tables of the window as comma-separated values, which core/format writes.

#include <QByteArray>

class QAbstractItemModel;

namespace gevo::ui {

/// A model may return the bare figure of a cell, and a column's name with its unit, under this role; else its text is used.
inline constexpr int csvRole = 0x0100 + 77; // Qt::UserRole and a number of our own

/// Every row and column of a model that is small enough to be read at once.
QByteArray csvOf(const QAbstractItemModel& model);

} // namespace gevo::ui
