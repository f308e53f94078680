/// Asynchronous copies from global to shared memory: their bytes are there after the wait, and not before.

#include "core/kernel/operators/apply.h"
#include "forms.h"

using namespace gevo;
using namespace gevo::ir;
using namespace gevo::ir::assembly::testing;

namespace {

const char* const commit = "call void asm sideeffect \"cp.async.commit_group;\", \"\"()\n";
const char* const waitAll = "call void asm sideeffect \"cp.async.wait_all;\", \"\"()\n";
const char* const barrier = "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";

std::string wait(int groups) { return fmt::format("call void asm sideeffect \"cp.async.wait_group $0;\", \"n\"(i32 {})\n", groups); }

/// Copies `bytes` bytes for each thread to its place in `array`, of which `given` are read.
std::string copy(const std::string& array, int bytes, int given, const char* from = "%p") {
  static int number = 0;
  const int n = ++number;
  return fmt::format("%f{0} = getelementptr [{1} x i8], ptr {4}, i64 0, i64 0\n%o{0} = mul i32 %l, {1}\n"
                     "%a{0} = getelementptr i8, ptr %f{0}, i32 %o{0}\n"
                     "%t{0} = getelementptr i8, ptr addrspace(3) @{2}, i32 %o{0}\n%i{0} = ptrtoint ptr addrspace(3) %t{0} to i32\n"
                     "call void asm sideeffect \"cp.async.{5}.shared.global [$0], [$1], $2, $3;\", \"r,l,n,n,~{{memory}}\"(i32 %i{0}, "
                     "ptr %a{0}, i32 {1}, i32 {3})\n",
                     n, bytes, array, given, from, bytes == 16 ? "cg" : "ca");
}

/// %q[thread] = the word at the thread's number, plus `shift`, of the array.
std::string read(const std::string& array, int shift, const char* name) {
  return fmt::format("%x{2} = xor i32 %l, {1}\n%s{2} = getelementptr i32, ptr addrspace(3) @{0}, i32 %x{2}\n"
                     "%v{2} = load i32, ptr addrspace(3) %s{2}\n%d{2} = getelementptr i32, ptr %q, i32 %l\nstore i32 %v{2}, ptr %d{2}\n",
                     array, shift, name);
}

std::string kernel(const std::string& body) {
  return "@s = internal addrspace(3) global [2048 x i8] undef, align 16\n@u = internal addrspace(3) global [2048 x i8] undef, align 16\n"
         "define ptx_kernel void @k(ptr %p, ptr %q) {\n%l = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n" +
         body + "ret void\n}\n";
}

struct Run {
  sim::LaunchReport report;
  std::vector<std::uint32_t> q;
};

Run run(const std::string& body, std::uint32_t threads = 64) {
  const auto base = valueOf(BaseModule::load(valueOf(prepareBase(assemble(kernel(body))))));
  if (printModule(base->module()).find(" asm ") != std::string::npos) throw std::runtime_error("a block was not translated");
  sim::testing::Device device(valueOf(sim::Simulator::create(base->module(), *sim::loadModel("sim"))));
  std::vector<std::uint32_t> words(512);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint32_t>(i * 17 + 3);
  const auto from = device.upload(words);
  const auto to = device.upload(std::vector<std::uint32_t>(128));
  Run run;
  run.report = device.launch("k", {1, 1, 1}, {threads, 1, 1}, from, to);
  run.q = device.download<std::uint32_t>(to, 128);
  return run;
}

std::uint32_t word(std::uint32_t i) { return i * 17 + 3; }

} // namespace

class AsyncCopiesTest : public QObject {
  Q_OBJECT

private slots:
  void bringBytesForOtherThreads_data() {
    QTest::addColumn<int>("bytes");
    for (const int bytes : {4, 8, 16}) QTest::newRow(QByteArray::number(bytes).constData()) << bytes;
  }
  void bringBytesForOtherThreads() {
    QFETCH(int, bytes);
    for (const std::string& end : {std::string(commit) + wait(0), std::string(waitAll)}) {
      const Run result = run(copy("s", bytes, bytes) + end + barrier + read("s", 33, "r"));
      QCOMPARE(QString::fromStdString(sim::testing::faultMessage(result.report)), QString());
      QVERIFY(result.report.races.empty());
      for (std::uint32_t i = 0; i < 64; ++i) QCOMPARE(result.q[i], word(i ^ 33));
    }
  }

