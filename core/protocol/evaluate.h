#pragma once

/// An offspring proposed and evaluated, or a given edit list.

#include "core/edit/edit_wire.h"
#include "core/protocol/request.h"
#include "core/search/random.h"
#include "core/values/evaluation_result.h"

namespace gevo {

/// "parents' edits, operator, random key" in; "edit list, outcome" out. With `mutations` 0 it evaluates `edits` as they are.
struct EvaluateRequest {
  EditList edits;
  std::uint32_t mutations = 0; ///< edits to propose, drawn from `key`, each operator with equal probability
  RandomKey key;
  std::vector<std::uint32_t> tests; ///< of those with the role Test, by their place among these, ascending; empty: all
  bool remeasure = false;           ///< measure, even where the fitness of this code is known
  bool energy = false;              ///< with `remeasure`: the energy too, which takes much longer
};

struct EvaluateReply {
  EditList edits;
  std::vector<bool> active; ///< per edit, those that were left out among them
  EvaluationResult result;
  /// So many edits of the request stand before `edits`: on the way back from the worker they are left out, see try_result.h.
  std::uint32_t kept = 0;
  /// Microseconds that the original takes on this worker's device, where workers may differ in that: the runtime is its share of it. 0: it
  /// takes the same everywhere.
  double originalRuntime = 0;
  double originalEnergy = 0; ///< millijoules, likewise
};

template <class Archive> void fields(Archive& a, EvaluateRequest& m) { a(m.edits, m.mutations, m.key, m.tests, m.remeasure, m.energy); }
template <class Archive> void fields(Archive& a, EvaluateReply& m) {
  a(m.edits, m.active, m.result, m.kept, m.originalRuntime, m.originalEnergy);
}

template <> struct RequestTraits<EvaluateRequest> : RequestWith<EvaluateReply, RequestKind::Evaluate> {};

} // namespace gevo
