/// Labels and chips in narrow widgets.

#include "ui/widgets/card.h"
#include "ui/widgets/chip_row.h"
#include "ui/widgets/elided_label.h"

#include <QtTest>

namespace gevo::ui {

class TextWidgetsTest : public QObject {
  Q_OBJECT
private slots:
  void chipsThatDoNotFitAreLeftOut();
  void chipsWithoutATextTakeNoRoom();
  void labelIsElided();
};

namespace {

bool isInside(const QLabel* chip) { return chip->parentWidget()->rect().contains(chip->geometry()); }

} // namespace

void TextWidgetsTest::chipsThatDoNotFitAreLeftOut() {
  ChipRow row;
  QList<QLabel*> chips;
  for (const char* text : {"1.17× faster", "error 0", "generation 14"}) {
    chips << row.add();
    setChip(chips.back(), "plain", text);
  }
  row.resize(row.sizeHint());
  row.show();
  for (const QLabel* chip : chips) QVERIFY(isInside(chip));
  row.resize(row.width() - 1, row.height());
  QVERIFY(isInside(chips[0]) && isInside(chips[1]));
  QVERIFY(!row.rect().intersects(chips[2]->geometry()));
}

void TextWidgetsTest::chipsWithoutATextTakeNoRoom() {
  ChipRow row;
  QLabel* first = row.add();
  setChip(first, "plain", "one");
  const int alone = row.sizeHint().width();
  QLabel* second = row.add();
  setChip(second, "plain", {});
  QCOMPARE(row.sizeHint().width(), alone);
  setChip(second, "good", "two");
  QVERIFY(row.sizeHint().width() > alone);
}

void TextWidgetsTest::labelIsElided() {
  const ElidedLabel label("runtime against error");
  QCOMPARE(label.minimumSizeHint().width(), 0);
  QVERIFY(label.sizeHint().width() > 0);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::TextWidgetsTest)
#include "text_widgets_test.moc"
