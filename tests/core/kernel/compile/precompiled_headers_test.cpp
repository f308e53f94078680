#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/kernel/compile/precompiled_headers.h"

#include "core/base/file.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

/// Headers are precompiled once for all compilations of a file that differ in its own text only.
class PrecompiledHeadersTest : public QObject {
  Q_OBJECT

private slots:
  void anotherScratchFolderNeedsNoOtherHeaders() {
    const auto clang = locateClang();
    if (!clang) QSKIP("no compiler");
    const ScratchFolder kept = *ScratchFolder::make();
    PrecompiledHeaders headers(kept.path());
    std::vector<std::vector<std::string>> given;
    for (const char* text : {"#include <vector>\nint one;\n", "#include <vector>\nint other;\n", "#include <map>\nint other;\n"}) {
      const ScratchFolder scratch = *ScratchFolder::make();
      CompilerSetup setup{*clang, {}, {}, scratch.path(), scratch.path()};
      QVERIFY(gevo::writeFile(scratch.path() / "file.cpp", std::string_view(text)).has_value());
      QVERIFY(gevo::writeFile(scratch.path() / "prologue.h", std::string_view("#define BEFORE 1\n")).has_value());
      given.push_back(headers.argumentsFor(setup, "file.cpp",
                                           {clang->path.string(), "-include", (scratch.path() / "prologue.h").string(), "-x", "c++", "-c",
                                            "-fdebug-prefix-map=" + scratch.path().string() + "/="}));
      QVERIFY(!given.back().empty());
    }
    QCOMPARE(given[1], given[0]);
    QVERIFY2(given[2] != given[0], "other headers are others");
  }
};

QTEST_GUILESS_MAIN(PrecompiledHeadersTest)
#include "precompiled_headers_test.moc"
