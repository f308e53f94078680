// Ending a thread, waiting, and events for tools.

#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/translation.h"

namespace gevo::ir::assembly {

namespace {

void leave(Translation& t) { t.call("llvm.nvvm.exit", {}); }
void trap(Translation& t) { t.ir().CreateIntrinsic(llvm::Intrinsic::trap, {}); }
void breakPoint(Translation& t) { t.ir().CreateIntrinsic(llvm::Intrinsic::debugtrap, {}); }

void sleep(Translation& t) {
  if (!t.take("u32")) return t.markUnsupported();
  t.call("llvm.nvvm.nanosleep", t.in(0, wordType));
}

/// Counts an event for a profiler; has no effect here.
void profilerEvent(Translation& t) {
  t.take("mask");
  t.in(0, wordType);
}

void dependentGrids(Translation& t) {
  const std::string what = t.takeOneOf({"launch_dependents", "wait"}).str();
  if (what.empty()) return t.markUnsupported();
  t.call(what == "wait" ? "llvm.nvvm.griddepcontrol.wait" : "llvm.nvvm.griddepcontrol.launch.dependents", {});
}

} // namespace

std::span<const Entry> controlEntries() {
  static constexpr Entry entries[] = {{"exit", leave, false},      {"trap", trap, false},      {"brkpt", breakPoint, false},
                                      {"nanosleep", sleep, false}, {"pmevent", profilerEvent}, {"griddepcontrol", dependentGrids, false}};
  return entries;
}

} // namespace gevo::ir::assembly
