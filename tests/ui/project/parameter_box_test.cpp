#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "ui/project/parameter_box.h"

#include <QLabel>
#include <QLineEdit>
#include <QTableWidget>
#include <QtTest>

namespace gevo::ui {

class ParameterBoxTest : public QObject {
  Q_OBJECT
private slots:
  void numbersInDeviceCodeAreNotTicked();
  void tickedParametersAreTuned();
  void tableSaysWhereAParameterStands();
  void valuesAreReadAsOnACommandLine_data();
  void valuesAreReadAsOnACommandLine();
  void valuesOfAnUntickedParameterDoNotMatter();
  void requirementsAreSeparatedBySemicolons();
  void unreadableRequirementIsAProblem_data();
  void unreadableRequirementIsAProblem();
  void requirementsWithoutParametersDoNotMatter();
  void choicesOutliveAnotherBuild();
  void otherValueOfTheProgramResetsTheChoice();
  void programWithoutParametersGetsASentence();

private:
  enum Row { Block, Rows, Prefetch, Radius };
  static BuiltProject built() {
    BuiltProject made;
    made.project.parameters.parameters = {
        {.name = "BLOCK", .value = "16", .values = {"8", "16", "32"}, .places = {{"a.cu", 3, 40, 42}}, .use = "block size"},
        {.name = "ROWS", .value = "4", .values = {"2", "4"}, .places = {}},
        {.name = "PREFETCH", .kind = ParameterKind::Feature, .value = "off", .values = {"on", "off"}, .places = {}}};
    made.project.parameters.requirements = {"BLOCK * ROWS <= 128"};
    made.untuned = {{.name = "RADIUS", .value = "3", .values = {"1", "2", "3"}, .places = {{"a.cu", 4, 60, 61}}, .use = "device code"}};
    return made;
  }
  static void tick(const ParameterBox& box, int row, bool isTicked) {
    box.table()->item(row, 0)->setCheckState(isTicked ? Qt::Checked : Qt::Unchecked);
  }
  static QString names(const ParameterBox& box) {
    QStringList all;
    for (const Parameter& parameter : box.space().parameters) all << QString::fromStdString(parameter.name);
    return all.join(' ');
  }
  static QString join(const std::vector<std::string>& texts) {
    QStringList all;
    for (const std::string& text : texts) all << QString::fromStdString(text);
    return all.join(' ');
  }
  /// As a user types it.
  static void type(QLineEdit* field, const QString& text) {
    field->clear();
    QTest::keyClicks(field, text);
  }
};

void ParameterBoxTest::numbersInDeviceCodeAreNotTicked() {
  ParameterBox box;
  box.show(built());
  QCOMPARE(box.table()->rowCount(), 4);
  QCOMPARE(box.table()->item(Radius, 0)->text(), QString("RADIUS"));
  QCOMPARE(box.table()->item(Radius, 0)->checkState(), Qt::Unchecked);
  QCOMPARE(names(box), QString("BLOCK ROWS PREFETCH"));
  QCOMPARE(box.problem(), QString());
}

void ParameterBoxTest::tickedParametersAreTuned() {
  ParameterBox box;
  box.show(built());
  QSignalSpy changed(&box, &ParameterBox::changed);
  tick(box, Radius, true);
  tick(box, Prefetch, false);
  QCOMPARE(changed.count(), 2);
  QCOMPARE(names(box), QString("BLOCK ROWS RADIUS"));
  QCOMPARE(box.space().parameters.back(), built().untuned[0]);
}

void ParameterBoxTest::tableSaysWhereAParameterStands() {
  ParameterBox box;
  box.show(built());
  QCOMPARE(box.table()->item(Block, 1)->text(), QString("16"));
  QCOMPARE(box.values(Block)->text(), QString("8, 16, 32"));
  QCOMPARE(box.table()->item(Block, 3)->text(), QString("a.cu:3, block size"));
  QCOMPARE(box.table()->item(Rows, 3)->text(), QString("-D"));
}

void ParameterBoxTest::valuesAreReadAsOnACommandLine_data() {
  QTest::addColumn<int>("row");
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("values");
  QTest::addColumn<QString>("problem");
  const QString unreadable = "The values of BLOCK can't be read; write them as 8,16,32 or 5..40:5.";
  QTest::newRow("list with its own value") << int(Block) << "64,8"
                                           << "8 16 64"
                                           << "";
  QTest::newRow("range") << int(Block) << "4..16:4, 32"
                         << "4 8 12 16 32"
                         << "";
  QTest::newRow("nothing") << int(Block) << " "
                           << "" << unreadable;
  QTest::newRow("empty value") << int(Block) << "8,,16"
                               << "" << unreadable;
  QTest::newRow("range backwards") << int(Block) << "16..8"
                                   << "" << unreadable;
  QTest::newRow("switch") << int(Prefetch) << "on,off"
                          << "on off"
                          << "";
  QTest::newRow("number of a switch") << int(Prefetch) << "1,2"
                                      << ""
                                      << "PREFETCH can only be on or off.";
  QTest::newRow("number that is a switch") << int(Block) << "on"
                                           << ""
                                           << "BLOCK stands for a value, so it can't be on or off.";
}

void ParameterBoxTest::valuesAreReadAsOnACommandLine() {
  QFETCH(int, row);
  QFETCH(QString, text);
  QFETCH(QString, values);
  QFETCH(QString, problem);
  ParameterBox box;
  box.show(built());
  box.values(row)->setText(text);
  QCOMPARE(box.problem(), problem);
  if (problem.isEmpty()) QCOMPARE(join(box.space().parameters[static_cast<std::size_t>(row)].values), values);
}

void ParameterBoxTest::valuesOfAnUntickedParameterDoNotMatter() {
  ParameterBox box;
  box.show(built());
  box.values(Prefetch)->setText("?,");
  QVERIFY(!box.problem().isEmpty());
  tick(box, Prefetch, false);
  QCOMPARE(box.problem(), QString());
  QVERIFY(!box.values(Prefetch)->isEnabled());
}

void ParameterBoxTest::requirementsAreSeparatedBySemicolons() {
  ParameterBox box;
  box.show(built());
  QCOMPARE(box.requirements()->text(), QString("BLOCK * ROWS <= 128"));
  type(box.requirements(), "BLOCK * BLOCK <= 1024; ROWS < BLOCK;");
  QCOMPARE(box.problem(), QString());
  QCOMPARE(box.space().requirements, (std::vector<std::string>{"BLOCK * BLOCK <= 1024", "ROWS < BLOCK"}));
}

void ParameterBoxTest::unreadableRequirementIsAProblem_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("beginning");
  QTest::newRow("half an expression") << "BLOCK *"
                                      << "The requirement \"BLOCK *\" can't be read: ";
  QTest::newRow("unknown name") << "BLOCK > TILE"
                                << "The requirement \"BLOCK > TILE\" can't be read: ";
  QTest::newRow("not ticked") << "BLOCK > 2 * RADIUS"
                              << "The requirement \"BLOCK > 2 * RADIUS\" names RADIUS, which is not ticked.";
}

