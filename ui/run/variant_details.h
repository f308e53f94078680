#pragma once

/// Everything about one variant that has to be fetched: from the file and from a worker.

#include "core/run/individual.h"
#include "core/run/messages.h"

#include <QMetaType>
#include <QString>

#include <memory>

namespace gevo::ui {

struct VariantDetails {
  Individual individual;
  InspectReply texts;
  QString problem; ///< why there are no texts, one sentence; empty when all went well
};

} // namespace gevo::ui

Q_DECLARE_METATYPE(std::shared_ptr<const gevo::ui::VariantDetails>)
