#include "tests/core/space/invented_results.h"
#include "ui/space/space_text.h"
#include "ui/space/speedup_colour.h"

#include <QtTest>

namespace gevo::ui {

using namespace synthetic;

class SpaceTextTest : public QObject {
  Q_OBJECT
private slots:
  void fasterIsTowardsGoodAndSlowerTowardsBad();
  void messagesOfFilesAreNoMarkup();
};

void SpaceTextTest::fasterIsTowardsGoodAndSlowerTowardsBad() {
  const Theme theme = Theme::light();
  const SpeedupScale scale = speedupScale(spaceModel(twoParameters(), twoParameterResults(), originalRuntime));
  QCOMPARE(scale.slowest, 0.8);
  QCOMPARE(scale.fastest, 2.0);
  QCOMPARE(speedupColour(scale, 2, theme).rgb(), theme.good.rgb());
  QCOMPARE(speedupColour(scale, 0.8, theme).rgb(), theme.bad.rgb());
  QVERIFY(speedupColour(scale, 1, theme) != speedupColour(scale, 1.2, theme));
}

void SpaceTextTest::messagesOfFilesAreNoMarkup() {
  const SpaceModel model =
      spaceModel(twoParameters(), {found({}, 0, 20), failed({{"TILE", "2"}}, Reason::Crash, "in <b>kernel</b>\nhere")}, originalRuntime);
  QVERIFY(lineSummary(model, model.lines[1]).contains("in &lt;b&gt;kernel&lt;/b&gt; here"));
  QCOMPARE(failureText(model, model.lines[1]), QString("TILE = 2 failed: crash: in <b>kernel</b> here"));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::SpaceTextTest)
#include "space_text_test.moc"
