#include "ui/model/checked_edits.h"

#include "ui/text/format.h"

#include <QObject>

namespace gevo::ui {

QString CheckedEdits::title() const {
  return QObject::tr("%1 without %2").arg(variantTitle(variant), countedText(off, QObject::tr("edit"), QObject::tr("edits")));
}

} // namespace gevo::ui
