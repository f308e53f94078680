#pragma once

class QTableView;

namespace gevo::ui {

/// What the tables of the window have in common: whole rows, one at a time, thin lines, no grid of their own.
void styleTable(QTableView* table);

} // namespace gevo::ui
