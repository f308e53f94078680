#pragma once

/// Tables of a trial's results: as tall as their rows, up to a limit.

#include <QTableWidget>

namespace gevo::ui {

/// The first column takes the space that is left.
QTableWidget* makeResultTable(const QStringList& headers, const QString& name, QWidget* parent);
/// The text is the tool tip too. `figure`: the column holds numbers.
QTableWidgetItem* putCell(QTableWidget* table, int row, int column, const QString& text, bool figure = false);
/// After its rows have changed.
void fitHeight(QTableWidget* table);

} // namespace gevo::ui
