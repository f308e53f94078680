/// Which folder is taken for the CUDA toolkit, in NVIDIA's layout and in Debian's; empty files stand in for a toolkit's.

#include <QTest>

#include "core/base/file.h"
#include "core/kernel/toolchain/cuda_toolkit.h"

#include <QTemporaryDir>

using namespace gevo;
using namespace gevo::program;

class CudaToolkitTest : public QObject {
  Q_OBJECT

  std::optional<QTemporaryDir> folder_;

  std::filesystem::path root() const { return folder_->path().toStdString(); }
  void touch(const std::string& name) {
    std::filesystem::create_directories((root() / name).parent_path());
    QVERIFY(writeFile(root() / name, "").has_value());
  }
  void makeNvidias() {
    touch("include/cuda_runtime.h");
    touch("nvvm/libdevice/libdevice.10.bc");
    touch("lib64/libcudart_static.a");
  }
  /// As the files of Debian's packages nvidia-cuda-dev and nvidia-cuda-toolkit are under /usr.
  void makeDebians() {
    touch("include/cuda_runtime.h");
    touch("include/cuda.h");
    touch("lib/nvidia-cuda-toolkit/libdevice/libdevice.10.bc");
    touch("lib/cuda/bin/.keep");
    touch("lib64/ld-linux-x86-64.so.2");
    touch("lib/x86_64-linux-gnu/libcudart_static.a");
    std::filesystem::create_directories(root() / "lib/cuda/include");
    std::filesystem::create_directories(root() / "lib/cuda/nvvm");
    std::filesystem::create_symlink("../../../include/cuda.h", root() / "lib/cuda/include/cuda.h");
    std::filesystem::create_symlink("../../nvidia-cuda-toolkit/libdevice", root() / "lib/cuda/nvvm/libdevice");
  }

private slots:
  void init() { folder_.emplace(); }
  void cleanup() { qunsetenv("CUDA_PATH"); }

  void nvidiasLayoutIsOneFolder() {
    makeNvidias();
    qputenv("CUDA_PATH", root().c_str());
    const auto found = locateCuda();
    QVERIFY2(found.has_value(), found ? "" : found.error().message.c_str());
    QCOMPARE(*found, root());
    QCOMPARE(cudaPathArguments(*found), std::vector<std::string>{"--cuda-path=" + root().string()});
    QCOMPARE(cudaHeaderArguments(*found), std::vector<std::string>{"-isystem" + (root() / "include").string()});
    QCOMPARE(cudaLibraryFolder(*found), root() / "lib64");
  }

  void debiansLayoutIsAPrefix_data() {
    QTest::addColumn<QString>("part");
    QTest::newRow("the prefix") << "";
    QTest::newRow("clang's folder") << "/lib/cuda";
    QTest::newRow("clang's folder, with a slash") << "/lib/cuda/";
    QTest::newRow("the toolkit's folder") << "/lib/nvidia-cuda-toolkit";
  }
  void debiansLayoutIsAPrefix() {
    QFETCH(QString, part);
    makeDebians();
    qputenv("CUDA_PATH", (folder_->path() + part).toUtf8());
    const auto found = locateCuda();
    QVERIFY2(found.has_value(), found ? "" : found.error().message.c_str());
    QCOMPARE(*found, root());
    QCOMPARE(cudaPathArguments(*found),
             (std::vector<std::string>{"--cuda-path=" + (root() / "lib/cuda").string(), "-isystem" + (root() / "include").string()}));
    QCOMPARE(cudaLibraryFolder(*found), root() / "lib/x86_64-linux-gnu");
  }

  void headersOfTheSystemAreNotNamedAgain() { QCOMPARE(cudaHeaderArguments("/usr"), std::vector<std::string>{}); }

  void missingLibdeviceIsReported() {
    touch("include/cuda_runtime.h");
    qputenv("CUDA_PATH", root().c_str());
    const auto found = locateCuda();
    QVERIFY(!found);
    QVERIFY2(found.error().message.starts_with("the CUDA toolkit in " + root().string() + " has no nvvm/libdevice"),
             found.error().message.c_str());
  }
};

QTEST_GUILESS_MAIN(CudaToolkitTest)
#include "cuda_toolkit_test.moc"
