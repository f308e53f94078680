#include <QTest>

#include "core/edit/edit_signature.h"
#include "core/edit/edit_text.h"
#include "tests/core/base/value_of.h"

using namespace gevo;

class EditSignatureTest : public QObject {
  Q_OBJECT

  static std::string of(const char* list, std::size_t place = 0) {
    const EditList edits = valueOf(parseEdits(list));
    return editSignature(edits.at(place), edits);
  }

private slots:
  void namesOfEditsDontCount() {
    QCOMPARE(of("delete 4f21c0de00000001 @17 use @12"), of("delete 4f21c0de00000002 @17 use @12"));
    QVERIFY(of("delete 4f21c0de00000001 @17 use @12") != of("delete 4f21c0de00000001 @17 use @13"));
    QVERIFY(of("delete 4f21c0de00000001 @17 use @12") != of("delete 4f21c0de00000001 @18 use @12"));
    QVERIFY(of("move 4f21c0de00000001 @17 before @12") != of("swap 4f21c0de00000001 @17 and @12"));
  }

  void newOperandCounts() {
    QVERIFY(of("operand 4f21c0de00000003 @41 with @41.0=#4") != of("operand 4f21c0de00000003 @41 with @41.0=#5"));
    QVERIFY(of("operand 4f21c0de00000003 @41 with @41.0=#4") != of("operand 4f21c0de00000003 @41 with @41.1=#4"));
  }

  void repairsDontCount() {
    QCOMPARE(of("copy 4f21c0de00000002 @17 before @30 with +4f21c0de00000002.0=@3"),
             of("copy 4f21c0de00000005 @17 before @30 with +4f21c0de00000005.0=@4"));
  }

  void whatAnotherEditMadeGoesByThatEdit() {
    const char* one = "copy 4f21c0de00000002 @17 before @30\ndelete 4f21c0de00000003 +4f21c0de00000002 use @1\n";
    const char* same = "copy 4f21c0de0000000a @17 before @30\ndelete 4f21c0de0000000b +4f21c0de0000000a use @1\n";
    const char* other = "copy 4f21c0de0000000a @18 before @30\ndelete 4f21c0de0000000b +4f21c0de0000000a use @1\n";
    QCOMPARE(of(one, 1), of(same, 1));
    QVERIFY(of(one, 1) != of(other, 1));
  }

  /// The same number names another instruction there.
  void configurationCounts() {
    const char* eight = "set 4f21c0de00000004 BLOCK=8\ndelete 4f21c0de00000003 @17 use @1\n";
    const char* other = "set 4f21c0de00000005 BLOCK=32\ndelete 4f21c0de00000003 @17 use @1\n";
    QVERIFY(of(eight, 1) != of(other, 1));
    QVERIFY(of(eight, 1) != of("delete 4f21c0de00000003 @17 use @1"));
    QCOMPARE(of(eight, 0), of("set 4f21c0de00000009 BLOCK=8\nset 4f21c0de0000000a TILE=2\n", 0));
  }

  void editsThatNameEachOtherEnd() {
    QVERIFY(!of("move 4f21c0de00000002 +4f21c0de00000003 before @30\nmove 4f21c0de00000003 +4f21c0de00000002 before @30\n").empty());
  }
};

QTEST_GUILESS_MAIN(EditSignatureTest)
#include "edit_signature_test.moc"
