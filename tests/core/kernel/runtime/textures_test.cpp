#include "core/base/wire.h"
#include "core/kernel/build/build.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/kernel/trace/trace.h"

#include <QtTest>
#include <algorithm>

using namespace gevo;
using namespace gevo::program;

/// A program that reads textures in every mode and checks what comes back.
class TexturesTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
#ifdef __SANITIZE_THREAD__
    QSKIP("the thread sanitizer keeps the addresses of managed memory for itself");
#endif
    if (const auto clang = findClang(); !clang) QSKIP(clang.error().message.c_str());
    if (const auto cuda = findCudaToolkit(); !cuda) QSKIP(cuda.error().message.c_str());
    auto built = build(request(""), {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + "\n" + built.error().details).c_str());
    reply_ = std::move(*built);
    const auto trace = wire::decode<Trace>(reply_.project.tests[0].trace, "trace");
    QVERIFY(trace.has_value());
    trace_ = *trace;
  }

  void everyTextureIsDestroyedInTheTrace() {
    QVERIFY(count(EventKind::CreateTexture) > 200);
    QCOMPARE(count(EventKind::CreateTexture), count(EventKind::DestroyTexture));
  }

  void unsupportedTexturesAreReported() {
    QVERIFY(!reply_.notes.empty());
    QCOMPARE(reply_.notes.front(),
             std::string("the program called cudaCreateTextureObject with sRGB, cudaMalloc3DArray of three dimensions or "
                         "layers, which GEVO's CUDA runtime does not support, and continued without it"));
  }

  void wrongTextureReadIsABuildError() {
    const auto built = build(request("misuse"), {});
    QVERIFY(!built);
    const std::string said = built.error().message + built.error().details;
    QVERIFY2(said.find("a texture of linear memory read by other than tex1Dfetch()") != std::string::npos, said.c_str());
  }

  void programsWithTextureReferencesRunAndReplay() {
    BuildInputs made = request("");
    made.settings.files = {"texture_references.cu"};
    const auto built = build(made, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + "\n" + built.error().details).c_str());
    for (const std::string& note : built->notes) QVERIFY2(note.find("does not support") == std::string::npos, note.c_str());
  }

private:
  static BuildInputs request(const std::string& arguments) {
    BuildInputs made;
    made.name = "textures";
    made.workingFolder = std::string(GEVO_TEST_SOURCE) + "/tests/core/kernel/runtime/fixtures";
    made.settings.files = {"textures.cu"};
    made.tests = {{TestRole::Test, arguments, {}}};
    return made;
  }
  int count(EventKind kind) const {
    return static_cast<int>(std::count_if(trace_.events.begin(), trace_.events.end(), [&](const Event& e) { return e.kind == kind; }));
  }
  BuiltProject reply_;
  Trace trace_;
};

QTEST_GUILESS_MAIN(TexturesTest)
#include "textures_test.moc"
