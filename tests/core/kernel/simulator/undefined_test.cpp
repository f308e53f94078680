// Undefined values are followed to uses with an effect; poison flags of instructions are checked on request.

#include <QTest>

#ifndef Q_MOC_RUN
#include "tests/core/kernel/simulator/device.h"
#endif

#include <fmt/format.h>
#include <set>

using namespace gevo;
using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

constexpr const char* moduleText = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i32 @llvm.abs.i32(i32, i1)
declare i32 @llvm.ctlz.i32(i32, i1)
declare void @llvm.assume(i1)
define internal void @keeps(ptr %to, i32 %value) noinline {{
  store i32 %value, ptr %to
  ret void
}}
define internal i32 @halves(i32 %value) noinline {{
  %half = lshr i32 %value, 1
  ret i32 %half
}}
define ptx_kernel void @kernel(ptr %out, ptr %in, i32 %n) {{
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %place = getelementptr i32, ptr %out, i32 %t
  %even.bit = and i32 %t, 1
  %even = icmp eq i32 %even.bit, 0
  %small = icmp ult i32 %n, 10
{}
}}
)";

using Uses = std::set<UndefinedUse>;

Device deviceFor(const std::string& body, Detail detail) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  const std::string text = fmt::format(moduleText, body);
  const auto module = llvm::parseIR(llvm::MemoryBufferRef(text, "text"), diagnostic, context);
  if (!module) throw std::runtime_error(diagnostic.getMessage().str() + ": " + diagnostic.getLineContents().str());
  return Device(valueOf(Simulator::create(*module, *loadModel("sim"), detail)));
}

LaunchReport run(Device& device, int n) {
  const auto out = device.upload(std::vector<int>(64));
  const auto in = device.upload(std::vector<int>(64, 7));
  return device.launch("kernel", {1, 1, 1}, {64, 1, 1}, out, in, n);
}

Uses usesIn(const std::string& body, int n, Detail detail, std::string& fault) {
  Device device = deviceFor(body, detail);
  const LaunchReport report = run(device, n);
  fault = faultMessage(report);
  Uses uses;
  for (const UndefinedValue& value : report.undefined) uses.insert(value.use);
  return uses;
}

} // namespace

class UndefinedTest : public QObject {
  Q_OBJECT
private slots:
  void undefinedValuesAreFollowedToTheirUse_data();
  void undefinedValuesAreFollowedToTheirUse();
  void violatedPoisonFlags_data();
  void violatedPoisonFlags();
  void poisonFlagsAreCheckedOnlyOnRequest();
  void trackingTakesNoModelledTime();
  void poisonFlagsOfHoistedValuesAreCheckedInEveryWarp();
};

