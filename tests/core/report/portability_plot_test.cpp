#include "core/report/portability_plot.h"

#include <QTest>
#include <QXmlStreamReader>

using namespace gevo;

namespace {

const PortabilityCell fast{Reason::None, "", 30, 20};
const PortabilityCell slow{Reason::None, "", 30, 40};
const PortabilityCell race{Reason::Race, "two lanes write <out>", 0, 0};
const PortabilityCell unusable{Reason::Unsupported, "there is no GPU", 0, 0};

struct Picture {
  int bars = 0;
  QStringList texts;
  bool isWellFormed = false;
  bool hasPlaceholders = false;
};

/// Bars are those that tell what they are.
Picture pictureOf(const Portability& found) {
  Picture picture;
  const QByteArray svg = QByteArray::fromStdString(report::portabilitySvg(found));
  QXmlStreamReader reader(svg);
  bool inBar = false;
  while (!reader.atEnd()) {
    reader.readNext();
    if (reader.isStartElement() && reader.name() == u"rect") inBar = true;
    if (reader.isEndElement() && reader.name() == u"rect") inBar = false;
    if (reader.isStartElement() && reader.name() == u"title" && inBar) ++picture.bars;
    if (reader.isCharacters() && !reader.isWhitespace()) picture.texts << reader.text().toString();
  }
  picture.isWellFormed = !reader.hasError();
  picture.hasPlaceholders = svg.contains('$') || svg.contains("var(--") || svg.contains("nan");
  return picture;
}

} // namespace

class PortabilityPlotTest : public QObject {
  Q_OBJECT
private slots:
  void everyVariantThatRunsHasABar() {
    const Picture picture = pictureOf({{"simulated A100", "H200"}, {{7, {fast, slow}}, {9, {slow, race}}}});
    QVERIFY(picture.isWellFormed);
    QVERIFY(!picture.hasPlaceholders);
    QCOMPARE(picture.bars, 3);
    for (const char* text : {"simulated A100", "H200", "variant 7", "variant 9", "1.500×", "0.750×"})
      QVERIFY2(picture.texts.contains(QString::fromUtf8(text)), text);
  }

  void whatDoesNotRunSaysWhy() {
    const Picture wide = pictureOf({{"H200"}, {{7, {fast}}, {9, {race}}}});
    QVERIFY(wide.texts.contains(QString("race: two lanes write <out>")));
    Portability narrow{{"H200"}, std::vector<PortabilityRow>(9, {7, {fast}})};
    narrow.rows.push_back({9, {race}});
    QVERIFY(pictureOf(narrow).texts.contains(QString("race: two lanes write <out>"))); // upright
  }

  void aDeviceThatCantBeUsedSaysSoOnce() {
    const Picture picture = pictureOf({{"cuda:1"}, {{7, {unusable}}, {9, {unusable}}}});
    QCOMPARE(picture.bars, 0);
    QCOMPARE(picture.texts.filter("unsupported: there is no GPU").size(), 2); // one of them is the tip
  }

  void manyVariantsStayWellFormed() {
    Portability many{{"simulated A100"}, {}};
    for (int i = 1; i <= 60; ++i) many.rows.push_back({1000 + i, {fast}});
    const Picture picture = pictureOf(many);
    QVERIFY(picture.isWellFormed && !picture.hasPlaceholders);
    QCOMPARE(picture.bars, 60);
  }
};

QTEST_GUILESS_MAIN(PortabilityPlotTest)
#include "portability_plot_test.moc"
