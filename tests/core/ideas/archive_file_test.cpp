#include "core/ideas/archive_file.h"

#include "core/base/file.h"
#include "core/ideas/archive_text.h"

#include <QTemporaryDir>
#include <QtTest>

#include <rapidcheck.h>

using namespace gevo;

namespace {

IdeaArchive anyArchive() {
  IdeaArchive archive;
  const int programs = *rc::gen::inRange(0, 4);
  for (int i = 0; i < programs; ++i) {
    PaidProgram program{"key " + std::to_string(i), *rc::gen::string<std::string>(), {}};
    for (char& letter : program.name) letter = static_cast<char>(letter & 0x7f); // JSON is UTF-8
    const int variants = *rc::gen::inRange(0, 3);
    for (int run = 1; run <= variants; ++run) {
      PaidVariant variant{run, std::to_string(*rc::gen::inRange(1, 1000)), {}};
      const int edits = *rc::gen::inRange(0, 3);
      for (int edit = 0; edit < edits; ++edit)
        variant.edits.push_back(
            {*rc::gen::element<std::string>("delete: barrier", "unroll 8: innermost loop"), 1 + (1 + *rc::gen::inRange(0, 1000)) / 700.0});
      program.variants.push_back(std::move(variant));
    }
    add(archive, std::move(program));
  }
  return archive;
}

QString archiveWith(const std::string& idea, double gain) {
  IdeaArchive archive;
  add(archive, {"key", "program", {{1, "2", {{idea, gain}}}}});
  return QString::fromStdString(printIdeaArchive(archive));
}

} // namespace

class ArchiveFileTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::filesystem::path path(const char* name) const { return folder_.filePath(name).toStdString(); }

private slots:
  void theTextOfAnArchiveRoundTrips() {
    QVERIFY(rc::check([] {
      const IdeaArchive archive = anyArchive();
      const auto parsed = parseIdeaArchive(printIdeaArchive(archive));
      RC_ASSERT(parsed.has_value());
      RC_ASSERT(*parsed == archive);
    }));
  }

  void aMissingFileIsAnEmptyArchive() {
    const auto archive = readIdeaArchive(path("missing.json"));
    QVERIFY(archive);
    QVERIFY(archive->programs.empty());
  }

  void aChangeIsKept() {
    const auto file = path("new-folder/ideas.json");
    const auto changed = changeIdeaArchive(file, [](IdeaArchive& archive) {
      add(archive, {"key", "nw", {}});
      return Result<void>();
    });
    QVERIFY(changed);
    QCOMPARE(readIdeaArchive(file)->programs.at(0).name, std::string("nw"));
  }

  void whatIsNoArchiveIsNeverOverwritten_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("problem");
    QTest::newRow("nothing") << ""
                             << "its text is damaged";
    QTest::newRow("cut off") << R"({"kind": "gevo ideas", "version": 1, "programs")"
                             << "its text is damaged";
    QTest::newRow("another file") << R"({"population": 8})"
                                  << "it holds something else";
    QTest::newRow("a list") << "[1, 2]"
                            << "it holds something else";
    QTest::newRow("a newer version") << R"({"kind": "gevo ideas", "version": 2, "programs": []})"
                                     << "a newer gevo wrote it";
    QTest::newRow("a wrong type") << R"({"kind": "gevo ideas", "version": 1, "programs": [1]})"
                                  << "its text is damaged";
    QTest::newRow("no gain") << archiveWith("delete: barrier", 0.5) << "a gain of 0.5 is none";
    QTest::newRow("no operator") << archiveWith("juggle: barrier", 1.5)
                                 << "\"juggle: barrier\" begins with no operator that this version knows";
  }
  void whatIsNoArchiveIsNeverOverwritten() {
    QFETCH(QString, text);
    QFETCH(QString, problem);
    const auto file = path("broken.json");
    QVERIFY(writeFile(file, text.toStdString()));
    const auto changed = changeIdeaArchive(file, [](IdeaArchive&) { return Result<void>(); });
    QVERIFY(!changed);
    QCOMPARE(changed.error().message, fmt::format("{} is not an archive of ideas: {}; name another file, or move this one away",
                                                  file.string(), problem.toStdString()));
    QCOMPARE(readFile(file).value(), text.toStdString());
  }

  void anErrorOfTheChangeLeavesTheFile() {
    const auto file = path("kept.json");
    QVERIFY(changeIdeaArchive(file, [](IdeaArchive& archive) {
      add(archive, {"key", "nw", {}});
      return Result<void>();
    }));
    QVERIFY(!changeIdeaArchive(file, [](IdeaArchive& archive) { return forget(archive, "srad"); }));
    QCOMPARE(readIdeaArchive(file)->programs.size(), std::size_t(1));
  }

  void aRunNeedsIdeasOfOtherPrograms() {
    const auto file = path("own.json");
    QVERIFY(changeIdeaArchive(file, [](IdeaArchive& archive) {
      add(archive, {"own key", "own", {{1, "2", {{"delete: barrier", 1.5}}}}});
      return Result<void>();
    }));
    const auto ideas = readIdeasFor("own key", file);
    QVERIFY(!ideas);
    QCOMPARE(ideas.error().message, file.string() + " has no ideas from other programs; add some with gevo ideas --add FILE");
  }
};

QTEST_GUILESS_MAIN(ArchiveFileTest)
#include "archive_file_test.moc"