void UndefinedTest::undefinedValuesAreFollowedToTheirUse_data() {
  QTest::addColumn<QString>("body");
  QTest::addColumn<QList<int>>("uses");
  auto row = [](const char* name, const char* body, std::initializer_list<UndefinedUse> uses) {
    QList<int> numbers;
    for (const UndefinedUse use : uses) numbers.push_back(static_cast<int>(use));
    QTest::newRow(name) << QString(body) << numbers;
  };
  using U = UndefinedUse;
  row("stored as it is", "store i32 undef, ptr %place\n ret void", {U::Store});
  row("computed with, then stored", "%x = add i32 poison, %t\n %y = xor i32 %x, 5\n store i32 %y, ptr %place\n ret void", {U::Store});
  row("computed with, never used", "%x = add i32 poison, %t\n store i32 %t, ptr %place\n ret void", {});
  row("an address", "%p = getelementptr i32, ptr %in, i32 undef\n %x = load i32, ptr %p\n ret void", {U::Address});
  row("a branch", "br i1 poison, label %a, label %b\na:\n ret void\nb:\n ret void", {U::Branch});
  row("a switch", "%x = mul i32 undef, %t\n switch i32 %x, label %a [ i32 1, label %b ]\na:\n ret void\nb:\n ret void", {U::Branch});
  row("a barrier", "%x = and i32 undef, 3\n call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 %x)\n ret void", {U::Barrier});
  row("a vote", "%x = icmp eq i32 %t, undef\n %v = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %x)\n ret void", {U::CrossLane});
  row("a divisor", "%x = udiv i32 %t, undef\n ret void", {U::Division});
  row("an atomic", "%x = atomicrmw add ptr %place, i32 undef monotonic\n ret void", {U::Store});
  row("the way not taken",
      "br i1 %small, label %a, label %b\na:\n br label %b\nb:\n %x = phi i32 [ %t, %a ], [ undef, %entry ]\n store i32 %x, ptr %place\n "
      "ret void",
      {});
  row("the way of some lanes",
      "br i1 %even, label %a, label %b\na:\n br label %b\nb:\n %x = phi i32 [ %t, %a ], [ undef, %entry ]\n store i32 %x, ptr %place\n ret "
      "void",
      {U::Store});
  row("used by the lanes that have it",
      "br i1 %even, label %a, label %b\na:\n br label %b\nb:\n %x = phi i32 [ %t, %a ], [ undef, %entry ]\n"
      " br i1 %even, label %c, label %d\nc:\n store i32 %x, ptr %place\n ret void\nd:\n ret void",
      {});
  row("not chosen", "%x = select i1 %small, i32 %t, i32 undef\n store i32 %x, ptr %place\n ret void", {});
  row("chosen by some lanes", "%x = select i1 %even, i32 %t, i32 undef\n store i32 %x, ptr %place\n ret void", {U::Store});
  row("a choice by it", "%x = select i1 undef, i32 %t, i32 %n\n store i32 %x, ptr %place\n ret void", {U::Store});
  row("and false",
      "%large = xor i1 %small, true\n %u = icmp eq i32 undef, 3\n %x = and i1 %large, %u\n"
      " br i1 %x, label %a, label %b\na:\n ret void\nb:\n ret void",
      {});
  row("and true", "%u = icmp eq i32 undef, 3\n %x = and i1 %small, %u\n br i1 %x, label %a, label %b\na:\n ret void\nb:\n ret void",
      {U::Branch});
  row("or true", "%u = icmp eq i32 undef, 3\n %x = or i1 %small, %u\n br i1 %x, label %a, label %b\na:\n ret void\nb:\n ret void", {});
  row("frozen", "%x = freeze i32 poison\n store i32 %x, ptr %place\n ret void", {U::Store});
  row("a vector filled piece by piece",
      "%v = insertelement <2 x i32> poison, i32 %t, i32 0\n %w = insertelement <2 x i32> %v, i32 %n, i32 1\n"
      " %q = getelementptr <2 x i32>, ptr %out, i32 0\n store <2 x i32> %w, ptr %q\n ret void",
      {});
  row("a vector filled by half", "%v = insertelement <2 x i32> poison, i32 %t, i32 0\n store <2 x i32> %v, ptr %out\n ret void",
      {U::Store});
  row("the other half of a vector",
      "%v = insertelement <2 x i32> poison, i32 %t, i32 0\n %x = extractelement <2 x i32> %v, i32 0\n store i32 %x, ptr %place\n ret void",
      {});
  row("a structure",
      "%s = insertvalue { i32, i32 } undef, i32 %t, 1\n %x = extractvalue { i32, i32 } %s, 0\n"
      " store i32 %x, ptr %place\n ret void",
      {U::Store});
  row("given to a function", "call void @keeps(ptr %place, i32 undef)\n ret void", {U::Store});
  row("given and returned", "%x = call i32 @halves(i32 undef)\n store i32 %x, ptr %place\n ret void", {U::Store});
  row("another value given to the function",
      "%x = call i32 @halves(i32 undef)\n %y = call i32 @halves(i32 %t)\n store i32 %y, ptr %place\n ret void", {});
  row("from a lane that has it",
      "%first = icmp eq i32 %t, 0\n %x = select i1 %first, i32 undef, i32 %t\n"
      " %y = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %x, i32 1, i32 31)\n store i32 %y, ptr %place\n ret void",
      {});
  row("from a lane that hasn't",
      "%first = icmp eq i32 %t, 0\n %x = select i1 %first, i32 undef, i32 %t\n"
      " %y = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %x, i32 0, i32 31)\n store i32 %y, ptr %place\n ret void",
      {U::Store});
  row("of an earlier lap",
      "br label %loop\nloop:\n %i = phi i32 [ 0, %entry ], [ %next, %loop ]\n %last = phi i32 [ undef, %entry ], [ %i, %loop ]\n"
      " %sum = add i32 %last, 1\n %next = add i32 %i, 1\n %more = icmp ult i32 %next, 3\n br i1 %more, label %loop, label %end\n"
      "end:\n store i32 %sum, ptr %place\n ret void",
      {});
  row("of the first lap",
      "br label %loop\nloop:\n %i = phi i32 [ 0, %entry ], [ %next, %loop ]\n %last = phi i32 [ undef, %entry ], [ %i, %loop ]\n"
      " store i32 %last, ptr %place\n %next = add i32 %i, 1\n %more = icmp ult i32 %next, 3\n br i1 %more, label %loop, label %end\n"
      "end:\n ret void",
      {U::Store});
  const std::string own = "%own = alloca [4 x i32], align 4\n %second = getelementptr i32, ptr %own, i32 1\n store i32 %t, ptr %own\n";
  row("own memory that was written", (own + "%x = load i32, ptr %own\n store i32 %x, ptr %place\n ret void").c_str(), {});
  row("own memory that was not written", (own + "%x = load i32, ptr %second\n store i32 %x, ptr %place\n ret void").c_str(), {U::Store});
  row("own memory read beforehand",
      (own + "%x = load i32, ptr %second\n %y = select i1 %small, i32 %t, i32 %x\n store i32 %y, ptr %place\n ret void").c_str(), {});
  row("own memory that some lanes wrote",
      (own + "br i1 %even, label %a, label %b\na:\n store i32 %t, ptr %second\n br label %b\nb:\n"
             " %x = load i32, ptr %second\n store i32 %x, ptr %place\n ret void")
          .c_str(),
      {U::Store});
  row("own memory, copied",
      ("%other = alloca [4 x i32], align 4\n" + own +
       "call void @llvm.memcpy.p0.p0.i64(ptr %other, ptr %own, i64 16, i1 false)\n %q = getelementptr i32, ptr %other, i32 1\n"
       " %x = load i32, ptr %other\n %y = load i32, ptr %q\n store i32 %x, ptr %place\n %b = icmp eq i32 %y, 3\n"
       " br i1 %b, label %a, label %c\na:\n ret void\nc:\n ret void")
          .c_str(),
      {U::Branch});
}

