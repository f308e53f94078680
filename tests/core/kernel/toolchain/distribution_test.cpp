/// The package that a machine without a CUDA toolkit is told to install.

#include <QTest>

#include "core/base/file.h"
#include "core/kernel/toolchain/distribution.h"

#include <QTemporaryDir>

using namespace gevo;
using namespace gevo::program;

class DistributionTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::string advice(const QString& osRelease) {
    const std::filesystem::path file = folder_.filePath("os-release").toStdString();
    return writeFile(file, osRelease.toStdString()) ? howToInstallCuda(file) : std::string();
  }

private slots:
  void packageIsThatOfTheDistribution_data() {
    QTest::addColumn<QString>("osRelease");
    QTest::addColumn<QString>("named");
    QTest::newRow("Debian") << "PRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\nVERSION_ID=\"13\"\nID=debian\n"
                            << "nvidia-cuda-toolkit from Debian's contrib and non-free";
    QTest::newRow("Ubuntu") << "ID=ubuntu\nID_LIKE=debian\n"
                            << "nvidia-cuda-toolkit from Ubuntu's multiverse";
    QTest::newRow("Mint") << "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n"
                          << "from Ubuntu's multiverse";
    QTest::newRow("Fedora") << "ID=fedora\n"
                            << "cuda-toolkit from NVIDIA's repository for Fedora";
    QTest::newRow("Rocky") << "ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n"
                           << "cuda-toolkit from NVIDIA's repository for RHEL";
    QTest::newRow("openSUSE") << "ID=\"opensuse-leap\"\nID_LIKE=\"suse opensuse\"\n"
                              << "NVIDIA's repository for SUSE";
    QTest::newRow("Arch") << "ID=arch\n"
                          << "install the package cuda";
    QTest::newRow("other") << "ID=slackware\n"
                           << "set CUDA_PATH to its folder";
  }
  void packageIsThatOfTheDistribution() {
    QFETCH(QString, osRelease);
    QFETCH(QString, named);
    const QString said = QString::fromStdString(advice(osRelease));
    QVERIFY2(said.contains(named), qPrintable(said));
  }

  void unknownSystemHasGeneralAdvice() {
    QCOMPARE(howToInstallCuda(folder_.filePath("missing").toStdString()),
             std::string("install one (its headers and libdevice are enough) and set CUDA_PATH to its folder"));
  }
};

QTEST_GUILESS_MAIN(DistributionTest)
#include "distribution_test.moc"
