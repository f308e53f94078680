/// Assembly that reads, writes and orders memory, and that the threads of a warp or a block run together.

#include "forms.h"

#include <numeric>

using namespace gevo;
using namespace gevo::ir;
using namespace gevo::ir::assembly::testing;

namespace {

/// A kernel `k(ptr %p, ptr %q)`; %l is the thread's number, %pl and %ql its words of the arrays.
std::string kernel(const std::string& body, const std::string& globals = {}) {
  return globals +
         "define ptx_kernel void @k(ptr %p, ptr %q) {\n%l = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
         "%pl = getelementptr i32, ptr %p, i32 %l\n%ql = getelementptr i32, ptr %q, i32 %l\n" +
         body + "\nret void\n}\n";
}

struct Run {
  std::string fault;
  std::vector<std::uint32_t> p;
  std::vector<std::uint32_t> q;
};

/// Launches it with `threads` threads in one block.
Run run(const std::string& text, std::vector<std::uint32_t> p, std::vector<std::uint32_t> q, std::uint32_t threads = 32) {
  const auto base = std::move(BaseModule::load(prepareBase(assemble(text)).value()).value());
  if (printModule(base->module()).find(" asm ") != std::string::npos) return {"the block was not translated", {}, {}};
  sim::testing::Device device(valueOf(sim::Simulator::create(base->module(), *sim::loadModel("sim"))));
  const auto first = device.upload(p);
  const auto second = device.upload(q);
  Run run;
  run.fault = sim::testing::faultMessage(device.launch("k", {1, 1, 1}, {threads, 1, 1}, first, second));
  run.p = device.download<std::uint32_t>(first, p.size());
  run.q = device.download<std::uint32_t>(second, q.size());
  return run;
}

std::vector<std::uint32_t> someWords(std::size_t count) {
  std::mt19937 engine(7);
  std::vector<std::uint32_t> words(count);
  for (std::uint32_t& word : words) word = engine();
  return words;
}

std::string asmText(const QString& text) { return fmt::format("\"{}\"", escaped(text.toStdString())); }

} // namespace

class MemoryFormsTest : public QObject {
  Q_OBJECT

private slots:
  void loadsAndStoresOfEveryKind_data() {
    QTest::addColumn<QString>("load");
    QTest::addColumn<QString>("store");
    QTest::newRow("plain") << "ld.u32"
                           << "st.u32";
    QTest::newRow("global") << "ld.global.b32"
                            << "st.global.b32";
    QTest::newRow("ca, wb") << "ld.global.ca.u32"
                            << "st.global.wb.u32";
    QTest::newRow("cg") << "ld.global.cg.s32"
                        << "st.global.cg.s32";
    QTest::newRow("cs") << "ld.cs.u32"
                        << "st.cs.u32";
    QTest::newRow("cv, wt") << "ld.global.cv.u32"
                            << "st.global.wt.u32";
    QTest::newRow("lu") << "ld.global.lu.u32"
                        << "st.u32";
    QTest::newRow("nc") << "ld.global.nc.u32"
                        << "st.weak.global.u32";
    QTest::newRow("hints") << "ld.global.nc.L1::no_allocate.L2::128B.u32"
                           << "st.global.L1::no_allocate.u32";
    QTest::newRow("volatile") << "ld.volatile.global.u32"
                              << "st.volatile.u32";
    QTest::newRow("relaxed") << "ld.relaxed.gpu.global.u32"
                             << "st.relaxed.cta.global.u32";
    QTest::newRow("acquire, release") << "ld.acquire.sys.u32"
                                      << "st.release.gpu.u32";
  }
  void loadsAndStoresOfEveryKind() {
    QFETCH(QString, load);
    QFETCH(QString, store);
    const auto words = someWords(32);
    const Run result = run(kernel("%v = call i32 asm sideeffect " + asmText(load + " $0, [$1];") +
                                  ", \"=r,l,~{memory}\"(ptr %ql)\ncall void asm sideeffect " + asmText(store + " [$0], $1;") +
                                  ", \"l,r,~{memory}\"(ptr %pl, i32 %v)"),
                           std::vector<std::uint32_t>(32), words);
    QCOMPARE(QString::fromStdString(result.fault), QString());
    QCOMPARE(result.p, words);
  }

  void vectorsAndOffsets() {
    const auto words = someWords(8);
    const Run result =
        run(kernel("%v = call { i32, i32, i32, i32 } asm \"ld.global.v4.u32 {$0,$1,$2,$3}, [$4+16];\", \"=r,=r,=r,=r,l\"(ptr %q)\n"
                   "%a = extractvalue { i32, i32, i32, i32 } %v, 0\n%b = extractvalue { i32, i32, i32, i32 } %v, 3\n"
                   "call void asm sideeffect \"st.relaxed.gpu.global.v2.b32 [$0+8], {$1, $2};\", \"l,r,r\"(ptr %p, i32 %a, i32 %b)"),
            std::vector<std::uint32_t>(4), words, 1);
    QCOMPARE(QString::fromStdString(result.fault), QString());
    QCOMPARE(result.p, (std::vector<std::uint32_t>{0, 0, words[4], words[7]}));
  }

