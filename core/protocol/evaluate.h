#pragma once

/// The request to propose an offspring and evaluate it, or to evaluate a given edit list.

#include "core/edit/edit_wire.h"
#include "core/protocol/request.h"
#include "core/search/random.h"
#include "core/values/evaluation_result.h"

namespace gevo {

/// With `mutations` 0, `edits` are evaluated as they are; else so many edits are added first.
struct EvaluateRequest {
  EditList edits;
  std::uint32_t mutations = 0; ///< edits to propose, drawn from `key`
  RandomKey key;
  std::vector<std::uint32_t> tests; ///< indices among the tests with the role Test, ascending; empty: all
  bool remeasure = false;           ///< measure, even where the fitness of this code is known
  bool energy = false;              ///< with `remeasure`: the energy too, which takes much longer
  /// How often each operator is drawn, by its number; empty: all equally often.
  std::vector<std::uint32_t> weights = {};
  /// Fuzz inputs that the variant has to pass too, in the order in which they are tried. Their error counts, their time does not.
  std::vector<std::uint32_t> inputs = {};
  bool onlyInputs = false; ///< and no test: only reason, message and error of the result count
  bool onlyChecks = false; ///< nor input: the tests are checked as a validation does, with their threads in other orders
};

struct EvaluateReply {
  EditList edits;
  std::vector<bool> active; ///< per edit, with those that were left out
  EvaluationResult result;
  /// So many edits of the request come before `edits`: a worker leaves them out of its reply, see evaluation_reply.h.
  std::uint32_t kept = 0;
  /// Microseconds that the original takes on this worker's device, for scaling the runtime where the devices of workers may differ. 0: the
  /// same everywhere.
  double originalRuntime = 0;
  double originalEnergy = 0;              ///< millijoules, likewise
  std::vector<double> inputErrors = {};   ///< of the inputs that were passed, in the order of the request, with `onlyInputs`
  std::vector<double> inputRuntimes = {}; ///< likewise, in microseconds, of an interval the lower end; 0: not known
};

template <class Archive> void fields(Archive& a, EvaluateRequest& m) {
  a(m.edits, m.mutations, m.key, m.tests, m.remeasure, m.energy, m.weights, m.inputs, m.onlyInputs, m.onlyChecks);
}
template <class Archive> void fields(Archive& a, EvaluateReply& m) {
  a(m.edits, m.active, m.result, m.kept, m.originalRuntime, m.originalEnergy, m.inputErrors, m.inputRuntimes);
}

template <> struct RequestTraits<EvaluateRequest> : RequestWith<EvaluateReply, RequestKind::Evaluate> {};

} // namespace gevo
