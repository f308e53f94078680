// The end of a thread, and what only waits or tells a tool something.

#include "core/kernel/inline_ptx/table.h"
#include "core/kernel/inline_ptx/translation.h"

namespace gevo::ir::assembly {

namespace {

void leave(Translation& t) { t.call("llvm.nvvm.exit", {}); }
void trap(Translation& t) { t.ir().CreateIntrinsic(llvm::Intrinsic::trap, {}); }
void breakPoint(Translation& t) { t.ir().CreateIntrinsic(llvm::Intrinsic::debugtrap, {}); }

void sleep(Translation& t) {
  if (!t.take("u32")) return t.refuse();
  t.call("llvm.nvvm.nanosleep", t.in(0, wordType));
}

/// Counts in a profiler, which nobody looks at here.
void profilerEvent(Translation& t) {
  t.take("mask");
  t.in(0, wordType);
}

void dependentGrids(Translation& t) {
  const std::string what = t.takeOneOf({"launch_dependents", "wait"}).str();
  if (what.empty()) return t.refuse();
  t.call(what == "wait" ? "llvm.nvvm.griddepcontrol.wait" : "llvm.nvvm.griddepcontrol.launch.dependents", {});
}

} // namespace

std::span<const Entry> controlEntries() {
  static constexpr Entry entries[] = {{"exit", leave, false},      {"trap", trap, false},      {"brkpt", breakPoint, false},
                                      {"nanosleep", sleep, false}, {"pmevent", profilerEvent}, {"griddepcontrol", dependentGrids, false}};
  return entries;
}

} // namespace gevo::ir::assembly
