#include "core/edit/configuration.h" // before <compare>, which moc can't read as the first header

#include "core/edit/edit_text.h"
#include "tests/core/edit/any_edit.h"

#include <QtTest>

using namespace gevo;

class ConfigurationTest : public QObject {
  Q_OBJECT
private slots:
  void theLastSettingOfAParameterCounts() {
    const EditList edits{setEdit({"TILE", "8"}), setEdit({"BLOCK", "32"}), setEdit({"TILE", "4"})};
    QCOMPARE(configurationOf(edits), (Configuration{{"BLOCK", "32"}, {"TILE", "4"}}));
  }

  void equalSettingsAreEqualEdits() {
    QCOMPARE(setEdit({"TILE", "8"}), setEdit({"TILE", "8"}));
    QVERIFY(setEdit({"TILE", "8"}).uid != setEdit({"TILE", "16"}).uid);
    QVERIFY(setEdit({"TILE", "8"}).uid != setEdit({"BLOCK", "8"}).uid);
  }

  void editsOfTheCodeStayInAnotherConfiguration() {
    QVERIFY(rc::check([] {
      const auto edits = *rc::gen::container<EditList>(sample::anyEdit());
      const Configuration other{{"BLOCK", "64"}, {"rows", "5"}};
      const EditList changed = withConfiguration(edits, other);
      RC_ASSERT(configurationOf(changed) == other);
      RC_ASSERT(codeEdits(changed) == codeEdits(edits));
      RC_ASSERT(withConfiguration(changed, configurationOf(changed)) == changed);
    }));
  }

  void textsSayWhatIsSet() {
    QCOMPARE(printConfiguration({{"BLOCK", "32"}, {"TILE", "4"}}), std::string("BLOCK=32 TILE=4"));
    QCOMPARE(printConfiguration({}), std::string("the program's own"));
    QVERIFY(printEdit(setEdit({"BLOCK", "32"})).ends_with(" BLOCK=32"));
  }
};

QTEST_GUILESS_MAIN(ConfigurationTest)
#include "configuration_test.moc"