  void narrowLoadsExtendBySignOrZeros() {
    const Run result = run(kernel("%s = call i32 asm \"ld.global.s8 $0, [$1];\", \"=r,l\"(ptr %q)\n"
                                  "%u = call i32 asm \"ld.u16 $0, [$1+2];\", \"=r,l\"(ptr %q)\n"
                                  "%n = getelementptr i32, ptr %p, i32 1\nstore i32 %s, ptr %p\nstore i32 %u, ptr %n\n"
                                  "call void asm sideeffect \"st.u8 [$0+8], $1;\", \"l,r\"(ptr %p, i32 %s)"),
                           {0, 0, 0}, {0x80f0ff81}, 1);
    QCOMPARE(QString::fromStdString(result.fault), QString());
    QCOMPARE(result.p, (std::vector<std::uint32_t>{0xffffff81, 0x80f0, 0x81}));
  }

  void predicatedStoresLeaveOthersAlone() {
    const Run result = run(
        kernel(
            "call void asm sideeffect \"{ .reg .pred a; setp.lt.u32 a, $1, 10; @a st.global.u32 [$0], $1; }\", \"l,r\"(ptr %pl, i32 %l)"),
        std::vector<std::uint32_t>(32, 77), {0});
    for (std::uint32_t i = 0; i < 32; ++i) QCOMPARE(result.p[i], i < 10 ? i : 77);
  }

  void predicatedLoadsKeepTheOldValueElsewhere() {
    const auto words = someWords(32);
    const Run result =
        run(kernel("%v = call i32 asm sideeffect \"{ .reg .pred a; setp.lt.u32 a, $2, 10; mov.u32 $0, 5; @!a ld.global.u32 $0, [$1]; }\", "
                   "\"=&r,l,r\"(ptr %ql, i32 %l)\nstore i32 %v, ptr %pl"),
            std::vector<std::uint32_t>(32), words);
    for (std::uint32_t i = 0; i < 32; ++i) QCOMPARE(result.p[i], i < 10 ? 5 : words[i]);
  }

  void sharedMemoryByShortAddresses() {
    const auto words = someWords(32);
    const Run result =
        run(kernel("%i = zext i32 %l to i64\n%s = getelementptr [32 x i32], ptr addrspace(3) @s, i64 0, i64 %i\n"
                   "%a = ptrtoint ptr addrspace(3) %s to i64\n%t = trunc i64 %a to i32\n%v = load i32, ptr %ql\n"
                   "call void asm sideeffect \"st.shared.u32 [$0], $1;\", \"r,r,~{memory}\"(i32 %t, i32 %v)\n"
                   "call void asm sideeffect \"bar.sync 0;\", \"~{memory}\"()\n%x = xor i32 %t, 4\n"
                   "%w = call i32 asm sideeffect \"ld.shared.u32 $0, [$1];\", \"=r,r,~{memory}\"(i32 %x)\nstore i32 %w, ptr %pl",
                   "@s = internal addrspace(3) global [32 x i32] undef, align 128\n"),
            std::vector<std::uint32_t>(32), words);
    QCOMPARE(QString::fromStdString(result.fault), QString());
    for (std::size_t i = 0; i < 32; ++i) QCOMPARE(result.p[i], words[i ^ 1]);
  }

  /// As cooperative groups find their part of shared memory.
  void reservedSharedMemoryHasAGenericAddress() {
    const Run result = run(kernel("%a = call i64 asm \"{ .reg .u32 start; .reg .u64 extended; mov.u32 start, %reserved_smem_offset_1;"
                                  " cvt.u64.u32 extended, start; cvta.shared.u64 $0, extended; }\", \"=l\"()\n"
                                  "%r = inttoptr i64 %a to ptr\n%x = getelementptr i32, ptr %r, i32 %l\nstore i32 %l, ptr %x\n"
                                  "call void asm sideeffect \"bar.sync 0;\", \"~{memory}\"()\n%m = sub i32 31, %l\n"
                                  "%y = getelementptr i32, ptr %r, i32 %m\n%v = load i32, ptr %y\nstore i32 %v, ptr %pl"),
                           std::vector<std::uint32_t>(32), {0});
    QCOMPARE(QString::fromStdString(result.fault), QString());
    QCOMPARE(result.p[3], 28U);
  }

