/// How output of ptxas is interpreted; a script stands in for ptxas.

#include <QTest>

#include "core/base/file.h"
#include "core/kernel/toolchain/ptxas.h"

#include <QTemporaryDir>

using namespace gevo;

class PtxasTest : public QObject {
  Q_OBJECT

  QTemporaryDir toolkit_;

  /// A toolkit whose ptxas prints `output` and fails.
  void rejectWith(const std::string& output) { install("cat >&2 <<END\n" + output + "\nEND\nexit 255\n"); }
  /// One that prints `output` and makes an empty file: "-v -arch=A -o FILE SOURCE".
  void succeedWith(const std::string& output) { install("cat >&2 <<END\n" + output + "\nEND\n: > \"$4\"\n"); }
  void install(const std::string& script) {
    const std::filesystem::path root = toolkit_.path().toStdString();
    std::filesystem::create_directories(root / "include");
    std::filesystem::create_directories(root / "bin");
    std::filesystem::create_directories(root / "nvvm" / "libdevice");
    QVERIFY(writeFile(root / "include" / "cuda_runtime.h", "").has_value());
    QVERIFY(writeFile(root / "nvvm" / "libdevice" / "libdevice.10.bc", "").has_value());
    QVERIFY(writeFile(root / "bin" / "ptxas", "#!/bin/sh\n" + script).has_value());
    std::filesystem::permissions(root / "bin" / "ptxas", std::filesystem::perms::owner_all);
    qputenv("CUDA_PATH", toolkit_.path().toUtf8());
  }

private slots:
  void unknownArchitectureIsNotAnError_data() {
    QTest::addColumn<QString>("output");
    QTest::newRow("architecture") << "ptxas fatal   : Value 'sm_999' is not defined for option 'gpu-name'";
    QTest::newRow("version of PTX") << "ptxas variant.ptx, line 5; fatal   : Unsupported .version 8.8; current version is '7.8'";
  }
  void unknownArchitectureIsNotAnError() {
    QFETCH(QString, output);
    rejectWith(output.toStdString());
    const Result<AssembledCode> reply = program::assemble({".version 8.8\n", "sm_999"});
    QVERIFY(reply.has_value());
    QVERIFY(!reply->hasAssembler);
    QCOMPARE(QString::fromStdString(reply->note), toolkit_.filePath("bin/ptxas") + " does not know sm_999");
  }

  void readsFiguresOfEachKernel() {
    succeedWith("ptxas info    : 24 bytes gmem\nptxas info    : Compiling entry function '_Z1fPi' for 'sm_90'\n"
                "ptxas info    : Function properties for _Z1fPi\n    8 bytes stack frame, 16 bytes spill stores, 8 bytes spill loads\n"
                "ptxas info    : Used 34 registers, used 1 barriers, 256 bytes smem, 364 bytes cmem[0]\n"
                "ptxas info    : Compiling entry function '_Z1gPi' for 'sm_90'\n"
                "ptxas info    : Function properties for _Z1gPi\n    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
                "ptxas info    : Used 12 registers, used 0 barriers");
    const Result<program::Assembled> made = program::runPtxas(".version 8.8\n", "sm_90");
    QVERIFY(made.has_value());
    QCOMPARE(made->kernels.size(), std::size_t(2));
    QCOMPARE(made->kernels[0].kernel, std::string("_Z1fPi"));
    QCOMPARE(made->kernels[0].registers, 34U);
    QCOMPARE(made->kernels[0].spillStores, std::uint64_t(16));
    QCOMPARE(made->kernels[0].shared, std::uint64_t(256));
    QCOMPARE(made->kernels[1].registers, 12U);
    QCOMPARE(made->kernels[1].spillStores, std::uint64_t(0));
    QCOMPARE(program::assemble({".version 8.8\n", "sm_90"})->note,
             std::string("f: 34 registers, 16 bytes spilled, 256 bytes of shared memory; g: 12 registers, no spills"));
  }

  void rejectedCodeKeepsTheOutput() {
    rejectWith("ptxas variant.ptx, line 7; error   : Unexpected instruction");
    const Result<AssembledCode> reply = program::assemble({".version 8.8\n", "sm_90"});
    QVERIFY(!reply.has_value());
    QVERIFY(reply.error().details.find("Unexpected instruction") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(PtxasTest)
#include "ptxas_test.moc"
