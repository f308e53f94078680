#include "core/kernel/ir/parameter_reads.h"
#include "tests/core/kernel/ir/fixture.h"

#include <QtTest>
#include <llvm/AsmParser/Parser.h>
#include <llvm/Support/SourceMgr.h>

using namespace gevo;
using namespace gevo::ir;

namespace {

/// As 'r' where the code may read the byte.
QByteArray readsOf(const std::string& kernel) {
  const std::string text = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
%pair = type { i8, i32, i64 }
declare void @elsewhere(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
)" + kernel;
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const auto module = llvm::parseAssemblyString(text, problem, context);
  if (!module) return problem.getMessage().str().c_str();
  const ParameterReads found = findParameterReads(*module);
  QByteArray shown;
  for (const bool read : found.at("k")) shown += read ? 'r' : '.';
  return shown;
}

} // namespace

/// Bytes of parameters that a kernel's code may read.
class ParameterReadsTest : public QObject {
  Q_OBJECT

private slots:
  void gapsBetweenParametersAndUnusedOnesAreNotRead() {
    QCOMPARE(readsOf("define ptx_kernel void @k(i8 %a, i32 %unused, i64 %b, ptr %p) {\n"
                     "  store i8 %a, ptr %p\n  store i64 %b, ptr %p\n  ret void\n}"),
             QByteArray("r...") + "...." + "rrrrrrrr" + "rrrrrrrr");
  }
  void ofAStructureWhatIsLoadedIsRead() {
    QCOMPARE(readsOf("define ptx_kernel void @k(ptr byval(%pair) align 8 %a, ptr %p) {\n"
                     "  %first = load i8, ptr %a\n  %at = getelementptr i8, ptr %a, i64 8\n  %last = load i64, ptr %at\n"
                     "  store i8 %first, ptr %p\n  store i64 %last, ptr %p\n  ret void\n}"),
             QByteArray("r.......") + "rrrrrrrr" + "rrrrrrrr");
  }
  void copyReadsItsLength() {
    QCOMPARE(readsOf("define ptx_kernel void @k(ptr byval(%pair) align 8 %a, ptr %p) {\n"
                     "  %at = getelementptr i8, ptr %a, i64 4\n"
                     "  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %at, i64 4, i1 false)\n  ret void\n}"),
             QByteArray("....rrrr") + "........" + "rrrrrrrr");
  }
  void everythingMayBeReadWhereTheAddressIsNotKnown() {
    const QByteArray all(16, 'r');
    QCOMPARE(readsOf("define ptx_kernel void @k(ptr byval(%pair) align 8 %a) {\n  call void @elsewhere(ptr %a)\n  ret void\n}"), all);
    QCOMPARE(readsOf("define ptx_kernel void @k(ptr byval(%pair) align 8 %a, i64 %i, ptr %p) {\n"
                     "  %at = getelementptr i8, ptr %a, i64 %i\n  %x = load i8, ptr %at\n  store i8 %x, ptr %p\n  ret void\n}"),
             all + all);
    QCOMPARE(readsOf("define ptx_kernel void @k(ptr byval(%pair) align 8 %a, i1 %c, ptr %p) {\n"
                     "  %at = select i1 %c, ptr %a, ptr %p\n  %x = load i8, ptr %at\n  store i8 %x, ptr %p\n  ret void\n}"),
             all + QByteArray("r.......") + "rrrrrrrr");
  }
};

QTEST_GUILESS_MAIN(ParameterReadsTest)
#include "parameter_reads_test.moc"
