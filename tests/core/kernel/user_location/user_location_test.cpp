#include "core/base/result.h" // before <compare>, which moc can't read as the first header

#include <QtTest>
#ifndef Q_MOC_RUN
#include "core/kernel/user_location/user_location.h"

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>
#endif

using namespace gevo;

namespace {

/// A chain of inlined functions, each with one location.
class Chain {
public:
  Chain() : module_("test", context_), builder_(module_) {
    builder_.createCompileUnit(llvm::dwarf::DW_LANG_C_plus_plus, builder_.createFile("kernel.cu", "."), "test", true, "", 0);
  }

  /// From the outermost inwards.
  const llvm::DILocation* of(const std::vector<std::pair<const char*, unsigned>>& places) {
    llvm::DILocation* location = nullptr;
    for (const auto& [name, line] : places) {
      llvm::DIFile* file = builder_.createFile(name, ".");
      auto* type = builder_.createSubroutineType(builder_.getOrCreateTypeArray({}));
      auto* function =
          builder_.createFunction(file, "f", "", file, 1, type, 1, llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
      location = llvm::DILocation::get(context_, line, 3, function, location);
    }
    return location;
  }

private:
  llvm::LLVMContext context_;
  llvm::Module module_;
  llvm::DIBuilder builder_;
};

constexpr const char* mathHeader = "/usr/lib/llvm-22/lib/clang/22/include/__clang_cuda_math.h";

} // namespace

class UserLocationTest : public QObject {
  Q_OBJECT
private slots:
  void knowsHeadersOfTheToolchain_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("isOne");
    QTest::newRow("clang's") << mathHeader << true;
    QTest::newRow("CUDA's") << "/usr/local/cuda-13.0/include/sm_30_intrinsics.hpp" << true;
    QTest::newRow("CUDA's, by a link") << "/usr/local/cuda/targets/x86_64-linux/include/cub/block/block_scan.cuh" << true;
    QTest::newRow("CUDA's, from Python") << "/home/me/venv/lib/python3/site-packages/nvidia/cuda_runtime/include/crt/math.hpp" << true;
    QTest::newRow("the C++ library's") << "/usr/include/c++/12/bits/stl_algo.h" << true;
    QTest::newRow("the program's") << "kernel.cu" << false;
    QTest::newRow("the program's, in a folder named cuda") << "cuda/include/tile.h" << false;
    QTest::newRow("another of the user's") << "/home/me/common/include/tile.h" << false;
  }
  void knowsHeadersOfTheToolchain() {
    QFETCH(QString, path);
    QFETCH(bool, isOne);
    QCOMPARE(isToolchainHeader(path.toStdString()), isOne);
  }

  void locationIsTheInnermostOfTheUsers() {
    Chain chain;
    QCOMPARE(userLocation(chain.of({{"kernel.cu", 10}, {"tile.h", 20}, {mathHeader, 30}}))->getLine(), 20U);
    QCOMPARE(userLocation(chain.of({{"kernel.cu", 10}, {"tile.h", 20}}))->getLine(), 20U);
  }

  void lineThatIsNotKnownIsSkipped() {
    Chain chain;
    QCOMPARE(userLocation(chain.of({{"kernel.cu", 10}, {"tile.h", 0}}))->getLine(), 10U);
  }

  void withoutOneTheInnermostOfAllCounts() {
    Chain chain;
    QCOMPARE(userLocation(chain.of({{mathHeader, 40}, {mathHeader, 30}}))->getLine(), 30U);
    QCOMPARE(userLocation(nullptr), static_cast<const llvm::DILocation*>(nullptr));
  }
};

QTEST_GUILESS_MAIN(UserLocationTest)
#include "user_location_test.moc"
