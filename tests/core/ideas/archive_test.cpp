#include "core/ideas/archive.h"

#include <QtTest>

#include <algorithm>

using namespace gevo;

namespace {

PaidProgram program(const std::string& name, std::vector<PaidEdit> edits) { return {"key of " + name, name, {{1, "7", std::move(edits)}}}; }

IdeaArchive archiveOf(std::vector<PaidProgram> programs) {
  IdeaArchive archive;
  for (PaidProgram& one : programs) add(archive, std::move(one));
  return archive;
}

constexpr const char* barrier = "delete: barrier in a loop";
constexpr const char* unrolled = "unroll full: innermost loop";

} // namespace

class ArchiveTest : public QObject {
  Q_OBJECT

private slots:
  void anIdeaIsCountedOncePerProgramAndVariant() {
    IdeaArchive archive = archiveOf({program("nw", {{barrier, 1.2}, {barrier, 1.1}}), program("srad", {{barrier, 1.5}})});
    archive.programs[0].variants.push_back({2, "9", {{barrier, 1.3}}});
    const std::vector<IdeaRow> rows = ideaRows(archive);
    QCOMPARE(rows.size(), std::size_t(1));
    QCOMPARE(rows[0].programs, std::size_t(2));
    QCOMPARE(rows[0].variants, std::size_t(3));
    QCOMPARE(rows[0].bestGain, 1.5);
    QCOMPARE(rows[0].medianGain, std::sqrt(1.2 * 1.3));
  }

  void whatPaidInMoreProgramsComesFirst() {
    const auto rows = ideaRows(archiveOf({program("a", {{barrier, 1.1}, {unrolled, 1.15}}), program("b", {{barrier, 1.1}})}));
    QCOMPARE(rows[0].context, std::string(barrier));
    QCOMPARE(rows[1].context, std::string(unrolled));
  }

  void theSameProgramTakesItsOwnPlace() {
    IdeaArchive archive = archiveOf({program("nw", {{barrier, 1.2}}), program("srad", {{barrier, 1.5}})});
    add(archive, program("nw", {{unrolled, 1.1}}));
    QCOMPARE(archive.programs.size(), std::size_t(2));
    QCOMPARE(archive.programs[0].variants[0].edits[0].context, std::string(unrolled));
  }

  void anotherProgramOfTheSameNameGetsANumber() {
    IdeaArchive archive = archiveOf({program("nw", {{barrier, 1.2}})});
    PaidProgram other = program("nw", {{barrier, 1.3}});
    other.key = "another";
    add(archive, other);
    add(archive, other);
    QCOMPARE(archive.programs.size(), std::size_t(2));
    QCOMPARE(archive.programs[1].name, std::string("nw-2"));
  }

  void aForgottenProgramIsGone() {
    IdeaArchive archive = archiveOf({program("nw", {{barrier, 1.2}}), program("srad", {{barrier, 1.5}})});
    QVERIFY(forget(archive, "nw"));
    QCOMPARE(archive.programs.size(), std::size_t(1));
    QCOMPARE(archive.programs[0].name, std::string("srad"));
  }

  void anUnknownNameListsTheOthers() {
    IdeaArchive archive = archiveOf({program("nw", {{barrier, 1.2}}), program("srad", {{barrier, 1.5}})});
    const auto gone = forget(archive, "bfs");
    QVERIFY(!gone);
    QCOMPARE(gone.error().message, std::string("there is no program bfs in the archive; it has nw, srad"));
  }

  void aSearchIsNotToldWhatItsOwnProgramFound() {
    const IdeaArchive archive = archiveOf({program("nw", {{barrier, 1.2}}), program("srad", {{unrolled, 1.5}})});
    const Ideas ideas = ideasFor(archive, "key of nw");
    QCOMPARE(ideas.size(), std::size_t(1));
    QCOMPARE(ideas[0].context, std::string(unrolled));
  }

  void weightsGrowWithProgramsAndGains() {
    const IdeaArchive archive =
        archiveOf({program("a", {{barrier, 1.1}, {unrolled, 1.21}}), program("b", {{barrier, 1.1}}), program("c", {{barrier, 1.1}})});
    const Ideas ideas = ideasFor(archive, "");
    QCOMPARE(ideas[0].weight, 286U); // three times the logarithm of 1.1, in thousandths
    QCOMPARE(ideas[1].weight, 191U);
  }

  void aProgramIsItsSources() {
    Project one;
    one.sources = {{"a.cu", "kernel"}};
    one.tests.emplace_back();
    Project same;
    same.sources = {{"elsewhere/a.cu", "kernel"}};
    Project other;
    other.sources = {{"a.cu", "another kernel"}};
    QCOMPARE(programKey(one), programKey(same));
    QVERIFY(programKey(one) != programKey(other));
  }
};

QTEST_GUILESS_MAIN(ArchiveTest)
#include "archive_test.moc"
