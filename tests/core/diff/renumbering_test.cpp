#include "core/diff/line_diff.h"
#include "core/diff/renumbering.h"

#include <QElapsedTimer>
#include <QTest>
#include <algorithm>
#include <rapidcheck.h>
#include <string>

using namespace gevo;

namespace {

using Lines = std::vector<std::string_view>;

/// PTX whose every operation defines a register from two earlier ones.
std::vector<std::string> someOperations(int offset, const std::vector<std::pair<int, int>>& operands) {
  std::vector<std::string> lines{"ld.param.b32 %r" + std::to_string(offset) + ", [first];",
                                 "ld.param.b32 %r" + std::to_string(offset + 1) + ", [second];"};
  const char* const operations[] = {"add", "mul", "xor"};
  int defined = 2;
  for (const auto& [a, b] : operands) {
    const auto name = [offset](int index) { return "%r" + std::to_string(offset + index); };
    lines.push_back(std::string(operations[defined % 3]) + ".s32 " + name(defined) + ", " + name(a % defined) + ", " + name(b % defined) +
                    ";");
    ++defined;
  }
  return lines;
}

Lines views(const std::vector<std::string>& lines) { return {lines.begin(), lines.end()}; }

std::ptrdiff_t count(const std::vector<DiffRow>& rows, RowKind kind) { return std::ranges::count(rows, kind, &DiffRow::kind); }

std::string marked(std::string_view line, const std::vector<TextSpan>& spans) {
  return spans.size() == 1 ? std::string(line.substr(spans[0].begin, spans[0].end - spans[0].begin)) : std::string("not one span");
}

} // namespace

