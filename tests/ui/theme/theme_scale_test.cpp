/// One factor for everything that is measured in pixels.

#include "ui/theme/theme.h"

#include <QRegularExpression>
#include <QtTest>

namespace gevo::ui {

class ThemeScaleTest : public QObject {
  Q_OBJECT
private slots:
  void lengthsOfTheStyleSheetFollow();
  void nothingElseChanges();
};

void ThemeScaleTest::lengthsOfTheStyleSheetFollow() {
  const QString usual = styleSheetOf(Theme::light());
  const QString large = styleSheetOf(Theme::light().scaled(2));
  QVERIFY(usual.contains("#startTitle { font-size: 22px;"));
  QVERIFY(large.contains("#startTitle { font-size: 44px;"));
  QVERIFY(large.contains("padding: 10px 52px 10px 48px;"));
  static const QRegularExpression name("@[a-z]");
  QVERIFY(!large.contains(name)); // all colours are known
}

void ThemeScaleTest::nothingElseChanges() {
  static const QRegularExpression length("\\b\\d+px");
  QString usual = styleSheetOf(Theme::darkened());
  QString large = styleSheetOf(Theme::darkened().scaled(1.7));
  QCOMPARE(large.remove(length), usual.remove(length));
  QCOMPARE(Theme::darkened().scaled(3).card, Theme::darkened().card);
  QCOMPARE(Theme::light().scaled(1.5).px(13), 20);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ThemeScaleTest)
#include "theme_scale_test.moc"
