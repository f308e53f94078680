// Atomic operations, flags and fences order threads as PTX's memory consistency model says; what they don't order races.

#include "line_by_line.h"

#include <QTest>

using namespace gevo::sim;
using namespace gevo::sim::testing;

class SynchronisationTest : public QObject {
  Q_OBJECT
private slots:
  void lastBlock_data();
  void lastBlock();
  void onlyWhoReadTheCounterKnows();
  void barrierPassesOnWhatAThreadKnows();
  void barrierPassesOnFences();
  void volatileFlag_data();
  void volatileFlag();
  void lockOrdersItsSections_data();
  void lockOrdersItsSections();
  void withoutFollowingEveryOrderButBarriersIsARace();
  void storeIsNotHiddenByAnAtomicOperation();
  void atomicOperationsOfOneScopeRaceWithOtherBlocks();
  void atomicLoadsDoNotRace();
};

namespace {

Limits following() {
  Limits limits;
  limits.followsSynchronisation = true;
  return limits;
}

/// What is missing between the two named lines; nothing: they don't race.
std::optional<MissingOrder> missing(const LineByLine& kernel, const std::vector<Race>& races, const std::string& first,
                                    const std::string& second) {
  for (const Race& race : races)
    if (race.first.location.line == kernel.line(first) && race.second.location.line == kernel.line(second)) return race.missing;
  return std::nullopt;
}

/// Each block writes its part and counts; the one that sees the last count reads the first's. Parts of the text can be replaced.
std::string lastBlockText(const std::string& release, const std::string& count, const std::string& acquire) {
  return R"(entry:
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %part = getelementptr i32, ptr addrspace(1) @g, i32 %block
  store i32 7, ptr addrspace(1) %part ; write
  )" + release +
         R"(
  )" + count +
         R"(
  )" + acquire +
         R"(
  %last = icmp eq i32 %seen, 3
  br i1 %last, label %sum, label %done
sum:
  %value = load i32, ptr addrspace(1) @g ; read
  br label %done
done:
  ret void)";
}

const std::string fence = "call void @llvm.nvvm.membar.gl()";
const std::string blockFence = "call void @llvm.nvvm.membar.cta()";
const std::string counter = "getelementptr (i8, ptr addrspace(1) @g, i32 4096)";
const std::string count = "%seen = atomicrmw add ptr addrspace(1) " + counter + ", i32 1 seq_cst";
const std::string none = "call i32 @llvm.nvvm.read.ptx.sreg.tid.x()";

} // namespace

Q_DECLARE_METATYPE(std::optional<MissingOrder>)

void SynchronisationTest::lastBlock_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<std::optional<MissingOrder>>("expected");
  const auto row = [](const char* name, const std::string& text, std::optional<MissingOrder> expected) {
    QTest::newRow(name) << QString::fromStdString(text) << expected;
  };
  row("with both fences", lastBlockText(fence, count, fence), std::nullopt);
  row("without the reader's fence", lastBlockText(fence, count, none), MissingOrder::Acquire);
  row("without the writer's fence", lastBlockText(none, count, fence), MissingOrder::Release);
  row("without fences", lastBlockText(none, count, none), MissingOrder::Release);
  row("with the writer's fence for its block only", lastBlockText(blockFence, count, fence), MissingOrder::Release);
  row("with the reader's fence for its block only", lastBlockText(fence, count, blockFence), MissingOrder::Acquire);
  row("the block's number for the counter", lastBlockText(fence, "%seen = add i32 %block, 0", fence), MissingOrder::All);
  row("an exchange counts as an update",
      lastBlockText(fence, "%old = atomicrmw xchg ptr addrspace(1) " + counter + ", i32 1 seq_cst\n  %seen = add i32 %block, 0", fence),
      std::nullopt);
}

void SynchronisationTest::lastBlock() {
  QFETCH(QString, text);
  QFETCH(std::optional<MissingOrder>, expected);
  const LineByLine kernel(text.toStdString());
  QCOMPARE(missing(kernel, kernel.races({4, 1, 1}, 1, following()), "write", "read"), expected);
}

namespace {

/// The first thread counts; the second warp reads, after `between`.
std::string readByOthers(const std::string& between) {
  return R"(entry:
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %one, label %meet
one:
  %part = getelementptr i32, ptr addrspace(1) @g, i32 %block
  store i32 7, ptr addrspace(1) %part ; write
  )" + fence +
         "\n  " + count + "\n  " + fence + R"(
  br label %meet
meet:
  )" + between +
         R"(
  %second = icmp eq i32 %thread, 32
  %last = icmp eq i32 %block, 1
  %reads = and i1 %second, %last
  br i1 %reads, label %sum, label %done
sum:
  %value = load i32, ptr addrspace(1) @g ; read
  br label %done
done:
  ret void)";
}

} // namespace

void SynchronisationTest::onlyWhoReadTheCounterKnows() {
  const LineByLine kernel(readByOthers(none));
  QCOMPARE(missing(kernel, kernel.races({2, 1, 1}, 64, following()), "write", "read"), MissingOrder::All);
}

void SynchronisationTest::barrierPassesOnWhatAThreadKnows() {
  const LineByLine kernel(readByOthers("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)"));
  QVERIFY(kernel.races({2, 1, 1}, 64, following()).empty());
}