void UndefinedTest::undefinedValuesAreFollowedToTheirUse() {
  QFETCH(QString, body);
  QFETCH(QList<int>, uses);
  Uses expected;
  for (const int use : uses) expected.insert(static_cast<UndefinedUse>(use));
  std::string fault;
  QCOMPARE(usesIn(body.toStdString(), 3, Detail::None, fault), expected);
  // Without poison flags, checking them finds the same.
  QCOMPARE(usesIn(body.toStdString(), 3, Detail::PoisonFlags, fault), expected);
}

void UndefinedTest::violatedPoisonFlags_data() {
  QTest::addColumn<QString>("value"); ///< "%x = ...", stored afterwards
  QTest::addColumn<QString>("type");
  QTest::addColumn<int>("kept");
  QTest::addColumn<int>("broken");
  auto row = [](const char* value, const char* type, int kept, int broken) {
    QTest::newRow(value) << QString("%x = ") + value << QString(type) << kept << broken;
  };
  const int least = std::numeric_limits<int>::min();
  const int most = std::numeric_limits<int>::max();
  row("add nsw i32 %n, 1", "i32", most - 1, most);
  row("add nuw i32 %n, 1", "i32", most, -1);
  row("sub nsw i32 %n, 1", "i32", least + 1, least);
  row("sub nuw i32 %n, 1", "i32", 1, 0);
  row("mul nsw i32 %n, 3", "i32", -9, most / 2);
  row("mul nuw i32 %n, 3", "i32", 9, -9);
  row("shl nsw i32 %n, 4", "i32", -5, 1 << 27);
  row("shl nuw i32 %n, 4", "i32", 5, -5);
  row("shl i32 5, %n", "i32", 31, 32);
  row("lshr i32 5, %n", "i32", 31, 32);
  row("ashr i32 5, %n", "i32", 31, -1);
  row("lshr exact i32 %n, 2", "i32", 8, 9);
  row("ashr exact i32 %n, 2", "i32", -8, -9);
  row("udiv exact i32 %n, 3", "i32", 9, 10);
  row("sdiv exact i32 %n, -3", "i32", 9, 10);
  row("or disjoint i32 %n, 4", "i32", 3, 5);
  row("trunc nuw i32 %n to i8", "i8", 255, 256);
  row("trunc nsw i32 %n to i8", "i8", -128, 128);
  row("zext nneg i32 %n to i64", "i64", most, -1);
  row("uitofp nneg i32 %n to float", "float", most, -1);
  row("icmp samesign ult i32 %n, 5", "i1", 7, -7);
  row("call i32 @llvm.abs.i32(i32 %n, i1 true)", "i32", least + 1, least);
  row("call i32 @llvm.ctlz.i32(i32 %n, i1 true)", "i32", 1, 0);
  QTest::newRow("conversion to a signed integer") << "%f = bitcast i32 %n to float\n %x = fptosi float %f to i32"
                                                  << "i32" << std::bit_cast<int>(-2147483648.0F) << std::bit_cast<int>(2147483648.0F);
  QTest::newRow("conversion of not a number") << "%f = bitcast i32 %n to float\n %x = fptosi float %f to i32"
                                              << "i32" << std::bit_cast<int>(1e9F) << 0x7fc00000;
  QTest::newRow("conversion to a narrow integer") << "%f = bitcast i32 %n to float\n %x = fptosi float %f to i8"
                                                  << "i8" << std::bit_cast<int>(-128.9F) << std::bit_cast<int>(-129.0F);
  QTest::newRow("conversion of a double") << "%w = sext i32 %n to i64\n %d = sitofp i64 %w to double\n %e = fmul double %d, 0.5\n"
                                             " %f = fsub double %e, 2147483648.0\n %x = fptosi double %f to i32"
                                          << "i32" << -1 << -2;
  QTest::newRow("conversion to an unsigned integer") << "%f = bitcast i32 %n to float\n %x = fptoui float %f to i32"
                                                     << "i32" << std::bit_cast<int>(-0.9F) << std::bit_cast<int>(-1.0F);
  QTest::newRow("an address beyond its allocation") << "%p = getelementptr inbounds i32, ptr %in, i32 %n\n %x = ptrtoint ptr %p to i64"
                                                    << "i64" << 64 << 65;
  QTest::newRow("an address before its allocation") << "%p = getelementptr inbounds i32, ptr %in, i32 %n\n %x = ptrtoint ptr %p to i64"
                                                    << "i64" << 0 << -1;
}

