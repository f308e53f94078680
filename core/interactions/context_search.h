#pragma once

/// Searches the smallest context in which an edit acts as it does among all epistatic ones, by leaving out ranges that are halved down to
/// single edits, as delta debugging does (Zeller and Hildebrandt 2002). The result is minimal in that none of its edits can be left out
/// alone.
///
/// Evaluates nothing itself: call `next`, judge the context, and pass whether the edit acts the same there to `take`.

#include "core/interactions/edit_set.h"

#include <cstdint>

namespace gevo {

class ContextSearch {
public:
  /// `whole`: all other epistatic edits, in which the edit acts as it does. `guess`: a context that may do; empty: none.
  ContextSearch(std::size_t edit, EditSet whole, EditSet guess);

  std::size_t edit() const { return edit_; }
  bool isDone() const { return stage_ == Stage::Done; }
  EditSet next() const;
  void take(bool same);
  /// The smallest so far.
  const EditSet& context() const { return context_; }

private:
  enum class Stage : std::uint8_t { Empty, Guess, Halves, Done };
  void startHalves();
  void advance();

  std::size_t edit_;
  EditSet context_;
  EditSet guess_;
  Stage stage_ = Stage::Empty;
  std::size_t size_ = 0;  ///< of the range to leave out
  std::size_t begin_ = 0; ///< of that range, among the context's members
  bool removedInThisPass_ = false;
};

} // namespace gevo