  void addressesGoFromSpaceToSpace() {
    const Run result = run(kernel("%a = ptrtoint ptr %pl to i64\n"
                                  "%g = call i64 asm \"cvta.to.global.u64 $0, $1;\", \"=l,l\"(i64 %a)\n"
                                  "%b = call i64 asm \"cvta.global.u64 $0, $1;\", \"=l,l\"(i64 %g)\n"
                                  "%v = call i32 asm \"{ .reg .pred a; isspacep.global a, $1; selp.u32 $0, 3, 4, a; }\", \"=r,l\"(i64 %b)\n"
                                  "%r = inttoptr i64 %b to ptr\nstore i32 %v, ptr %r"),
                           std::vector<std::uint32_t>(32), {0});
    QCOMPARE(result.p, std::vector<std::uint32_t>(32, 3));
  }

  void atomicsGiveTheOldValueAndWriteTheNew_data() {
    QTest::addColumn<QString>("operation");
    QTest::addColumn<quint32>("before");
    QTest::addColumn<quint32>("operand");
    QTest::addColumn<quint32>("after");
    QTest::newRow("add") << "atom.global.add.u32" << 5U << 7U << 12U;
    QTest::newRow("add, ordered") << "atom.add.release.gpu.u32" << 5U << 7U << 12U;
    QTest::newRow("add, scope") << "atom.add.acq_rel.cta.s32" << 5U << ~0U << 4U;
    QTest::newRow("and") << "atom.and.relaxed.sys.b32" << 12U << 10U << 8U;
    QTest::newRow("or") << "atom.or.acquire.gpu.b32" << 12U << 10U << 14U;
    QTest::newRow("xor") << "atom.xor.b32" << 12U << 10U << 6U;
    QTest::newRow("exchange") << "atom.exch.b32" << 12U << 10U << 10U;
    QTest::newRow("signed minimum") << "atom.min.s32" << 12U << ~0U << ~0U;
    QTest::newRow("minimum") << "atom.min.u32" << 12U << ~0U << 12U;
    QTest::newRow("maximum") << "atom.max.u32" << 12U << ~0U << ~0U;
    QTest::newRow("increment") << "atom.inc.u32" << 12U << 20U << 13U;
    QTest::newRow("increment wraps") << "atom.inc.u32" << 20U << 20U << 0U;
    QTest::newRow("decrement") << "atom.dec.u32" << 12U << 20U << 11U;
    QTest::newRow("decrement wraps") << "atom.dec.u32" << 0U << 20U << 20U;
    QTest::newRow("add of floats") << "atom.add.f32" << 0x3f800000U << 0x40000000U << 0x40400000U;
  }
  void atomicsGiveTheOldValueAndWriteTheNew() {
    QFETCH(QString, operation);
    QFETCH(quint32, before);
    QFETCH(quint32, operand);
    QFETCH(quint32, after);
    const Run atomic = run(kernel("%v = load i32, ptr %q\n%o = call i32 asm sideeffect " + asmText(operation + " $0, [$1], $2;") +
                                  ", \"=r,l,r,~{memory}\"(ptr %p, i32 %v)\nstore i32 %o, ptr %q"),
                           {before}, {operand}, 1);
    QCOMPARE(QString::fromStdString(atomic.fault), QString());
    QCOMPARE(atomic.p[0], after);
    QCOMPARE(atomic.q[0], before);
    const Run reduction =
        run(kernel("%v = load i32, ptr %q\ncall void asm sideeffect " +
                   asmText("red" + operation.mid(4).replace("exch", "add") + " [$0], $1;") + ", \"l,r,~{memory}\"(ptr %p, i32 %v)"),
            {before}, {operand}, 1);
    if (!operation.contains("exch")) QCOMPARE(reduction.p[0], after);
  }

  void compareAndSwap() {
    const Run result = run(kernel("%o = call i32 asm sideeffect \"atom.cas.acq_rel.gpu.b32 $0, [$1], 5, 9;\", \"=r,l,~{memory}\"(ptr "
                                  "%pl)\nstore i32 %o, ptr %ql"),
                           {5, 6}, {0, 0}, 2);
    QCOMPARE(result.p, (std::vector<std::uint32_t>{9, 6}));
    QCOMPARE(result.q, (std::vector<std::uint32_t>{5, 6}));
  }

  void fencesHintsAndWaitsChangeNoValues() {
    std::string body;
    for (const char* text : {"fence.acq_rel.gpu;", "fence.sc.cta;", "membar.gl;", "membar.cta;", "nanosleep.u32 20;", "pmevent 3;"})
      body += fmt::format("call void asm sideeffect \"{}\", \"~{{memory}}\"()\n", text);
    for (const char* text :
         {"prefetch.global.L2 [$0];", "prefetch.L1 [$0];", "discard.global.L2 [$0], 128;", "prefetch.global.L2::evict_last [$0];"})
      body += fmt::format("call void asm sideeffect \"{}\", \"l\"(ptr %p)\n", text);
    const Run result = run(kernel(body + "store i32 %l, ptr %pl"), std::vector<std::uint32_t>(32), {0});
    QCOMPARE(QString::fromStdString(result.fault), QString());
    QCOMPARE(result.p[31], 31U);
  }