  void fillTheRestWithZeros() {
    const Run result = run(copy("s", 16, 8) + waitAll + barrier + read("s", 0, "r"));
    QCOMPARE(QString::fromStdString(sim::testing::faultMessage(result.report)), QString());
    for (std::uint32_t i = 0; i < 64; ++i) QCOMPARE(result.q[i], i % 4 < 2 ? word(i) : 0);
  }

  void areNotThereBeforeTheWait_data() {
    QTest::addColumn<QString>("between");
    QTest::newRow("nothing") << "";
    QTest::newRow("a barrier") << barrier;
    QTest::newRow("an earlier group's wait") << QString::fromStdString(commit + wait(1));
    QTest::newRow("a wait for groups alone") << QString::fromStdString(wait(0));
  }
  void areNotThereBeforeTheWait() {
    QFETCH(QString, between);
    const Run result = run(copy("s", 4, 4) + between.toStdString() + read("s", 0, "r"));
    QVERIFY(result.report.fault.has_value());
    QVERIFY(result.report.fault->kind == sim::FaultKind::Uninitialised);
  }

  void groupsEndInOrder() {
    const std::string two = copy("s", 4, 4) + commit + copy("u", 4, 4) + commit + wait(1);
    QVERIFY(!run(two + read("s", 0, "r")).report.fault);
    QVERIFY(run(two + read("u", 0, "r")).report.fault.has_value());
  }

  void raceWithoutABarrier() {
    const Run result = run(copy("s", 4, 4) + waitAll + read("s", 1, "r"));
    QCOMPARE(QString::fromStdString(sim::testing::faultMessage(result.report)), QString());
    QCOMPARE(result.report.races.size(), std::size_t{1});
    QVERIFY(result.report.races[0].shared);
  }

  void raceWithWritesBeforeTheWait() {
    const std::string write =
        "%y = xor i32 %l, 32\n%w = getelementptr i32, ptr addrspace(3) @s, i32 %y\nstore i32 7, ptr addrspace(3) %w\n";
    QVERIFY(!run(copy("s", 4, 4) + barrier + write + waitAll + barrier).report.races.empty());
    QVERIFY(run(copy("s", 4, 4) + waitAll + barrier + write).report.races.empty());
  }

  void hideTheirLatency() {
    std::string work = "%w0 = add i32 %l, 1\n";
    for (int i = 1; i < 60; ++i) work += fmt::format("%w{} = mul i32 %w{}, %w{}\n", i, i - 1, i - 1);
    work += "%e = getelementptr i32, ptr %q, i32 %l\n%e64 = getelementptr i32, ptr %e, i32 64\nstore i32 %w59, ptr %e64\n";
    const double beside = run(copy("s", 4, 4) + work + waitAll + barrier + read("s", 1, "r"), 32).report.statistics.cycles;
    const double after = run(copy("s", 4, 4) + waitAll + barrier + work + read("s", 1, "r"), 32).report.statistics.cycles;
    QVERIFY2(beside < after, qPrintable(QString("%1 and %2 cycles").arg(beside).arg(after)));
  }

  void comeBackInPtx() {
    const std::string body = copy("s", 16, 16) + copy("u", 8, 4) + commit + wait(0) + barrier + read("s", 1, "r") + read("u", 1, "z");
    const auto base = valueOf(BaseModule::load(valueOf(prepareBase(assemble(kernel(body))))));
    auto applied = applyEdits(*base, {});
    optimise(*applied.module);
    const std::string ptx = valueOf(emitPtx(*applied.module, "sm_90"));
    for (const char* part : {"cp.async.cg.shared.global", "cp.async.ca.shared.global", "cp.async.commit_group", "cp.async.wait_group"})
      QVERIFY2(ptx.find(part) != std::string::npos, ptx.c_str());
  }
};

QTEST_GUILESS_MAIN(AsyncCopiesTest)
#include "async_copies_test.moc"
