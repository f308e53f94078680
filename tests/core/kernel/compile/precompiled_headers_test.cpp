#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/kernel/compile/precompiled_headers.h"

#include "core/base/file.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::program;
namespace fs = std::filesystem;

/// Headers are precompiled once for all compilations of a file that differ in its own text only.
class PrecompiledHeadersTest : public QObject {
  Q_OBJECT

  QTemporaryDir cache_;
  QTemporaryDir program_;
  std::optional<Clang> clang_;
  std::vector<std::string> more_; ///< arguments

  fs::path program() const { return program_.path().toStdString(); }
  static void write(const fs::path& file, const std::string& text) { QVERIFY(gevo::writeFile(file, std::string_view(text)).has_value()); }

  /// Of "file.cpp" with this text, compiled with another scratch folder each time.
  struct Headers {
    PrecompiledHeaders headers;
    std::vector<std::string> arguments; ///< of clang, with them
    CompilerSetup setup;
    ScratchFolder scratch;
    Finished compile() const {
      std::vector<std::string> all = arguments;
      all.insert(all.end(), {"-o", (scratch.path() / "out.o").string(), "file.cpp"});
      return *runClang(setup, all);
    }
  };
  Headers headersOf(const std::string& text, const std::string& prologue = "#include \"ours.h\"\n") const {
    ScratchFolder scratch = *ScratchFolder::make();
    CompilerSetup setup{*clang_, {}, {}, program(), scratch.path()};
    write(program() / "file.cpp", text);
    write(scratch.path() / "prologue.h", prologue);
    std::vector<std::string> arguments{clang_->path.string(),
                                       "-include",
                                       (scratch.path() / "prologue.h").string(),
                                       "-x",
                                       "c++",
                                       "-c",
                                       "-I" + program().string(),
                                       "-fdebug-prefix-map=" + scratch.path().string() + "/="};
    arguments.insert(arguments.end(), more_.begin(), more_.end());
    PrecompiledHeaders::of(setup, "file.cpp", arguments); // those of the program are made when they are used again
    PrecompiledHeaders headers = PrecompiledHeaders::of(setup, "file.cpp", arguments);
    arguments = headers.addedTo(std::move(arguments));
    return {std::move(headers), std::move(arguments), std::move(setup), std::move(scratch)};
  }
  static std::string fileOf(const Headers& headers) { return headers.headers.none() ? std::string() : headers.arguments.back(); }

private slots:
  void initTestCase() {
    auto clang = locateClang();
    if (!clang) QSKIP("no compiler");
    clang_ = *clang;
    qputenv("XDG_CACHE_HOME", cache_.path().toUtf8());
    write(program() / "ours.h", "#pragma once\nconstexpr int ours = 1;\n");
    write(program() / "part.h", "constexpr int part = 2;\n");
    // Another file in a folder of -I may come before one of the system.
    for (const char* const name : {"file.cpp", "guarded.h", "once.h", "start.h", "macro.h"}) write(program() / name, "");
  }
  void init() { more_.clear(); }

  void anotherScratchFolderNeedsNoOtherHeaders() {
    const std::string one = fileOf(headersOf("#include <vector>\nint one;\n"));
    QVERIFY(!one.empty() && fs::exists(one));
    QCOMPARE(fileOf(headersOf("#include <vector>\nint other;\n")), one);
    QVERIFY2(fileOf(headersOf("#include <map>\nint other;\n")) != one, "other headers are others");
    more_ = {"-O2"};
    QVERIFY2(fileOf(headersOf("#include <vector>\nint other;\n")) != one, "and other arguments");
  }

  void aFileCompilesWithThem() {
    const Headers headers = headersOf("#include <vector>\nstd::vector<int> one{ours};\n");
    const Finished finished = headers.compile();
    QVERIFY2(finished.succeeded(), finished.errors.c_str());
  }