void UndefinedTest::violatedPoisonFlags() {
  QFETCH(QString, value);
  QFETCH(QString, type);
  QFETCH(int, kept);
  QFETCH(int, broken);
  const std::string computed = value.toStdString() + "\n ";
  const std::string stored = fmt::format("{} store {} %x, ptr %place, align 1\n ret void", computed, type.toStdString());
  std::string fault;
  Uses uses = usesIn(stored, kept, Detail::PoisonFlags, fault);
  QCOMPARE(uses, Uses());
  uses = usesIn(stored, broken, Detail::PoisonFlags, fault);
  QCOMPARE(uses, Uses{UndefinedUse::Store});
  // An unused result is not reported.
  uses = usesIn(computed + "ret void", broken, Detail::PoisonFlags, fault);
  QCOMPARE(uses, Uses());
}

void UndefinedTest::poisonFlagsAreCheckedOnlyOnRequest() {
  std::string fault;
  const std::string body = "%x = add nsw i32 %n, 1\n store i32 %x, ptr %place\n ret void";
  QCOMPARE(usesIn(body, std::numeric_limits<int>::max(), Detail::None, fault), Uses());
  QCOMPARE(usesIn("%x = sdiv i32 %t, %n\n ret void", 0, Detail::PoisonFlags, fault), Uses{UndefinedUse::Division});
  QCOMPARE(usesIn("%x = sdiv i32 -2147483648, %n\n ret void", -1, Detail::PoisonFlags, fault), Uses{UndefinedUse::Division});
  QCOMPARE(usesIn("%x = sdiv i32 -2147483648, %n\n ret void", 1, Detail::PoisonFlags, fault), Uses());
  const std::string assumption = "call void @llvm.assume(i1 %small)\n ret void";
  QCOMPARE(usesIn(assumption, 9, Detail::PoisonFlags, fault), Uses());
  QCOMPARE(usesIn(assumption, 10, Detail::PoisonFlags, fault), Uses{UndefinedUse::Assumption});
  // A lane that takes no part has nothing to give.
  const std::string partial = "br i1 %even, label %a, label %b\na:\n"
                              " %x = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 1431655765, i32 %t, i32 1, i32 31)\n"
                              " store i32 %x, ptr %place\n ret void\nb:\n ret void";
  QCOMPARE(usesIn(partial, 0, Detail::PoisonFlags, fault), Uses{UndefinedUse::Store});
  QCOMPARE(fault, std::string());
}

void UndefinedTest::trackingTakesNoModelledTime() {
  Device plain = deviceFor("%x = add nsw i32 %n, 1\n %y = mul i32 %x, %t\n store i32 %y, ptr %place\n ret void", Detail::None);
  Device followed = deviceFor("%x = add nsw i32 %n, 1\n %y = mul i32 %x, %t\n store i32 %y, ptr %place\n ret void", Detail::PoisonFlags);
  const LaunchReport a = run(plain, 5);
  const LaunchReport b = run(followed, 5);
  QCOMPARE(b.statistics.cycles, a.statistics.cycles);
  QCOMPARE(b.statistics.warpInstructions, a.statistics.warpInstructions);
}

void UndefinedTest::poisonFlagsOfHoistedValuesAreCheckedInEveryWarp() {
  std::string fault;
  const std::string body = "%c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n %x = add i32 %c, 5\n %y = udiv i32 20, %x\n"
                           " store i32 %y, ptr %place\n ret void";
  QCOMPARE(usesIn(body, 0, Detail::PoisonFlags, fault), Uses());
  QCOMPARE(fault, std::string());
}

QTEST_APPLESS_MAIN(UndefinedTest)
#include "undefined_test.moc"
