#include <QTest>

#include "fixture.h"

#include <map>

using namespace gevo;
using namespace gevo::ir;

namespace {

// Ids are the numbers on the right.
const std::string sample = R"(
  define ptx_kernel void @kernel(ptr %p, i32 %n) {
  entry:
    %hot = add i32 %n, 1          ; 0
    %warm = mul i32 %hot, 3       ; 1
    %unused = xor i32 %n, 5       ; 2
    %less = icmp slt i32 %n, 4    ; 3
    br i1 %less, label %then, label %done ; 4
  then:
    %cold = sub i32 %warm, 7      ; 5
    store i32 %cold, ptr %p       ; 6
    br label %done                ; 7
  done:
    ret void                      ; 8
  })";

const std::map<std::string, std::vector<double>> cycles = {{"kernel", {1600, 400, 1600, 100, 100, 0, 0, 0, 100}}};

} // namespace

class HeatTest : public QObject {
  Q_OBJECT

private slots:
  void heatGoesWithTheSquareRootOfCycles() {
    const auto base = loadText(sample);
    const Heat heat(base->module(), cycles);
    QCOMPARE(heat.ofInstruction(0), Heat::hottest);
    QCOMPARE(heat.ofInstruction(1), 9U);
    QCOMPARE(heat.ofInstruction(5), Heat::coldest);
    QVERIFY2(heat.ofInstruction(3) > Heat::coldest, "what runs at all is warmer than what never does");
    QCOMPARE(heat.ofBlock(0, 1), Heat::coldest);
    QCOMPARE(heat.ofBlock(0, 0), 11U); // of 16, 9, 16, 6 and 6, rounded: the terminator counts
  }

  void whatNobodyProfiledIsCold() {
    const auto base = loadText(sample);
    const Heat heat(base->module(), {});
    for (std::uint64_t id = 0; id < base->instructionCount() + 3; ++id) QCOMPARE(heat.ofInstruction(id), Heat::coldest);
  }

  void hotTargetsComeUpMoreOftenAndColdOnesStillDo() {
    const auto base = loadText(sample);
    const Heat heat(base->module(), cycles);
    std::map<std::uint64_t, int> targets;
    for (std::uint32_t i = 0; i < 3000; ++i) {
      RandomStream stream = testStream(1, i);
      const auto edit = proposeEdit(*base, {}, stream, &heat);
      if (edit && edit->target.kind == InstructionRef::Kind::Base) ++targets[edit->target.id];
    }
    QVERIFY(targets[0] > targets[5] * 3);
    QVERIFY(targets[5] > 0);
    QVERIFY(targets[6] > 0);
  }

  void deadCodeIsNoTarget() {
    const auto base = loadText(sample);
    const Heat heat(base->module(), cycles);
    int uniform = 0;
    for (std::uint32_t i = 0; i < 500; ++i) {
      RandomStream stream = testStream(2, i);
      RandomStream same = testStream(2, i);
      const auto edit = proposeEdit(*base, {}, stream, &heat);
      QVERIFY(!edit || edit->target != InstructionRef::base(2));
      const auto any = proposeEdit(*base, {}, same);
      uniform += any && any->target == InstructionRef::base(2) ? 1 : 0;
    }
    QVERIFY2(uniform > 0, "without heat it is one like any other");
  }
};

QTEST_GUILESS_MAIN(HeatTest)
#include "heat_test.moc"
