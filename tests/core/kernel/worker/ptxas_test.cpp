/// What becomes of ptxas' answers; a script stands for it.

#include <QTest>

#include "core/base/file.h"
#include "core/kernel/worker/ptxas.h"

#include <QTemporaryDir>

using namespace gevo;

class PtxasTest : public QObject {
  Q_OBJECT

  QTemporaryDir toolkit_;

  /// A toolkit whose ptxas says `words` and fails.
  void refuseWith(const std::string& words) {
    const std::filesystem::path root = toolkit_.path().toStdString();
    std::filesystem::create_directories(root / "include");
    std::filesystem::create_directories(root / "bin");
    QVERIFY(writeFile(root / "include" / "cuda_runtime.h", "").has_value());
    QVERIFY(writeFile(root / "bin" / "ptxas", "#!/bin/sh\ncat >&2 <<END\n" + words + "\nEND\nexit 255\n").has_value());
    std::filesystem::permissions(root / "bin" / "ptxas", std::filesystem::perms::owner_all);
    qputenv("CUDA_PATH", toolkit_.path().toUtf8());
  }

private slots:
  void anArchitectureThatItDoesNotKnowIsNoFaultOfTheCode_data() {
    QTest::addColumn<QString>("words");
    QTest::newRow("architecture") << "ptxas fatal   : Value 'sm_999' is not defined for option 'gpu-name'";
    QTest::newRow("version of PTX") << "ptxas variant.ptx, line 5; fatal   : Unsupported .version 8.8; current version is '7.8'";
  }
  void anArchitectureThatItDoesNotKnowIsNoFaultOfTheCode() {
    QFETCH(QString, words);
    refuseWith(words.toStdString());
    const Result<AssembleReply> reply = worker::assemble({".version 8.8\n", "sm_999"});
    QVERIFY(reply.has_value());
    QVERIFY(!reply->hasAssembler);
    QCOMPARE(QString::fromStdString(reply->note), toolkit_.filePath("bin/ptxas") + " does not know sm_999");
  }

  void codeThatItRefusesIsAnErrorWithItsWords() {
    refuseWith("ptxas variant.ptx, line 7; error   : Unexpected instruction");
    const Result<AssembleReply> reply = worker::assemble({".version 8.8\n", "sm_90"});
    QVERIFY(!reply.has_value());
    QVERIFY(reply.error().details.find("Unexpected instruction") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(PtxasTest)
#include "ptxas_test.moc"