void ParameterBoxTest::unreadableRequirementIsAProblem() {
  QFETCH(QString, text);
  QFETCH(QString, beginning);
  ParameterBox box;
  box.show(built());
  type(box.requirements(), text);
  QVERIFY2(box.problem().startsWith(beginning), qPrintable(box.problem()));
  QVERIFY(box.problem().endsWith('.'));
  type(box.requirements(), "BLOCK > 4");
  QCOMPARE(box.problem(), QString());
}

void ParameterBoxTest::requirementsWithoutParametersDoNotMatter() {
  ParameterBox box;
  box.show(built());
  for (const int row : {Block, Rows, Prefetch}) tick(box, row, false);
  QCOMPARE(box.problem(), QString());
  QCOMPARE(box.space(), ParameterSpace());
}

void ParameterBoxTest::choicesOutliveAnotherBuild() {
  ParameterBox box;
  box.show(built());
  tick(box, Rows, false);
  tick(box, Radius, true);
  box.values(Block)->setText("16,64");
  type(box.requirements(), "BLOCK > RADIUS");
  box.show(built());
  QCOMPARE(names(box), QString("BLOCK PREFETCH RADIUS"));
  QCOMPARE(join(box.space().parameters[0].values), QString("16 64"));
  QCOMPARE(box.space().requirements, std::vector<std::string>{"BLOCK > RADIUS"});
}

void ParameterBoxTest::otherValueOfTheProgramResetsTheChoice() {
  ParameterBox box;
  box.show(built());
  box.values(Block)->setText("16,64");
  BuiltProject other = built();
  other.project.parameters.parameters[Block].value = "32";
  box.show(other);
  QCOMPARE(box.values(Block)->text(), QString("8, 16, 32"));
}

void ParameterBoxTest::programWithoutParametersGetsASentence() {
  ParameterBox box;
  box.show(BuiltProject());
  QVERIFY(!box.table()->isVisibleTo(&box));
  QVERIFY(!box.requirements()->isVisibleTo(&box));
  QStringList texts;
  for (const QLabel* label : box.findChildren<QLabel*>())
    if (label->isVisibleTo(&box)) texts << label->text();
  QCOMPARE(texts, QStringList{"The trial found no parameters to tune, such as block or tile sizes."});
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ParameterBoxTest)
#include "parameter_box_test.moc"
