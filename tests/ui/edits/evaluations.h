#pragma once

/// A variant with six edits, two of them inactive, and replies to requests for evaluations of some of them.

#include "tests/ui/synthetic_run.h"
#include "ui/edits/what_if.h"

#include <algorithm>
#include <functional>

namespace gevo::ui {

inline std::shared_ptr<const VariantDetails> variantOf(double runtime, std::int64_t id = 8) {
  auto details = std::make_shared<VariantDetails>(*synthetic::details(id));
  details->individual.result.reason = Reason::None;
  details->individual.result.fitness = {runtime, 0};
  return details;
}

inline std::shared_ptr<const Evaluation> evaluation(Reason reason, double runtime = 0) {
  Evaluation evaluation;
  evaluation.result.reason = reason;
  evaluation.result.fitness = {runtime, 0};
  return std::make_shared<const Evaluation>(evaluation);
}

/// Replies to every request with the result of `evaluate`.
inline void evaluateAll(WhatIf& whatIf, const std::function<std::shared_ptr<const Evaluation>(const EditList&)>& evaluate) {
  QObject::connect(&whatIf, &WhatIf::evaluationRequested, &whatIf,
                   [&whatIf, evaluate](quint64 ticket, const EditList& edits) { whatIf.addEvaluation(ticket, evaluate(edits)); });
}

inline bool contains(const EditList& edits, std::uint64_t uid) {
  return std::ranges::any_of(edits, [&](const Edit& edit) { return edit.uid == uid; });
}

/// Shares of the edits with the uids 1 to 4: 0, 10 %, needed, 30 %. The others are inactive.
inline std::shared_ptr<const Evaluation> worths(const EditList& edits) {
  if (edits.empty()) return evaluation(Reason::None, 20);
  if (!contains(edits, 3)) return evaluation(Reason::WrongOutput, 10);
  return evaluation(Reason::None, 10 + (contains(edits, 2) ? 0 : 1) + (contains(edits, 4) ? 0 : 3));
}

} // namespace gevo::ui
