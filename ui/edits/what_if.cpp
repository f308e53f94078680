#include "ui/edits/what_if.h"

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr std::chrono::milliseconds restOnVariant{300};

} // namespace

WhatIf::WhatIf(QObject* parent) : QObject(parent) {
  pause_.setSingleShot(true);
  pause_.setInterval(restOnVariant);
  connect(&pause_, &QTimer::timeout, this, &WhatIf::askParts);
}

void WhatIf::setDetails(std::shared_ptr<const VariantDetails> details) {
  if (details == details_) return;
  pause_.stop();
  details_ = std::move(details);
  on_.assign(details_ ? details_->individual.edits.size() : 0, true);
  known_.clear();
  if (!waiting_.empty()) emit dropped();
  waiting_.clear();
  if (!on_.empty()) {
    known_.emplace(on_, details_->individual.outcome);
    pause_.start();
  }
  emit changed();
}

void WhatIf::setOn(int edit, bool on) {
  Switches switches = on_;
  switches[static_cast<std::size_t>(edit)] = on;
  setSwitches(std::move(switches));
}

void WhatIf::setSwitches(Switches switches) {
  if (switches == on_ || switches.size() != on_.size()) return;
  on_ = std::move(switches);
  if (!asSwitched()) {
    // Before whatever was asked to fill the table.
    const bool parts = !waiting_.empty();
    if (parts) emit dropped();
    waiting_.clear();
    ask(on_);
    if (parts) pause_.start();
  }
  emit changed();
}

bool WhatIf::switchedOff() const { return std::ranges::find(on_, false) != on_.end(); }

const Outcome* WhatIf::outcome(const Switches& switches) const {
  const auto place = known_.find(switches);
  return place == known_.end() ? nullptr : &place->second;
}

const Outcome* WhatIf::without(int edit) const { return outcome(allBut(edit)); }
const Outcome* WhatIf::alone(int edit) const { return outcome(only(edit)); }

std::optional<double> WhatIf::share(int edit) const {
  const Outcome* rest = without(edit);
  if (rest == nullptr || !rest->valid()) return std::nullopt;
  return rest->fitness.runtime / details_->individual.outcome.fitness.runtime - 1;
}

void WhatIf::take(quint64 ticket, const std::shared_ptr<const Outcome>& outcome) {
  const auto place = waiting_.find(ticket);
  if (place == waiting_.end()) return;
  known_.emplace(std::move(place->second), *outcome);
  waiting_.erase(place);
  emit changed();
}

void WhatIf::ask(const Switches& switches) {
  if (known_.contains(switches)) return;
  EditList edits;
  for (std::size_t i = 0; i < switches.size(); ++i)
    if (switches[i]) edits.push_back(details_->individual.edits[i]);
  const quint64 ticket = nextTicket_++;
  waiting_.emplace(ticket, switches);
  emit asked(ticket, edits);
}

/// What every row of the table shows: the variant without the edit, and the edit alone.
void WhatIf::askParts() {
  const auto active = [&](std::size_t edit) {
    const std::vector<bool>& known = details_->individual.active;
    return edit >= known.size() || known[edit];
  };
  ask(Switches(on_.size(), false));
  for (std::size_t edit = 0; edit < on_.size(); ++edit)
    if (active(edit)) ask(allBut(static_cast<int>(edit)));
  for (std::size_t edit = 0; edit < on_.size(); ++edit)
    if (active(edit)) ask(only(static_cast<int>(edit)));
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
