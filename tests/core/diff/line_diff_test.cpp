#include "core/diff/changed_spans.h"
#include "core/diff/line_diff.h"

#include <QElapsedTimer>
#include <QTest>
#include <algorithm>
#include <random>
#include <rapidcheck.h>
#include <string>

using namespace gevo;

namespace {

using Lines = std::vector<std::string_view>;

/// Few distinct lines, so that repeats and near repeats are common.
rc::Gen<std::vector<std::string>> someText() {
  return rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("", "}", "  a = b + c;", "  a = b - c;", "  store(a, b);", "  barrier();", "for (i) {"));
}

Lines views(const std::vector<std::string>& lines) { return {lines.begin(), lines.end()}; }

std::string textOfSide(const std::vector<DiffRow>& rows, const Lines& lines, std::int32_t DiffRow::*side) {
  std::string text;
  for (const DiffRow& row : rows) {
    if (row.*side >= 0) text += std::string(lines[static_cast<std::size_t>(row.*side)]) + '\n';
  }
  return text;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (std::string_view line : lines) text += std::string(line) + '\n';
  return text;
}

std::string marked(std::string_view line, const std::vector<TextSpan>& spans) {
  std::string text;
  std::uint32_t done = 0;
  for (const TextSpan& span : spans) {
    text.append(line.substr(done, span.begin - done)).append(1, '[');
    text.append(line.substr(span.begin, span.end - span.begin)).append(1, ']');
    done = span.end;
  }
  return text.append(line.substr(done));
}

/// The line without its changed spans, which must be equal on both sides.
std::string unchanged(std::string_view line, const std::vector<TextSpan>& spans) {
  std::string text(line);
  for (auto span = spans.rbegin(); span != spans.rend(); ++span) text.erase(span->begin, span->end - span->begin);
  return text;
}

} // namespace

class LineDiffTest : public QObject {
  Q_OBJECT

private slots:
  void rowsReconstructBothSides() {
    QVERIFY(rc::check([] {
      const auto leftText = *someText();
      const auto rightText = *someText();
      const Lines left = views(leftText);
      const Lines right = views(rightText);
      const auto rows = diffLines(left, right);
      RC_ASSERT(textOfSide(rows, left, &DiffRow::left) == joined(left));
      RC_ASSERT(textOfSide(rows, right, &DiffRow::right) == joined(right));
    }));
  }

  void rowKindsMatchTheTexts() {
    QVERIFY(rc::check([] {
      const auto leftText = *someText();
      const auto rightText = *someText();
      for (const DiffRow& row : diffLines(views(leftText), views(rightText))) {
        RC_ASSERT((row.left < 0) == (row.kind == RowKind::Added));
        RC_ASSERT((row.right < 0) == (row.kind == RowKind::Removed));
        if (row.left < 0 || row.right < 0) continue;
        const bool same = leftText[static_cast<std::size_t>(row.left)] == rightText[static_cast<std::size_t>(row.right)];
        RC_ASSERT(same == (row.kind == RowKind::Equal));
        RC_ASSERT(same == (row.leftChanged.empty() && row.rightChanged.empty()));
      }
    }));
  }

  void unmarkedTextIsEqual() {
    QVERIFY(rc::check([] {
      const auto left = *rc::gen::container<std::string>(rc::gen::element('a', 'b', ' ', '(', '%', '1', ','));
      const auto right = *rc::gen::container<std::string>(rc::gen::element('a', 'b', ' ', '(', '%', '1', ','));
      const auto [removed, added] = changedSpans(left, right);
      RC_ASSERT(unchanged(left, removed) == unchanged(right, added));
    }));
  }

  void textEqualsItself() {
    QVERIFY(rc::check([] {
      const auto text = *someText();
      const auto rows = diffLines(views(text), views(text));
      RC_ASSERT(rows.size() == text.size());
      for (const DiffRow& row : rows) RC_ASSERT(row.kind == RowKind::Equal);
    }));
  }

