#include "core/kernel/ir/specialisation.h"
#include "tests/core/kernel/ir/fixture.h"
#include "tests/core/kernel/operators/apply_text.h"

#include <QtTest>
#ifndef Q_MOC_RUN
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#endif

using namespace gevo;
using namespace gevo::ir;

namespace {

std::unique_ptr<llvm::Module> applied(const BaseModule& base, const std::string& lines) { return applyText(base, lines).module; }

/// The numbers that the kernel may store in `out`, of those that are known.
QSet<qint64> stored(llvm::Module& module) {
  optimise(module);
  QSet<qint64> values;
  for (const llvm::Instruction& one : llvm::instructions(*module.getFunction("kernel"))) {
    const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&one);
    if (!llvm::isa<llvm::PHINode>(one) && !(store && !store->isVolatile())) continue;
    for (const llvm::Value* value : one.operand_values())
      if (const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(value)) values.insert(number->getSExtValue());
  }
  return values;
}

template <class Instruction> qsizetype count(const llvm::Module& module) {
  qsizetype found = 0;
  for (const llvm::Instruction& one : llvm::instructions(*module.getFunction("kernel"))) found += llvm::isa<Instruction>(one) ? 1 : 0;
  return found;
}

/// Stores (rows + cols) * threads.
constexpr const char* sizes = R"(
define ptx_kernel void @kernel(ptr addrspace(1) %out, i32 %rows, i32 %cols, float %factor) {
  %local = alloca i32
  %threads = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %sum = add i32 %rows, %cols
  store volatile i32 %sum, ptr %local
  %product = mul i32 %sum, %threads
  br label %next
next:
  store i32 %product, ptr addrspace(1) %out
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
)";
constexpr const char* end = "@5";     ///< of the kernel's first block
constexpr const char* threads = "@1"; ///< the read of a block's size

std::string rows(const std::string& value) { return std::string("specialise 1 ") + end + " use $1 to " + value + "\n"; }
std::string cols(const std::string& value) { return std::string("specialise 2 ") + end + " use $2 to " + value + "\n"; }
std::string blocks(const std::string& value) { return std::string("specialise 3 ") + threads + " to " + value + "\n"; }

} // namespace

class SpecialiseTest : public QObject {
  Q_OBJECT

private slots:
  void oneBranchOfALaunchsValuesHasThemAsConstants() {
    const auto base = loadText(sizes);
    const auto module = applied(*base, rows("30") + cols("12") + blocks("256"));
    QCOMPARE(count<llvm::ICmpInst>(*module), 3);
    QCOMPARE(count<llvm::StoreInst>(*module), 4); // the other branch computes what the kernel did
    QVERIFY(stored(*module).contains(42 * 256));
  }

  void bothBranchesUseTheSameLocalMemory() { QCOMPARE(count<llvm::AllocaInst>(*applied(*loadText(sizes), rows("30"))), 1); }

  void aLaterValueTakesThePlaceOfAnEarlierOne() {
    const auto base = loadText(sizes);
    const auto module = applied(*base, rows("1") + cols("12") + blocks("256") + "specialise 4 @5 use $1 to 30");
    QVERIFY(stored(*module).contains(42 * 256));
  }

  void otherEditsChangeBothBranches() {
    const auto base = loadText(sizes);
    const auto module = applied(*base, rows("30") + cols("12") + blocks("256") + "operand 5 @4 with @4.0=$1");
    QVERIFY(stored(*module).contains(30 * 256));
  }

  void whatHasNoUseOfAValueIsTheOriginalsCode() {
    const auto base = loadText("define ptx_kernel void @kernel(ptr %out, i32 %n) {\n  store i32 1, ptr %out\n  ret void\n}\n");
    const auto hash = [&](const std::string& lines) {
      const auto module = applied(*base, lines);
      optimise(*module);
      return codeHash(*module);
    };
    QCOMPARE(active(*base, "specialise 1 @1 use $1 to 8"), std::vector{true});
    QVERIFY(hash("specialise 1 @1 use $1 to 8") == hash(""));
  }

  void loopsRunTheirRoundsInBothBranches() {
    const auto base = loadText("define ptx_kernel void @kernel(ptr %out, i32 %n) {\n  br label %loop\nloop:\n"
                               "  %i = phi i32 [ 0, %0 ], [ %next, %loop ]\n  %sum = phi i32 [ 1, %0 ], [ %more, %loop ]\n"
                               "  %more = mul i32 %sum, 3\n  %next = add nuw nsw i32 %i, 1\n  %again = icmp ult i32 %next, %n\n"
                               "  br i1 %again, label %loop, label %end, !llvm.loop !0\nend:\n  store i32 %more, ptr %out\n  ret void\n}\n"
                               "!0 = distinct !{!0}\n");
    const auto module = applied(*base, "specialise 1 @0 use $1 to 4");
    QVERIFY(stored(*module).contains(81));
    QVERIFY(count<llvm::PHINode>(*module) > 0);
  }

  void aVariantSaysWhatItIsSpecialisedFor() {
    const auto base = loadText(sizes);
    const auto module = applied(*base, rows("30") + blocks("256"));
    const std::vector<Specialisation> all = specialisationsOf(*module);
    QCOMPARE(all.size(), 2UZ);
    QCOMPARE(all[0].parameter, std::optional<unsigned>(1));
    QCOMPARE(all[0].value, std::uint64_t(30));
    QVERIFY(!all[1].parameter);
    QCOMPARE(all[1].size, 0U);
    QVERIFY(specialisationsOf(*base->original()).empty());
  }

  void aValueIsTheBitsOfTheParameter() {
    const auto base = loadText(sizes);
    const auto module = applied(*base, rows("4294967295") + cols("12") + blocks("2"));
    QVERIFY(stored(*module).contains(22));
  }

  void whatIsNoIntegerOfALaunchIsLeftAlone_data() {
    QTest::addColumn<QString>("edit");
    QTest::newRow("too many bits") << "specialise 1 @5 use $1 to 4294967296";
    QTest::newRow("no number") << "specialise 1 @5 use $1 to many";
    QTest::newRow("a number with zeros before it") << "specialise 1 @5 use $1 to 012";
    QTest::newRow("a pointer") << "specialise 1 @5 use $0 to 8";
    QTest::newRow("a float") << "specialise 1 @5 use $3 to 8";
    QTest::newRow("no parameter") << "specialise 1 @5 use $4 to 8";
    QTest::newRow("another instruction") << "specialise 1 @2 use $1 to 8";
    QTest::newRow("what is no size") << "specialise 1 @2 to 8";
    QTest::newRow("the end of another block") << "specialise 1 @7 use $1 to 8";
  }
  void whatIsNoIntegerOfALaunchIsLeftAlone() {
    QFETCH(QString, edit);
    const auto base = loadText(sizes);
    QCOMPARE(active(*base, edit.toStdString()), std::vector{false});
  }
};

QTEST_GUILESS_MAIN(SpecialiseTest)
#include "specialise_test.moc"
