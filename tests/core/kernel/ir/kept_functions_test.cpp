#include "tests/core/kernel/ir/fixture.h"

#include <QTest>
#ifndef Q_MOC_RUN
#include "core/kernel/ir/kept_functions.h"
#include "core/kernel/ir/pipeline.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#endif

using namespace gevo;
using namespace gevo::ir;

namespace {

/// half(float), nw::score(a structure of three floats by value), and count(float*), which writes memory; as clang leaves them without
/// passes.
const std::string program = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
%three = type { float, float, float }
define linkonce_odr dso_local float @_Z4halff(float %0) #0 {
  %2 = alloca float
  store float %0, ptr %2
  %3 = load float, ptr %2
  %4 = fmul float %3, 5.000000e-01
  ret float %4
}
define dso_local float @_ZN2nw5scoreE5three(ptr byval(%three) align 4 %0) #0 {
  %2 = load float, ptr %0
  %3 = getelementptr %three, ptr %0, i32 0, i32 1
  %4 = load float, ptr %3
  %5 = fadd float %2, %4
  %6 = getelementptr %three, ptr %0, i32 0, i32 2
  %7 = load float, ptr %6
  %8 = fadd float %5, %7
  ret float %8
}
define dso_local float @_Z5countPf(ptr %0) #0 {
  %2 = load float, ptr %0
  %3 = fadd float %2, 1.0
  store float %3, ptr %0
  ret float %2
}
define internal float @_ZL5neverf(float %0) #0 {
  ret float %0
}
define dso_local ptx_kernel void @_Z6kernelPf(ptr %0) #0 {
  %2 = alloca %three
  %3 = load float, ptr %0
  %4 = call float @_Z4halff(float %3)
  store float %4, ptr %2
  %5 = getelementptr %three, ptr %2, i32 0, i32 1
  store float %3, ptr %5
  %6 = getelementptr %three, ptr %2, i32 0, i32 2
  %7 = fmul float %3, %4
  store float %7, ptr %6
  %8 = call float @_ZN2nw5scoreE5three(ptr byval(%three) align 4 %2)
  %9 = call float @_Z5countPf(ptr %0)
  %10 = fadd float %8, %9
  store float %10, ptr %0
  ret void
}
attributes #0 = { convergent mustprogress "target-cpu"="sm_90" "target-features"="+ptx88,+sm_90" }
)";

struct Kept {
  std::vector<std::string> called; ///< by the kernel
  std::vector<std::string> kept;
  std::string problem; ///< of check()
  std::vector<std::size_t> parameters;
};

/// As if half were an instance of a template.
std::string programOfTemplates() {
  const std::string name = "_Z4halff";
  std::string text = program;
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at))
    text.replace(at, name.size(), "_Z4halfIfLi3EET_S0_");
  return text;
}

Kept keep(const std::vector<std::string>& names, bool isWhole = true, const std::string& text = program) {
  KeptFunctions functions(names, isWhole);
  const auto optimised = functions.optimise(assemble(text));
  if (!optimised) throw std::runtime_error(optimised.error().message);
  llvm::LLVMContext context;
  const llvm::StringRef content(reinterpret_cast<const char*>(optimised->data()), optimised->size());
  const auto module = std::move(llvm::parseBitcodeFile(llvm::MemoryBufferRef(content, ""), context).get());
  Kept found;
  for (const llvm::Instruction& instruction : llvm::instructions(*module->getFunction("_Z6kernelPf")))
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) found.called.push_back(calledName(*call->getCalledFunction()));
  for (const llvm::Function& function : *module)
    if (isKept(function)) {
      found.kept.push_back(calledName(function));
      found.parameters.push_back(function.arg_size());
    }
  if (const auto checked = functions.check(); !checked) found.problem = checked.error().message;
  return found;
}

} // namespace

class KeptFunctionsTest : public QObject {
  Q_OBJECT

private slots:
  void allElseIsInlined() {
    QCOMPARE(keep({}).called, std::vector<std::string>());
    const Kept one = keep({"half"});
    QCOMPARE(one.called, std::vector<std::string>{"half"});
    QCOMPARE(one.kept, std::vector<std::string>{"half"});
    QCOMPARE(one.problem, std::string());
  }

  void aStructureByValueBecomesNumbers() {
    const Kept one = keep({"nw::score"});
    QCOMPARE(one.called, std::vector<std::string>{"nw::score"});
    QCOMPARE(one.parameters, std::vector<std::size_t>{3});
    QCOMPARE(one.problem, std::string());
  }

  void anInlineFunctionOfOneOfSeveralFilesIsKept() {
    const Kept one = keep({"half"}, false);
    QCOMPARE(one.kept, std::vector<std::string>{"half"});
    QCOMPARE(one.problem, std::string());
  }

  void aTemplateIsNamedWithItsArgumentsOrWithout() {
    for (const char* name : {"half", "half<float, 3>"}) {
      const Kept one = keep({name}, true, programOfTemplates());
      QCOMPARE(one.kept, std::vector<std::string>{"half<float, 3>"});
      QCOMPARE(one.problem, std::string());
    }
    QVERIFY(keep({"half<float, 2>"}, true, programOfTemplates()).kept.empty());
  }

  void whatWritesMemoryIsNotKept() {
    const Kept one = keep({"count", "half"});
    QCOMPARE(one.kept, std::vector<std::string>{"half"});
    QCOMPARE(one.problem, std::string("count can't be replaced by evolved programs, since it reads or writes memory; give a function that "
                                      "computes a number from numbers alone"));
  }

  void whatNobodyCallsIsNamedBesideWhatIsCalled() {
    for (const char* name : {"never", "absent"})
      QCOMPARE(keep({name}).problem,
               std::string("no kernel calls a function ") + name + "; those that compute a number are count, half, nw::score");
  }

  void theBaseHasItsCallsToo() {
    KeptFunctions functions({"half"}, true);
    const auto base = prepareBase(functions.optimise(assemble(program)).value());
    QVERIFY(base.has_value());
    const auto loaded = std::move(BaseModule::load(*base).value());
    unsigned calls = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(*loaded->module().getFunction("_Z6kernelPf")))
      calls += llvm::isa<llvm::CallInst>(instruction) ? 1 : 0;
    QCOMPARE(calls, 1U);
    const auto variant = loaded->original(); // which is compiled as if nothing had been kept
    optimise(*variant);
    for (const llvm::Instruction& instruction : llvm::instructions(*variant->getFunction("_Z6kernelPf")))
      QVERIFY(!llvm::isa<llvm::CallInst>(instruction));
  }
};

QTEST_APPLESS_MAIN(KeptFunctionsTest)
#include "kept_functions_test.moc"
