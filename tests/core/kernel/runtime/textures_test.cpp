#include "tests/core/kernel/runtime/recorded_program.h"
#include "tests/core/kernel/toolkit_without_programs.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

/// A program that reads textures in every mode and checks what comes back.
class TexturesTest : public QObject {
  Q_OBJECT

  const program::ToolkitWithoutPrograms toolkit_;

private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
    program_ = record(request(""));
  }

  void everyTextureIsDestroyedInTheTrace() {
    QVERIFY(program_.count(EventKind::CreateTexture) > 150);
    QCOMPARE(program_.count(EventKind::CreateTexture), program_.count(EventKind::DestroyTexture));
  }

  void unsupportedTexturesAreReported() {
    const std::string said = "the program called cudaCreateTextureObject with sRGB, cudaMalloc3DArray of cube maps, which GEVO's CUDA "
                             "runtime does not support, and continued without it";
    QVERIFY(std::ranges::find(program_.built.notes, said) != program_.built.notes.end());
  }

  void wrongTextureReadIsABuildError() {
    const auto built = build(request("misuse"), {});
    QVERIFY(!built);
    const std::string said = built.error().message + built.error().details;
    QVERIFY2(said.find("a texture of linear memory read by other than tex1Dfetch()") != std::string::npos, said.c_str());
  }

  void otherProgramsRunAndReplay_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("three dimensions and layers") << "volumes.cu";
    QTest::newRow("surfaces") << "surfaces.cu";
    QTest::newRow("texture references") << "texture_references.cu";
  }
  void otherProgramsRunAndReplay() {
    QFETCH(QString, file);
    BuildInputs made = request("");
    made.settings.files = {file.toStdString()};
    const auto built = build(made, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + "\n" + built.error().details).c_str());
    for (const std::string& note : built->notes) QVERIFY2(note.find("does not support") == std::string::npos, note.c_str());
  }

  void writesOutsideOfASurfaceAreABuildError() {
    BuildInputs made = request("beyond");
    made.settings.files = {"surfaces.cu"};
    const auto built = build(made, {});
    QVERIFY(!built);
    const std::string said = built.error().message + built.error().details;
    QVERIFY2(said.find("surf2Dwrite() of 4 bytes at byte 64 of row 0 is outside of a surface of 64 bytes by 6 rows") != std::string::npos,
             said.c_str());
  }

private:
  static BuildInputs request(const std::string& arguments) { return fixtureProgram("textures", {"textures.cu"}, arguments); }
  RecordedProgram program_;
};

QTEST_GUILESS_MAIN(TexturesTest)
#include "textures_test.moc"
