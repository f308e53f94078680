#pragma once

#include <QByteArray>
#include <QString>

namespace gevo::ui {

/// A PDF of a report's plain HTML (report::ExportKind::PaperReport): A4, plots as pictures, pages numbered. Needs a QGuiApplication; any
/// thread. Empty when there is nothing to print.
QByteArray reportPdf(const QString& html);

} // namespace gevo::ui
