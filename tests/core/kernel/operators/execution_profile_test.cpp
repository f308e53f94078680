#include <QTest>

#include "tests/core/kernel/ir/fixture.h"

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

const std::string threeBlocks = R"(
  define ptx_kernel void @kernel(ptr %p, i32 %n) {
  hot:
    %a = add i32 %n, 1
    store i32 %a, ptr %p
    br label %warm
  warm:
    %b = add i32 %n, 2
    store i32 %b, ptr %p
    br label %cold
  cold:
    %c = add i32 %n, 3
    store i32 %c, ptr %p
    ret void
  })";

const std::map<std::string, std::vector<double>> cycles = {{"kernel", {1600, 400, 1600, 100, 100, 0, 0, 0, 100}}};

} // namespace

class ExecutionProfileTest : public QObject {
  Q_OBJECT

private slots:
  void weightIsTheSquareRootOfCyclesPerInstruction() {
    const auto base = loadText(threeBlocks);
    // 3 instructions each: 900, 100 and no cycles.
    const ExecutionProfile executionProfile(base->module(), {{"kernel", {900, 900, 900, 100, 100, 100, 0, 0, 0}}});
    QCOMPARE(executionProfile.ofBlock(0, 0), ExecutionProfile::hottest);
    QCOMPARE(executionProfile.ofBlock(0, 1), 7U); // 2 + 14 / 3, rounded
    QCOMPARE(executionProfile.ofBlock(0, 2), ExecutionProfile::coldest);
    QVERIFY2(ExecutionProfile(base->module(), {{"kernel", {900, 900, 900, 0, 1, 0, 0, 0, 0}}}).ofBlock(0, 1) > ExecutionProfile::coldest,
             "what runs at all is warmer than what never does");
  }

  void unprofiledCodeIsCold() {
    const auto base = loadText(sample);
    const ExecutionProfile executionProfile(base->module(), {});
    for (unsigned block = 0; block < 3; ++block) QCOMPARE(executionProfile.ofBlock(0, block), ExecutionProfile::coldest);
  }

  void conditionsBranchesSelectsAndBarriersDecide_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("expected");
    QTest::newRow("comparison") << "%x = icmp slt i32 %n, 4" << true;
    QTest::newRow("logic") << "%x = and i1 %c, %c" << true;
    QTest::newRow("selection") << "%x = select i1 %c, i32 %n, i32 1" << true;
    QTest::newRow("barrier") << "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)" << true;
    QTest::newRow("sum") << "%x = add i32 %n, 4" << false;
    QTest::newRow("load") << "%x = load i32, ptr %p" << false;
    QTest::newRow("store") << "store i32 %n, ptr %p" << false;
    QTest::newRow("shuffle") << "%x = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %n, i32 1, i32 31)" << false;
  }
  void conditionsBranchesSelectsAndBarriersDecide() {
    QFETCH(QString, code);
    QFETCH(bool, expected);
    const auto base = loadText("declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)\n"
                               "declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)\n"
                               "define ptx_kernel void @kernel(ptr %p, i32 %n, i1 %c) {\n" +
                               code.toStdString() + "\nbr i1 %c, label %a, label %b\na:\nbr label %b\nb:\nret void\n}");
    const llvm::BasicBlock& entry = base->module().getFunction("kernel")->getEntryBlock();
    QCOMPARE(decides(entry.front()), expected);
    QVERIFY(decides(entry.back()));
    QVERIFY2(!decides(*entry.getNextNode()->begin()), "a branch without condition decides nothing");
  }

  void hotTargetsAreMoreLikelyThanColdOnes() {
    const std::map<std::uint64_t, int> targets = targetsWithHeat();
    QVERIFY(targets.at(0) > targets.at(5) * 3);
    QVERIFY(targets.at(5) > 0);
    QVERIFY(targets.at(6) > 0);
  }

  void decidingInstructionsAreMoreLikely() {
    const std::map<std::uint64_t, int> targets = targetsWithHeat();
    QVERIFY(targets.at(3) > targets.at(1)); // the comparison, and a product in the same block
  }

  void deadCodeIsNeverTargeted() {
    const auto base = loadText(sample);
    const ExecutionProfile executionProfile(base->module(), cycles);
    int uniform = 0;
    for (std::uint32_t i = 0; i < 500; ++i) {
      RandomStream stream = testStream(2, i);
      RandomStream same = testStream(2, i);
      const auto edit = proposeEdit(*base, {}, stream, {gevoOperators(), &executionProfile});
      QVERIFY(!edit || edit->target != InstructionRef::base(2));
      const auto any = proposeEdit(*base, {}, same, {gevoOperators()});
      uniform += any && any->target == InstructionRef::base(2) ? 1 : 0;
    }
    QVERIFY2(uniform > 0, "without heat it is one like any other");
  }

private:
  static std::map<std::uint64_t, int> targetsWithHeat() {
    const auto base = loadText(sample);
    const ExecutionProfile executionProfile(base->module(), cycles);
    std::map<std::uint64_t, int> targets;
    for (std::uint32_t i = 0; i < 3000; ++i) {
      RandomStream stream = testStream(1, i);
      const auto edit = proposeEdit(*base, {}, stream, {gevoOperators(), &executionProfile});
      if (edit && edit->target.kind == InstructionRef::Kind::Base) ++targets[edit->target.id];
    }
    return targets;
  }
};

QTEST_GUILESS_MAIN(ExecutionProfileTest)
#include "execution_profile_test.moc"
