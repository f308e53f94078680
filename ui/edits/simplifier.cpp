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
  running_ = true;
  whatIf_.holdParts();
  step();
}

void Simplifier::cancel() {
  if (!running()) return;
  stop();
  emit changed();
}

void Simplifier::stop() {
  running_ = false;
  minimiser_.reset();
  whatIf_.resumeParts();
}

/// What the variant gains decides what it may lose, so the original comes first.
bool Simplifier::begin() {
  if (minimiser_) return true;
  const Individual& variant = whatIf_.details()->individual;
  whatIf_.want(WhatIf::Switches(variant.edits.size(), false));
  const EvaluationResult* original = whatIf_.original();
  if (!original) return false;
  const Fitness& fitness = variant.result.fitness;
  minimiser_.emplace(variant.edits.size(), fitness, allowedLoss(original->fitness.runtime, fitness.runtime));
  return true;
}

/// Passes on what is known, and requests what is not. True at the end.
bool Simplifier::takeKnown() {
  if (!begin()) return false;
  while (const std::optional<WhatIf::Switches> next = minimiser_->next()) {
    whatIf_.want(*next);
    const EvaluationResult* known = whatIf_.result(*next);
    if (!known) return false;
    minimiser_->take(*known, known->fitness); // a NoOp comes with the original's fitness
  }
  return true;
}

void Simplifier::step() {
  if (!running() || stepping_) return;
  stepping_ = true;
  const bool ended = takeKnown();
  stepping_ = false;
  if (!ended) {
    emit changed();
    return;
  }
  const WhatIf::Switches kept = minimiser_->kept();
  const int before = static_cast<int>(kept.size());
  running_ = false;
  minimiser_.reset();
  whatIf_.setSwitches(kept);
  whatIf_.resumeParts();
  emit changed();
  emit finished(static_cast<int>(std::ranges::count(kept, true)), before);
}

} // namespace gevo::ui