  void trapEndsTheLaunch() {
    const Run result =
        run(kernel("call void asm sideeffect \"{ .reg .pred a; setp.eq.u32 a, $0, 3; @a trap; }\", \"r\"(i32 %l)"), {0}, {0});
    QVERIFY(!result.fault.empty());
  }

  void exitEndsTheThread() {
    const Run result =
        run(kernel("call void asm sideeffect \"{ .reg .pred a; setp.ge.u32 a, $0, 5; @a exit; }\", \"r\"(i32 %l)\nstore i32 1, ptr %pl"),
            std::vector<std::uint32_t>(32), {0});
    QCOMPARE(QString::fromStdString(result.fault), QString());
    QCOMPARE(std::accumulate(result.p.begin(), result.p.end(), 0U), 5U);
  }

  /// As in CUB's scan of a warp.
  void shuffleReduction() {
    const auto words = someWords(32);
    std::string body = "%v0 = load i32, ptr %ql\n";
    for (int i = 0; i < 5; ++i)
      body += fmt::format("%v{} = call i32 asm sideeffect \"{{  .reg .u32 r0;  .reg .pred p;  shfl.sync.up.b32 r0|p, $1, $2, $3, $5;  @p "
                          "add.u32 r0, r0, $4;"
                          "  mov.u32 $0, r0;}}\", \"=r,r,r,r,r,r\"(i32 %v{}, i32 {}, i32 0, i32 %v{}, i32 -1)\n",
                          i + 1, i, 1 << i, i);
    const Run result = run(kernel(body + "store i32 %v5, ptr %pl"), std::vector<std::uint32_t>(32), words);
    QCOMPARE(QString::fromStdString(result.fault), QString());
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < 32; ++i) QCOMPARE(result.p[i], sum += words[i]);
  }

  void votesMatchesAndReductions_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<quint32>("lane5"); // of the lanes' numbers
    QTest::newRow("ballot") << "{ .reg .pred a; setp.lt.u32 a, $1, 4; vote.ballot.sync.b32 $0, a, 0xffffffff; }" << 15U;
    QTest::newRow("not all") << "{ .reg .pred a; setp.lt.u32 a, $1, 4; vote.sync.all.pred a, a, -1; selp.u32 $0, 1, 0, a; }" << 0U;
    QTest::newRow("any of the others") << "{ .reg .pred a; setp.lt.u32 a, $1, 31; vote.sync.any.pred a, !a, -1; selp.u32 $0, 1, 0, a; }"
                                       << 1U;
    QTest::newRow("match") << "{ .reg .b32 a; and.b32 a, $1, 7; match.any.sync.b32 $0, a, -1; }" << 0x20202020U;
    QTest::newRow("active") << "activemask.b32 $0;" << ~0U;
    QTest::newRow("sum") << "redux.sync.add.s32 $0, $1, 0xffffffff;" << 496U;
    QTest::newRow("maximum") << "redux.sync.max.u32 $0, $1, 0xffffffff;" << 31U;
    QTest::newRow("lanes below") << "mov.u32 $0, %lanemask_lt;" << 31U;
    QTest::newRow("own lane") << "add.u32 $0, %laneid, WARP_SZ;" << 37U;
    QTest::newRow("threads") << "mov.u32 $0, %ntid.x;" << 32U;
    QTest::newRow("multiprocessors") << "{ .reg .pred a; setp.gt.u32 a, %nsmid, %smid; selp.u32 $0, 1, 0, a; }" << 1U;
    QTest::newRow("elected") << "{ .reg .pred a; elect.sync _|a, 0xffffffff; selp.u32 $0, 1, 2, a; }" << 2U;
    QTest::newRow("barrier with a sum") << "{ .reg .pred a; setp.lt.u32 a, $1, 9; barrier.cta.red.popc.aligned.u32 $0, 0, a; }" << 9U;
    QTest::newRow("barriers") << "bar.sync 1, 32; barrier.sync 0; bar.warp.sync -1; mov.b32 $0, $1;" << 5U;
  }
  void votesMatchesAndReductions() {
    QFETCH(QString, text);
    QFETCH(quint32, lane5);
    const Run result = run(kernel("%v = call i32 asm sideeffect " + asmText(text) + ", \"=r,r\"(i32 %l)\nstore i32 %v, ptr %pl"),
                           std::vector<std::uint32_t>(32), {0});
    QCOMPARE(QString::fromStdString(result.fault), QString());
    QCOMPARE(result.p[5], lane5);
  }
};

QTEST_GUILESS_MAIN(MemoryFormsTest)
#include "memory_forms_test.moc"
