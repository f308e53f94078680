#include "core/interactions/context_search.h"

#include <algorithm>
#include <utility>

namespace gevo {

ContextSearch::ContextSearch(std::size_t edit, EditSet whole, EditSet guess)
    : edit_(edit), context_(std::move(whole)), guess_(std::move(guess)) {}

EditSet ContextSearch::next() const {
  if (stage_ == Stage::Empty) return EditSet(context_.size(), false);
  if (stage_ == Stage::Guess) return guess_;
  EditSet set = context_;
  const std::vector<std::size_t> members = membersOf(context_);
  for (std::size_t i = begin_; i < std::min(begin_ + size_, members.size()); ++i) set[members[i]] = false;
  return set;
}

void ContextSearch::startHalves() {
  stage_ = Stage::Halves;
  size_ = std::max<std::size_t>(1, membersOf(context_).size() / 2);
  begin_ = 0;
  if (membersOf(context_).empty()) stage_ = Stage::Done;
}

void ContextSearch::take(bool same) {
  switch (stage_) {
  case Stage::Empty:
    if (same) {
      context_ = next();
      stage_ = Stage::Done;
    } else if (guess_.empty()) {
      startHalves();
    } else {
      stage_ = Stage::Guess;
    }
    return;
  case Stage::Guess:
    if (same) context_ = guess_;
    startHalves();
    return;
  case Stage::Halves:
    if (same) {
      context_ = next();
      removedInThisPass_ = true;
    } else {
      begin_ += size_;
    }
    advance();
    return;
  case Stage::Done:
    return;
  }
}

/// After removing an edit, an earlier one may be removable.
void ContextSearch::advance() {
  const std::size_t members = membersOf(context_).size();
  if (begin_ < members) return;
  begin_ = 0;
  if (members == 0) {
    stage_ = Stage::Done;
  } else if (size_ > 1) {
    size_ = std::min((size_ + 1) / 2, std::max<std::size_t>(1, members / 2));
    removedInThisPass_ = false;
  } else if (!std::exchange(removedInThisPass_, false)) {
    stage_ = Stage::Done;
  }
}

} // namespace gevo
