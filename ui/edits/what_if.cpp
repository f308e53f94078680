#include "ui/edits/what_if.h"

#include <QUndoStack>
#include <algorithm>
#include <utility>

namespace gevo::ui {
namespace {

constexpr std::chrono::milliseconds restOnVariant{300};

} // namespace

/// Undoing and redoing show the variant whose edits were switched.
class WhatIf::Switch : public QUndoCommand {
public:
  Switch(WhatIf& whatIf, std::int64_t variant, Switches before, Switches after)
      : QUndoCommand(tr("switched edits")), whatIf_(&whatIf), variant_(variant), before_(std::move(before)), after_(std::move(after)) {}
  void undo() override { whatIf_->put(variant_, before_); }
  void redo() override { whatIf_->put(variant_, after_); }

private:
  WhatIf* whatIf_;
  std::int64_t variant_;
  Switches before_;
  Switches after_;
};

WhatIf::WhatIf(QObject* parent) : QObject(parent) {
  pause_.setSingleShot(true);
  pause_.setInterval(restOnVariant);
  connect(&pause_, &QTimer::timeout, this, &WhatIf::askParts);
}

void WhatIf::setDetails(std::shared_ptr<const VariantDetails> details) {
  if (details == details_) return;
  const bool same = shows(details.get());
  details_ = std::move(details);
  if (same) return emit changed();
  pause_.stop();
  problem_.clear();
  known_.clear();
  if (!waiting_.empty()) emit dropped();
  waiting_.clear();
  holds_ = false;
  wanted_ = false;
  on_.assign(details_ ? details_->individual.edits.size() : 0, true);
  if (!on_.empty()) {
    known_.emplace(on_, Evaluation{details_->individual.result, details_->individual.active});
    const auto before = switched_.find(details_->individual.id);
    if (before != switched_.end() && before->second.size() == on_.size()) on_ = before->second;
    if (!asSwitched()) request(on_);
    pause_.start();
  }
  emit interrupted();
  emit changed();
}

/// The same individual, measured in the same way: all that evaluations depend on.
bool WhatIf::shows(const VariantDetails* details) const {
  if (!details || !details_) return false;
  const Individual& now = details_->individual;
  const Individual& then = details->individual;
  return now.id == then.id && now.edits == then.edits && now.result.fitness.runtime == then.result.fitness.runtime;
}

void WhatIf::forget() {
  setDetails(nullptr);
  switched_.clear();
}

void WhatIf::setOn(int edit, bool on) {
  Switches switches = on_;
  switches[static_cast<std::size_t>(edit)] = on;
  setSwitches(std::move(switches));
}

void WhatIf::setSwitches(Switches switches) {
  if (switches == on_ || switches.size() != on_.size()) return;
  const std::int64_t variant = details_->individual.id;
  if (undo_)
    undo_->push(new Switch(*this, variant, on_, std::move(switches))); // the stack owns it
  else
    put(variant, switches);
}

void WhatIf::put(std::int64_t variant, const Switches& switches) {
  switched_[variant] = switches;
  if (!details_ || details_->individual.id != variant || switches.size() != on_.size()) {
    emit switchedElsewhere(variant);
    return;
  }
  on_ = switches;
  if (!std::exchange(problem_, {}).isEmpty()) pause_.start();
  emit interrupted();
  want(on_);
  emit changed();
}

void WhatIf::want(const Switches& switches) {
  if (known_.contains(switches)) return;
  for (const auto& [ticket, pending] : waiting_)
    if (pending == switches && holds_) return;
  // Before the requests that fill the table.
  const bool parts = !waiting_.empty();
  if (parts) emit dropped();
  waiting_.clear();
  wanted_ = true;
  request(switches);
  if (parts && !holds_) pause_.start();
}

void WhatIf::holdParts() {
  holds_ = true;
  pause_.stop();
}

void WhatIf::resumeParts() {
  holds_ = false;
  if (!on_.empty()) pause_.start();
}

bool WhatIf::switchedOff() const { return std::ranges::find(on_, false) != on_.end(); }

EditList WhatIf::checkedEdits() const { return editsOf(on_); }

std::optional<CheckedEdits> WhatIf::checked() const {
  if (!details_ || !switchedOff()) return std::nullopt;
  CheckedEdits checked;
  checked.variant = details_->individual.id;
  checked.on = static_cast<std::uint32_t>(std::ranges::count(on_, true));
  checked.off = static_cast<std::uint32_t>(on_.size()) - checked.on;
  if (const EvaluationResult* known = asSwitched()) checked.result = *known;
  checked.problem = problem_;
  return checked;
}

const Evaluation* WhatIf::evaluation(const Switches& switches) const {
  const auto found = known_.find(switches);
  return found == known_.end() ? nullptr : &found->second;
}

const EvaluationResult* WhatIf::result(const Switches& switches) const {
  const Evaluation* known = evaluation(switches);
  return known ? &known->result : nullptr;
}

const EvaluationResult* WhatIf::without(int edit) const { return result(allBut(edit)); }
const EvaluationResult* WhatIf::alone(int edit) const { return result(only(edit)); }

std::optional<double> WhatIf::share(int edit) const {
  const EvaluationResult* rest = without(edit);
  if (rest == nullptr || !rest->valid()) return std::nullopt;
  return rest->fitness.runtime / details_->individual.result.fitness.runtime - 1;
}

void WhatIf::addEvaluation(quint64 ticket, const std::shared_ptr<const Evaluation>& evaluation) {
  const auto found = waiting_.find(ticket);
  if (found == waiting_.end()) return;
  problem_.clear();
  known_.emplace(std::move(found->second), *evaluation);
  waiting_.erase(found);
  emit changed();
}

void WhatIf::evaluationFailed(quint64 ticket, const QString& message) {
  if (!waiting_.contains(ticket)) return;
  waiting_.clear();
  problem_ = message;
  emit dropped();
  emit interrupted();
  pause_.stop();
  emit changed();
  if (std::exchange(wanted_, false)) emit failed(message);
}

void WhatIf::request(const Switches& switches) {
  const auto same = [&](const auto& pending) { return pending.second == switches; };
  if (known_.contains(switches) || std::ranges::any_of(waiting_, same)) return;
  const quint64 ticket = nextTicket_++;
  waiting_.emplace(ticket, switches);
  emit evaluationRequested(ticket, editsOf(switches));
}

EditList WhatIf::editsOf(const Switches& switches) const {
  EditList edits;
  for (std::size_t i = 0; i < switches.size(); ++i)
    if (switches[i]) edits.push_back(details_->individual.edits[i]);
  return edits;
}

/// The variant as it is switched, and what every row of the table shows: the variant without the edit, and the edit alone.
void WhatIf::askParts() {
  if (waiting_.empty()) wanted_ = false;
  const auto active = [&](std::size_t edit) {
    const std::vector<bool>& known = details_->individual.active;
    return edit >= known.size() || known[edit];
  };
  request(on_);
  request(Switches(on_.size(), false));
  for (std::size_t edit = 0; edit < on_.size(); ++edit)
    if (active(edit)) request(allBut(static_cast<int>(edit)));
  for (std::size_t edit = 0; edit < on_.size(); ++edit)
    if (active(edit)) request(only(static_cast<int>(edit)));
}

WhatIf::Switches WhatIf::only(int edit) const {
  Switches switches(on_.size(), false);
  switches[static_cast<std::size_t>(edit)] = true;
  return switches;
}

WhatIf::Switches WhatIf::allBut(int edit) const {
  Switches switches(on_.size(), true);
  switches[static_cast<std::size_t>(edit)] = false;
  return switches;
}

} // namespace gevo::ui
