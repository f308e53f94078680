#include "tests/core/kernel/ir/fixture.h"
#include "tests/core/kernel/operators/apply_text.h"

#include <QTest>
#ifndef Q_MOC_RUN
#include "core/kernel/ir/evolved_functions.h"
#include "core/tmbl/evaluator.h"
#include "core/tmbl/program_text.h"
#include "tests/core/kernel/simulator/device.h"
#include "tests/core/tmbl/any_program.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <rapidcheck.h>
#endif

using namespace gevo;
using namespace gevo::ir;

namespace {

constexpr unsigned threads = 64;
constexpr float original = 1234.5F; ///< which the function always gives

/// Each thread calls a function of two floats, of a column each, and stores what it gives. The call is @6 where the function takes
/// floats.
std::string kernelText(const std::string& type = "float") {
  const bool isFloat = type == "float";
  const auto converted = [&](const std::string& name) { return isFloat ? "" : "  %" + name + "w = fpext float %" + name + " to double\n"; };
  const std::string suffix = isFloat ? "" : "w";
  return R"(
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define internal fastcc )" +
         type + " @near(" + type + " %a, " + type + R"( %b) alwaysinline "gevo-kept" {
  ret )" +
         type + R"( 1234.5
}
define ptx_kernel void @kernel(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %pa = getelementptr float, ptr addrspace(1) %in, i32 %t
  %a = load float, ptr addrspace(1) %pa
  %pb = getelementptr float, ptr addrspace(1) %pa, i32 64
  %b = load float, ptr addrspace(1) %pb
)" + converted("a") +
         converted("b") + "  %r = call fastcc " + type + " @near(" + type + " %a" + suffix + ", " + type + " %b" + suffix + ")\n" +
         (isFloat ? "" : "  %n = fptrunc double %r to float\n") + R"(
  %to = getelementptr float, ptr addrspace(1) %out, i32 %t
  store float %)" +
         (isFloat ? "r" : "n") + R"(, ptr addrspace(1) %to
  ret void
})";
}

tmbl::Program programOf(const std::string& lines) { return tmbl::parsePrograms("tmbl inputs 2 slots 2\n" + lines).value().front(); }

/// With these programs for arguments from -100 to 100.
std::unique_ptr<BaseModule> baseWith(const std::vector<tmbl::Program>& programs, const std::string& type = "float") {
  std::vector<EvolvedFunction> evolved;
  for (const tmbl::Program& program : programs) evolved.push_back({"near", {{-100, 100}, {-100, 100}}, program, 0.25});
  return std::move(BaseModule::load(addEvolvedFunctions(assemble(kernelText(type)), evolved).value()).value());
}

std::vector<float> run(const BaseModule& base, const std::string& lines, const std::vector<float>& a, const std::vector<float>& b,
                       bool optimises = true) {
  const auto module = applyText(base, lines).module;
  if (optimises) optimise(*module);
  sim::testing::Device device(valueOf(sim::Simulator::create(*module, *sim::loadModel("sim"))));
  std::vector<float> values = a;
  values.insert(values.end(), b.begin(), b.end());
  const std::uint64_t in = device.upload(values);
  const std::uint64_t out = device.upload(std::vector<float>(threads, -1));
  const sim::LaunchReport report = device.launch("kernel", {1, 1, 1}, {threads, 1, 1}, in, out);
  if (report.fault) throw std::runtime_error(report.fault->message());
  return device.download<float>(out, threads);
}

} // namespace

class SynthesiseTest : public QObject {
  Q_OBJECT

private slots:
  void aCallUsesTheChosenProgram() {
    const auto base = baseWith({programOf("add slot0 slot1"), programOf("mul slot0 slot1")});
    const std::vector<float> a(threads, 3);
    const std::vector<float> b(threads, 5);
    QCOMPARE(run(*base, "", a, b), std::vector<float>(threads, original));
    QCOMPARE(run(*base, "synthesise 1 @6 to 1", a, b), std::vector<float>(threads, 8));
    QCOMPARE(run(*base, "synthesise 1 @6 to 2", a, b), std::vector<float>(threads, 15));
    QCOMPARE(run(*base, "synthesise 1 @6 to 1\nsynthesise 2 @6 to 2", a, b), std::vector<float>(threads, 15)); // the last word counts
  }

  void outsideOfItsDomainTheOriginalRuns() {
    const auto base = baseWith({programOf("add slot0 slot1")});
    std::vector<float> a(threads, 3);
    std::vector<float> b(threads, 5);
    a[1] = 100.5F;
    b[2] = -101;
    a[3] = std::numeric_limits<float>::quiet_NaN();
    b[4] = std::numeric_limits<float>::infinity();
    a[5] = 100; // still inside
    const std::vector<float> results = run(*base, "synthesise 1 @6 to 1", a, b);
    QCOMPARE(results[0], 8.0F);
    for (const int thread : {1, 2, 3, 4}) QCOMPARE(results[std::size_t(thread)], original);
    QCOMPARE(results[5], 105.0F);
  }

