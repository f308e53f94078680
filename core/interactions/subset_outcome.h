#pragma once

/// What is known of a subset of a variant's edits.

#include "core/interactions/edit_set.h"
#include "core/values/evaluation_result.h"

namespace gevo {

struct SubsetOutcome {
  Reason reason = Reason::None; ///< None: it passes the tests
  double runtime = 0;           ///< microseconds, where it passes
  double halfWidth = 0;         ///< of the runtime's 95 % interval, as a share of it; 0 where runtimes are exact
  EditSet active = {};          ///< the edits of the subset that did anything; empty: all of it
  bool fails() const { return reason != Reason::None; }
};

} // namespace gevo
