#include "core/edit/edit_text.h"
#include "tests/core/edit/any_edit.h"

#include <QtTest>

using namespace gevo;

class EditTextTest : public QObject {
  Q_OBJECT

private slots:
  void editListsRoundTrip() {
    QVERIFY(rc::check([] {
      const auto edits = *rc::gen::container<EditList>(sample::anyEdit());
      const auto parsed = parseEdits(printEdits(edits));
      RC_ASSERT(parsed.has_value());
      RC_ASSERT(*parsed == edits);
    }));
  }

  void anyTextIsParsedOrRejected() {
    QVERIFY(rc::check([] {
      std::string text = printEdits(*rc::gen::container<EditList>(sample::anyEdit()));
      const auto damage = *rc::gen::container<std::vector<std::pair<std::size_t, char>>>(
          rc::gen::pair(rc::gen::arbitrary<std::size_t>(), rc::gen::arbitrary<char>()));
      for (const auto& [place, character] : damage) {
        if (!text.empty()) text[place % text.size()] = character;
      }
      const auto parsed = parseEdits(text);
      // What is accepted has one canonical form.
      if (parsed) RC_ASSERT(parseEdits(printEdits(*parsed)).value() == *parsed);
    }));
  }

  void aLineReadsAsDocumented() {
    const auto edits =
        parseEdits("; remark\n\n  copy 4f21c0de00000002 @17 before @30 with +4f21c0de00000002.0=@3 @35.1=+4f21c0de00000002\r\n");
    QVERIFY(edits.has_value());
    QCOMPARE(edits->size(), std::size_t{1});
    const Edit& edit = edits->front();
    QCOMPARE(edit.op, Operator::Copy);
    QCOMPARE(edit.uid, std::uint64_t{0x4f21c0de00000002});
    QVERIFY(edit.target == InstructionRef::base(17));
    QVERIFY(edit.other == InstructionRef::base(30));
    QCOMPARE(edit.choices.size(), std::size_t{2});
    QVERIFY(edit.choices[1].user == InstructionRef::base(35));
    QCOMPARE(edit.choices[1].operand, 1U);
  }

  void anErrorNamesTheLineAndWhatWasExpected_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("operator") << "\nshuffle 1 @2"
                              << "line 2 of the edits has 'shuffle' where an operator";
    QTest::newRow("number") << "delete xyz @2"
                            << "has 'xyz' where the edit's number in hexadecimal";
    QTest::newRow("target") << "delete 1 17"
                            << "has '17' where an instruction such as @17";
    QTest::newRow("nothing") << "delete 1"
                             << "ends where an instruction";
    QTest::newRow("value") << "delete 1 @2 use me"
                           << "has 'me' where a value such as @12";
    QTest::newRow("choice") << "operand 1 @2 with @2=#1"
                            << "has '@2=#1' where a choice such as @35.1=#4";
    QTest::newRow("word of another operator") << "copy 1 @2 by @3"
                                              << "has 'by' where 'before', 'use', 'with' or the end";
    QTest::newRow("too large") << "delete 1 @99999999999999999999"
                               << "where an instruction";
  }
  void anErrorNamesTheLineAndWhatWasExpected() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto edits = parseEdits(text.toStdString());
    QVERIFY(!edits.has_value());
    QVERIFY2(QString::fromStdString(edits.error().message).contains(message), edits.error().message.c_str());
  }
};

QTEST_GUILESS_MAIN(EditTextTest)
#include "edit_text_test.moc"