/// Every thread writes and fences, they meet, one counts.
void SynchronisationTest::barrierPassesOnFences() {
  for (const std::string& before : {fence, none}) {
    const LineByLine kernel(R"(entry:
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul i32 %block, 64
  %place = add i32 %row, %thread
  %part = getelementptr i32, ptr addrspace(1) @g, i32 %place
  store i32 7, ptr addrspace(1) %part ; write
  )" + before + R"(
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %one, label %done
one:
  )" + count + "\n  " + fence +
                            R"(
  %last = icmp eq i32 %seen, 1
  br i1 %last, label %sum, label %done
sum:
  %value = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @g, i32 160) ; read
  br label %done
done:
  ret void)");
    QCOMPARE(missing(kernel, kernel.races({2, 1, 1}, 64, following()), "write", "read").has_value(), before == none);
  }
}

void SynchronisationTest::volatileFlag_data() {
  QTest::addColumn<QString>("store");
  QTest::addColumn<QString>("load");
  QTest::addColumn<bool>("orders");
  QTest::newRow("volatile") << "store volatile i32"
                            << "load volatile i32" << true;
  QTest::newRow("plain store") << "store i32"
                               << "load volatile i32" << false;
  QTest::newRow("plain load") << "store volatile i32"
                              << "load i32" << false;
}

void SynchronisationTest::volatileFlag() {
  QFETCH(QString, store);
  QFETCH(QString, load);
  QFETCH(bool, orders);
  const LineByLine kernel(R"(entry:
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %writes = icmp eq i32 %block, 0
  br i1 %writes, label %writer, label %reader
writer:
  store i32 7, ptr addrspace(1) @g ; write
  )" + fence + "\n  " + store.toStdString() +
                          " 1, ptr addrspace(1) " + counter + R"(
  ret void
reader:
  %flag = )" + load.toStdString() +
                          ", ptr addrspace(1) " + counter + "\n  " + fence + R"(
  %value = load i32, ptr addrspace(1) @g ; read
  ret void)");
  QCOMPARE(missing(kernel, kernel.races({2, 1, 1}, 1, following()), "write", "read").has_value(), !orders);
}

void SynchronisationTest::lockOrdersItsSections_data() {
  QTest::addColumn<QString>("unlock");
  QTest::addColumn<bool>("orders");
  QTest::newRow("exchange") << "%free = atomicrmw xchg ptr addrspace(1) LOCK, i32 0 seq_cst" << true;
  QTest::newRow("plain store") << "store i32 0, ptr addrspace(1) LOCK" << false;
}

void SynchronisationTest::lockOrdersItsSections() {
  QFETCH(QString, unlock);
  QFETCH(bool, orders);
  const LineByLine kernel("entry:\n  %taken = cmpxchg ptr addrspace(1) " + counter + ", i32 0, i32 1 seq_cst seq_cst\n  " + fence + R"(
  %old = load i32, ptr addrspace(1) @g ; read
  %new = add i32 %old, 1
  store i32 %new, ptr addrspace(1) @g ; write
  )" + fence + "\n  " + unlock.replace("LOCK", QString::fromStdString(counter)).toStdString() +
                          "\n  ret void");
  QCOMPARE(missing(kernel, kernel.races({4, 1, 1}, 1, following()), "read", "write").has_value(), !orders);
}

void SynchronisationTest::withoutFollowingEveryOrderButBarriersIsARace() {
  const LineByLine kernel(lastBlockText(fence, count, fence));
  QCOMPARE(missing(kernel, kernel.races({4, 1, 1}, 1, {}), "write", "read"), MissingOrder::All);
}

/// The first thread's own warp adds before others do.
void SynchronisationTest::storeIsNotHiddenByAnAtomicOperation() {
  const LineByLine kernel(R"(entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %thread, 0
  br i1 %first, label %one, label %all
one:
  store i32 0, ptr addrspace(3) @x ; store
  br label %all
all:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %old = atomicrmw add ptr addrspace(3) @x, i32 1 seq_cst ; add
  ret void)");
  QCOMPARE(kernel.racingLines(64), kernel.between("store", "add"));
}

void SynchronisationTest::atomicOperationsOfOneScopeRaceWithOtherBlocks() {
  for (const bool isNarrow : {true, false}) {
    const LineByLine kernel("entry:\n  %old = atomicrmw add ptr addrspace(1) @g, i32 1" +
                            std::string(isNarrow ? " syncscope(\"block\")" : "") + " monotonic ; add\n  ret void");
    QCOMPARE(missing(kernel, kernel.races({3, 1, 1}, 64, following()), "add", "add").has_value(), isNarrow);
    QVERIFY(kernel.races({1, 1, 1}, 64, {}).empty());
  }
}

void SynchronisationTest::atomicLoadsDoNotRace() {
  const LineByLine kernel(R"(entry:
  %seen = load atomic i32, ptr addrspace(1) @g monotonic, align 4
  %old = atomicrmw add ptr addrspace(1) @g, i32 1 monotonic ; add
  %plain = load i32, ptr addrspace(1) @g ; plain
  ret void)");
  const std::vector<Race> races = kernel.races({2, 1, 1}, 1, {});
  QCOMPARE(races.size(), std::size_t{1});
  QVERIFY(missing(kernel, races, "add", "plain").has_value());
}

QTEST_GUILESS_MAIN(SynchronisationTest)
#include "synchronisation_test.moc"