  void similarLinesShareARow_data() {
    QTest::addColumn<QString>("left");
    QTest::addColumn<QString>("right");
    QTest::addColumn<QString>("expectedLeft");
    QTest::addColumn<QString>("expectedRight");
    QTest::newRow("operand") << "S = min(S, vy1);"
                             << "S = min(S, ty);"
                             << "S = min(S, [vy1]);"
                             << "S = min(S, [ty]);";
    QTest::newRow("register") << "%4 = fadd float %2, %3"
                              << "%4 = fsub float %2, %3"
                              << "%4 = [fadd] float %2, %3"
                              << "%4 = [fsub] float %2, %3";
    QTest::newRow("insertion") << "f(a, c);"
                               << "f(a, b, c);"
                               << "f(a, c);"
                               << "f(a, [b, ]c);";
    QTest::newRow("condition") << "if (tx >= i + 1 && tx <= BLOCK) {"
                               << "if (tx < columns) {"
                               << "if (tx [>= i + 1 && tx <= BLOCK]) {"
                               << "if (tx [< columns]) {";
    QTest::newRow("whole words") << "µ1 = 2;"
                                 << "µ2 = 2;"
                                 << "[µ1] = 2;"
                                 << "[µ2] = 2;";
  }

  void similarLinesShareARow() {
    QFETCH(QString, left);
    QFETCH(QString, right);
    const std::string leftText = left.toStdString();
    const std::string rightText = right.toStdString();
    const auto rows = diffLines({leftText}, {rightText});
    QCOMPARE(rows.size(), std::size_t{1});
    QCOMPARE(rows[0].kind, RowKind::Changed);
    QTEST(QString::fromStdString(marked(leftText, rows[0].leftChanged)), "expectedLeft");
    QTEST(QString::fromStdString(marked(rightText, rows[0].rightChanged)), "expectedRight");
  }

  void dissimilarLinesGetSeparateRows() {
    const auto rows = diffLines({"__syncthreads();"}, {"int n = blockDim.x * 2;"});
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].kind, RowKind::Removed);
    QCOMPARE(rows[1].kind, RowKind::Added);
  }

  void removedLinesArePairedWithSimilarAddedLines() {
    const auto rows = diffLines({"first(a);", "load(x, y, z);", "store(p, q);"}, {"load(x, y, w);", "store(p, r);"});
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows[0].kind, RowKind::Removed);
    QCOMPARE(rows[1].kind, RowKind::Changed);
    QCOMPARE(rows[2].kind, RowKind::Changed);
  }

  void splitsAtEveryLineEnding() {
    QCOMPARE(splitLines(""), Lines{});
    QCOMPARE(splitLines("a"), (Lines{"a"}));
    QCOMPARE(splitLines("a\n"), (Lines{"a"}));
    QCOMPARE(splitLines("a\r\n\nb"), (Lines{"a", "", "b"}));
  }

  /// Larger than dtl's limit on coordinates, to cover the resumed search.
  void hugeDissimilarTextsAreReconstructed() {
    std::mt19937 random(7);
    std::vector<std::string> leftText;
    std::vector<std::string> rightText;
    for (int i = 0; i < 6000; ++i) {
      leftText.push_back("line " + std::to_string(random() % 900));
      rightText.push_back("line " + std::to_string(random() % 900));
    }
    const auto rows = diffLines(views(leftText), views(rightText));
    QCOMPARE(textOfSide(rows, views(leftText), &DiffRow::left), joined(views(leftText)));
    QCOMPARE(textOfSide(rows, views(rightText), &DiffRow::right), joined(views(rightText)));
  }

  void twentyThousandLines_data() {
    QTest::addColumn<int>("step");
    QTest::newRow("200 changed") << 100;
    QTest::newRow("all changed") << 1;
  }

  void twentyThousandLines() {
    QFETCH(int, step);
    std::vector<std::string> leftText;
    std::vector<std::string> rightText;
    for (int i = 0; i < 20000; ++i) {
      leftText.push_back("  %" + std::to_string(i) + " = fadd float %a, %b");
      rightText.push_back(i % step == 0 ? "  %" + std::to_string(i) + " = fsub float %a, %c" : leftText.back());
    }
    QElapsedTimer clock;
    clock.start();
    const auto rows = diffLines(views(leftText), views(rightText));
    qInfo("%lld ms", clock.elapsed());
    QCOMPARE(rows.size(), std::size_t{20000});
    QCOMPARE(std::ranges::count(rows, RowKind::Changed, &DiffRow::kind), 20000 / step);
  }
};

QTEST_GUILESS_MAIN(LineDiffTest)
#include "line_diff_test.moc"
