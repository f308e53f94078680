#pragma once

/// Everything about one variant that has to be fetched: from the file and from a worker.

#include "core/store/lineage.h"
#include "core/values/individual.h"
#include "core/values/variant_texts.h"

#include <QMetaType>
#include <QString>

#include <memory>

namespace gevo::ui {

/// What became of an edit list on the run's tests.
struct Evaluation {
  EvaluationResult result;
  std::vector<bool> active; ///< per edit
};

struct VariantDetails {
  Individual individual;
  Lineage lineage;
  VariantTexts texts;
  QString problem; ///< why there are no texts, one sentence; empty when all went well
};

} // namespace gevo::ui

Q_DECLARE_METATYPE(std::shared_ptr<const gevo::ui::VariantDetails>)
