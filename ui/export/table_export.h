#pragma once

/// The export menu of a table.

#include "ui/export/export_menu.h"

class QTableView;

namespace gevo::ui {

/// The picture shows the rows in view; the data are all rows, in the order that is shown. Without `csv` they are read from the model
/// at once, which is fine for small ones.
ExportMenu* addTableExport(QTableView* table, const QString& name, std::function<std::function<QByteArray()>()> csv = {},
                           std::function<std::function<QByteArray()>()> json = {});

} // namespace gevo::ui