  /// They change between two compilations, and a parameter's value may be in one.
  void theProgramsOwnHeadersAreNotAmongThem() {
    const std::string without = fileOf(headersOf("int own = ours;\n"));
    QCOMPARE(fileOf(headersOf("#include <part.h>\n#include <vector>\nint own = part;\n")), without);
    QVERIFY(headersOf("#include <part.h>\n#include <vector>\nint own = part;\n").compile().succeeded());
  }

  void theProgramsOwnHeadersMayBeginWithThem() {
    const std::string direct = fileOf(headersOf("#include <vector>\n#include <map>\nint own;\n"));
    write(program() / "guarded.h", "// What all need\n#ifndef GUARDED_H\n#define GUARDED_H\n#include <vector>\n#endif // GUARDED_H\n");
    QCOMPARE(fileOf(headersOf("#include \"guarded.h\"\n#include <map>\nint own;\n")), direct);
    write(program() / "once.h", "#pragma once\n/* What\n all need */\n#include \"guarded.h\"\n#include <map>\nint own;\n");
    QCOMPARE(fileOf(headersOf("#include \"once.h\"\n#include <set>\n")), direct);
    const Finished finished = headersOf("#include \"once.h\"\n#include <set>\nstd::set<int> other;\n").compile();
    QVERIFY2(finished.succeeded(), finished.errors.c_str());
    // What stands between comments is no comment, and a macro of other headers no guard.
    for (const char* const start : {"/* a */ #define COUNT 3 /* b */\n", "// a \\\n", "#ifndef CUB_STDERR\n#define CUB_STDERR\n"}) {
      write(program() / "start.h", std::string(start) + "#include <vector>\n#endif\n");
      QCOMPARE(fileOf(headersOf("#include \"start.h\"\nint own;\n")), fileOf(headersOf("int own;\n")));
    }
    write(program() / "macro.h", "#pragma once\n#define COUNT 3\n#include <vector>\n");
    QCOMPARE(fileOf(headersOf("#include \"macro.h\"\n#include <map>\nint own;\n")), fileOf(headersOf("int own;\n")));
  }

  /// What a header means may depend on it.
  void macrosOfTheProgramComeBeforeItsHeaders() {
    const std::string prologue = "#include \"ours.h\"\n#define COUNT 3\n";
    QCOMPARE(fileOf(headersOf("#include <vector>\nint count = COUNT;\n", prologue)), fileOf(headersOf("int own = ours;\n")));
    QVERIFY(headersOf("#include <vector>\nint count = COUNT;\n", prologue).compile().succeeded());
  }

  void aHeaderThatChangedIsReadAgain() {
    const std::string text = "#include <vector>\nint own = ours;\n";
    const std::string known = fileOf(headersOf(text));
    write(program() / "ours.h", "#pragma once\nconstexpr long long ours = 123;\n");
    const Headers stale = headersOf(text);
    const Finished finished = stale.compile();
    QVERIFY2(!finished.succeeded() && QString::fromStdString(finished.errors).contains("has been modified"), finished.errors.c_str());
    stale.headers.distrust(finished.errors);
    QVERIFY(!fs::exists(known));
    const Finished again = headersOf(text).compile();
    QVERIFY2(again.succeeded(), again.errors.c_str());
  }

  void anErrorOfTheProgramIsNotTheirFault() {
    const Headers headers = headersOf("#include <vector>\nint own = unknown;\n");
    headers.headers.distrust(headers.compile().errors);
    QVERIFY(fs::exists(fileOf(headers)));
  }

  void headersThatCanNotBeMadeAreLeftOut() {
    const std::string ours = fileOf(headersOf("int own;\n"));
    QCOMPARE(fileOf(headersOf("#include <nowhere.h>\nint own;\n")), ours);
    more_ = {"--no-such-argument"};
    QVERIFY(headersOf("int own;\n").headers.none());
  }
};

QTEST_GUILESS_MAIN(PrecompiledHeadersTest)
#include "precompiled_headers_test.moc"