class RenumberingTest : public QObject {
  Q_OBJECT

private slots:
  void numbersOfNamesAreRemoved_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("expected");
    QTest::newRow("registers") << "add.f32 %f3, %f1, 0f3F800000;"
                               << "add.f32 %f*, %f*, 0f3F800000;";
    QTest::newRow("special register") << "mov.u32 %r1, %tid.x;"
                                      << "mov.u32 %r*, %tid.x;";
    QTest::newRow("label") << "@%p2 bra $L__BB0_3;"
                           << "@%p* bra $L__BB*;";
    QTest::newRow("values") << "%3 = load i32, ptr %2, !tbaa !7"
                            << "* = load i32, ptr *, !tbaa !*";
    QTest::newRow("block") << "47:  ; preds = %11"
                           << "*:  ; preds = *";
    QTest::newRow("attributes") << "define void @f2(ptr %0) #0 {"
                                << "define void @f2(ptr *) #* {";
    QTest::newRow("literal") << "store i32 47, ptr @x47"
                             << "store i32 47, ptr @x47";
  }

  void numbersOfNamesAreRemoved() {
    QFETCH(QString, line);
    QTEST(QString::fromStdString(withoutNumbers(line.toStdString())).replace(QChar(1), '*'), "expected");
  }

  void renumberedTextIsEqual() {
    QVERIFY(rc::check([] {
      const auto operands =
          *rc::gen::container<std::vector<std::pair<int, int>>>(rc::gen::pair(rc::gen::inRange(0, 1000), rc::gen::inRange(0, 1000)));
      const auto left = someOperations(0, operands);
      const auto right = someOperations(*rc::gen::inRange(1, 50), operands);
      const auto rows = diffLines(views(left), views(right), Comparison::Registers);
      RC_ASSERT(rows.size() == left.size());
      RC_ASSERT(count(rows, RowKind::Equal) == static_cast<std::ptrdiff_t>(left.size()));
    }));
  }

  void linesKeepTheirOrder() {
    QVERIFY(rc::check([] {
      const auto pairs =
          rc::gen::container<std::vector<std::pair<int, int>>>(rc::gen::pair(rc::gen::inRange(0, 9), rc::gen::inRange(0, 9)));
      const auto left = someOperations(0, *pairs);
      const auto right = someOperations(0, *pairs);
      std::int32_t nextLeft = 0;
      std::int32_t nextRight = 0;
      for (const DiffRow& row : diffLines(views(left), views(right), Comparison::Registers)) {
        if (row.left >= 0) RC_ASSERT(row.left == nextLeft++);
        if (row.right >= 0) RC_ASSERT(row.right == nextRight++);
        if (row.kind != RowKind::Equal) continue;
        const auto lineOf = [](const auto& lines, std::int32_t index) { return lines[static_cast<std::size_t>(index)]; };
        RC_ASSERT(withoutNumbers(lineOf(left, row.left)) == withoutNumbers(lineOf(right, row.right)));
      }
      RC_ASSERT(nextLeft == static_cast<std::int32_t>(left.size()));
      RC_ASSERT(nextRight == static_cast<std::int32_t>(right.size()));
    }));
  }

  void removedLineChangesNoOtherRow() {
    const auto rows = diffLines({"%1 = load i32, ptr %0", "%2 = mul i32 %1, 3", "%3 = add i32 %1, 7", "store i32 %3, ptr %0"},
                                {"%1 = load i32, ptr %0", "%2 = add i32 %1, 7", "store i32 %2, ptr %0"}, Comparison::Values);
    QCOMPARE(rows.size(), std::size_t{4});
    QCOMPARE(rows[1].kind, RowKind::Removed);
    QCOMPARE(count(rows, RowKind::Equal), 3);
  }

  void namedValuesWithDifferentNumbersAreTranslated() {
    const auto rows = diffLines({"%add7 = fadd float %x, %y", "%mul9 = fmul float %add7, %x", "ret float %mul9"},
                                {"%add8 = fadd float %x, %y", "%mul12 = fmul float %add8, %x", "ret float %mul12"}, Comparison::Values);
    QCOMPARE(count(rows, RowKind::Equal), 3);
  }

  void unchangedNameIsNotTranslated() {
    const Lines left{"%a1 = load float, ptr %p", "%a2 = load float, ptr %q", "%s = fadd float %a1, %a2"};
    const Lines right{"%a1 = load float, ptr %p", "%a2 = load float, ptr %q", "%s = fadd float %a2, %a2"};
    const auto rows = diffLines(left, right, Comparison::Values);
    QCOMPARE(count(rows, RowKind::Changed), 1);
    QCOMPARE(marked(left[2], rows[2].leftChanged), std::string("%a1"));
  }

  void changedOperandIsAChange() {
    const Lines left{"ld.f32 %f1, [a];", "ld.f32 %f2, [b];", "neg.f32 %f3, %f1;", "add.f32 %f4, %f3, %f2;", "st.f32 [c], %f4;"};
    const Lines right{"ld.f32 %f5, [a];", "ld.f32 %f6, [b];", "neg.f32 %f7, %f5;", "add.f32 %f8, %f7, %f5;", "st.f32 [c], %f8;"};
    const auto rows = diffLines(left, right, Comparison::Registers);
    QCOMPARE(rows.size(), std::size_t{5});
    QCOMPARE(count(rows, RowKind::Changed), 1);
    QCOMPARE(rows[3].kind, RowKind::Changed);
    QCOMPARE(marked(left[3], rows[3].leftChanged), std::string("%f2"));
    QCOMPARE(marked(right[3], rows[3].rightChanged), std::string("%f5"));
  }

  void valueDefinedByAChangedLineKeepsItsIdentity() {
    const Lines left{"%1 = fadd float %0, %0", "%2 = fneg float %1"};
    const Lines right{"%5 = fmul float %0, %0", "%6 = fneg float %5"};
    const auto rows = diffLines(left, right, Comparison::Registers);
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].kind, RowKind::Changed);
    QCOMPARE(marked(left[0], rows[0].leftChanged), std::string("fadd"));
    QCOMPARE(rows[1].kind, RowKind::Equal);
  }

  void twentyThousandLines() {
    std::vector<std::pair<int, int>> operands;
    for (int i = 0; i < 20000; ++i) operands.emplace_back(i / 2, i / 3);
    const auto left = someOperations(0, operands);
    operands[10000] = {1, 2};
    const auto right = someOperations(3, operands);
    QElapsedTimer clock;
    clock.start();
    const auto rows = diffLines(views(left), views(right), Comparison::Registers);
    qInfo("%lld ms", clock.elapsed());
    QCOMPARE(count(rows, RowKind::Changed), 1);
    QCOMPARE(rows.size(), left.size());
  }
};

QTEST_GUILESS_MAIN(RenumberingTest)
#include "renumbering_test.moc"