  void doublesAreComputedInFloat() {
    const auto base = baseWith({programOf("add slot0 slot1")}, "double");
    const std::vector<float> results =
        run(*base, "synthesise 1 @8 to 1", std::vector<float>(threads, 3.25F), std::vector<float>(threads, 5));
    QCOMPARE(results, std::vector<float>(threads, 8.25F));
  }

  void aProgramGivesTheBitsOfItsEvaluator() {
    QVERIFY(rc::check("evaluator and simulated GPU agree", [] {
      const auto drawn = *tmbl::sample::anyProgram();
      tmbl::Program program = drawn;
      program.inputs = 2;
      for (tmbl::Instruction& instruction : program.instructions)
        for (tmbl::Operand* operand : {&instruction.a, &instruction.b})
          if (operand->kind == tmbl::Operand::Kind::Input) operand->index %= 2;
      const tmbl::Cases cases = tmbl::sample::casesFor(program, threads, *rc::gen::arbitrary<std::uint64_t>(), 0);
      const std::vector<std::uint16_t> results{0};
      const std::vector<float> expected = tmbl::BlockCode(tmbl::lower(program, results)).evaluate(cases);
      const auto base = baseWith({program});
      const std::vector<float> a(cases.column(0), cases.column(0) + threads);
      const std::vector<float> b(cases.column(1), cases.column(1) + threads);
      for (const bool optimises : {true, false}) {
        const std::vector<float> found = run(*base, "synthesise 1 @6 to 1", a, b, optimises);
        for (unsigned i = 0; i < threads; ++i) RC_ASSERT(tmbl::sample::sameFloat(found[i], expected[i]));
      }
    }));
  }

  void whatIsNoCallOfItIsNoTarget() {
    const auto base = baseWith({programOf("add slot0 slot1")});
    for (const char* line :
         {"synthesise 1 @1 to 1", "synthesise 1 @2 to 1", "synthesise 1 @6 to 2", "synthesise 1 @6 to 0", "synthesise 1 @6 to x"})
      QCOMPARE(active(*base, line), std::vector{false});
    QCOMPARE(active(*base, "synthesise 1 @6 to 1\nsynthesise 2 @6 to 1"), (std::vector{true, false}));
  }

  void programsThatNobodyUsesLeaveNoCode() {
    const auto with = baseWith({programOf("add slot0 slot1")});
    const auto without = loadText(kernelText());
    const auto codeOf = [](const BaseModule& base) {
      const auto module = base.original();
      cleanUp(*module);
      optimise(*module);
      return codeHash(*module);
    };
    QVERIFY(codeOf(*with) == codeOf(*without));
    QCOMPARE(with->instructionCount() > without->instructionCount(), true);
    QCOMPARE(active(*with, "delete 1 @8"), std::vector{true}); // numbers are as they were
    QCOMPARE(active(*with, "delete 1 @12"), std::vector{false});
  }

  void whatWasAddedIsDescribed() {
    const tmbl::Program program = programOf("mul slot0 2.5");
    const auto base = baseWith({program});
    const llvm::Function* const kept = base->module().getFunction("near");
    QCOMPARE(evolvedCount(*kept), 1U);
    const auto described = describeEvolved(*evolvedFunction(*kept, 1));
    QVERIFY(described.has_value());
    QVERIFY(described->program == program);
    QCOMPARE(described->function, std::string("near"));
    QCOMPARE(described->error, 0.25);
    QCOMPARE(described->domain, (std::vector<std::pair<float, float>>{{-100, 100}, {-100, 100}}));
    QVERIFY(!describeEvolved(*kept).has_value());
  }

  void anotherBaseTakesThemOver() {
    const auto bytes = addEvolvedFunctions(assemble(kernelText()), {{"near", {{-1, 1}, {-2, 2}}, programOf("add slot0 slot1"), 0.5}});
    QVERIFY(bytes.has_value());
    const auto taken = withEvolvedFunctionsOf(*bytes, assemble(kernelText()));
    QVERIFY(taken.has_value());
    const auto base = std::move(BaseModule::load(*taken).value());
    QCOMPARE(active(*base, "synthesise 1 @6 to 1"), std::vector{true});
    const auto other = withEvolvedFunctionsOf(*bytes, assemble(kernelText("double"))); // it takes the same number of values
    QVERIFY(other.has_value());
  }

  void aProgramThatDoesNotFitIsAnError() {
    const EvolvedFunction fits{"near", {{-1, 1}, {-1, 1}}, programOf("add slot0 slot1"), 0};
    EvolvedFunction one = fits;
    one.function = "far";
    QVERIFY(!addEvolvedFunctions(assemble(kernelText()), {one}).has_value());
    one = fits;
    one.domain.pop_back();
    QVERIFY(!addEvolvedFunctions(assemble(kernelText()), {one}).has_value());
    one = fits;
    one.program.instructions.front().a.index = 9;
    QVERIFY(!addEvolvedFunctions(assemble(kernelText()), {one}).has_value());
    QVERIFY(addEvolvedFunctions(assemble(kernelText()), {fits}).has_value());
  }
};

QTEST_APPLESS_MAIN(SynthesiseTest)
#include "synthesise_test.moc"
