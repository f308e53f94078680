#include "ui/edits/simplifier.h"

#include <algorithm>

namespace gevo::ui {

Simplifier::Simplifier(WhatIf& whatIf, QObject* parent) : QObject(parent), whatIf_(whatIf) {
  connect(&whatIf, &WhatIf::changed, this, &Simplifier::step);
  connect(&whatIf, &WhatIf::interrupted, this, &Simplifier::cancel);
}

void Simplifier::start() {
  const VariantDetails* details = whatIf_.details();
  if (running() || !details || details->individual.edits.empty() || !details->individual.result.valid()) return;
  minimiser_.emplace(details->individual.edits.size(), details->individual.result.fitness);
  whatIf_.holdParts();
  step();
}

void Simplifier::cancel() {
  if (!running()) return;
  minimiser_.reset();
  whatIf_.resumeParts();
  emit changed();
}

void Simplifier::step() {
  if (!running() || stepping_) return;
  stepping_ = true;
  auto next = minimiser_->next();
  for (; next; next = minimiser_->next()) {
    whatIf_.want(*next);
    const EvaluationResult* known = whatIf_.result(*next);
    if (!known) break;
    minimiser_->take(*known, known->fitness); // a NoOp comes with the original's fitness
  }
  stepping_ = false;
  if (next) {
    emit changed();
    return;
  }
  const WhatIf::Switches kept = minimiser_->kept();
  const int before = static_cast<int>(kept.size());
  minimiser_.reset();
  whatIf_.setSwitches(kept);
  whatIf_.resumeParts();
  emit changed();
  emit finished(static_cast<int>(std::ranges::count(kept, true)), before);
}

} // namespace gevo::ui
