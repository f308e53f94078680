#include "core/kernel/worker/service_state.h"

#include "core/kernel/ir/pipeline.h"
#include "core/kernel/operators/apply.h"

namespace gevo::worker {

std::unexpected<Error> notLoaded() { return fail("the worker has no project yet; this is an error in the program that uses it"); }

std::unexpected<Error> notUsable(const EvaluationResult& failure) {
  return fail("the program does not run in this configuration: {}", failure.message);
}

std::unexpected<Error> cannotEvaluate() {
  return fail("variants of this file are evaluated on a GPU or by running its program, but this worker only replays traces");
}

std::unique_ptr<llvm::Module> optimised(std::unique_ptr<llvm::Module> module) {
  ir::cleanUp(*module);
  ir::optimise(*module);
  return module;
}

std::unique_ptr<llvm::Module> optimised(const ir::BaseModule& base, const EditList& edits) {
  return optimised(ir::applyEdits(base, edits).module);
}

} // namespace gevo::worker
