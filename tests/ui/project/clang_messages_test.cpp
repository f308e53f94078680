#include "ui/project/clang_messages.h"

#include "ui/project/fields.h"
#include "ui/project/source_view.h"

#include <QTextBlock>
#include <QtTest>

namespace gevo::ui {

class ClangMessagesTest : public QObject {
  Q_OBJECT
private slots:
  void messagesAreFoundAmongExcerpts();
  void textThatIsNotAMessageIsLeftOut();
  void aLineIsMarkedAndShown();
  void argumentsSurviveJoiningAndSplitting();
};

void ClangMessagesTest::messagesAreFoundAmongExcerpts() {
  const QList<ClangMessage> messages = parseClangMessages("src/a b.cu:7:15: error: expected expression\n"
                                                          "    7 |   int x = ;\n"
                                                          "      |           ^\n"
                                                          "/usr/include/c.h:120:1: note: declared here\n"
                                                          "k.cu:9:3: warning: unused variable: 'n' [-Wunused]\n"
                                                          "k.cu:1:10: fatal error: 'no.h' file not found\n"
                                                          "2 errors generated when compiling for sm_90.\n");
  QCOMPARE(messages.size(), 4);
  QCOMPARE(messages[0].file, QString("src/a b.cu"));
  QCOMPARE(messages[0].line, 7);
  QCOMPARE(messages[0].column, 15);
  QCOMPARE(messages[0].text, QString("expected expression"));
  QCOMPARE(messages[1].kind, ClangMessage::Kind::Note);
  QCOMPARE(messages[2].kind, ClangMessage::Kind::Warning);
  QCOMPARE(messages[2].text, QString("unused variable: 'n' [-Wunused]"));
  QCOMPARE(messages[3].kind, ClangMessage::Kind::Error);
}

void ClangMessagesTest::textThatIsNotAMessageIsLeftOut() {
  QVERIFY(parseClangMessages("").isEmpty());
  QVERIFY(parseClangMessages("a.o: undefined reference to `f'\nSegmentation fault: 11:\n").isEmpty());
}

void ClangMessagesTest::aLineIsMarkedAndShown() {
  SourceView view(Theme::light());
  view.resize(400, 200);
  QStringList lines;
  for (int i = 1; i <= 200; ++i) lines << QString("int line%1 = %1;").arg(i);
  view.showText(lines.join('\n'), "CUDA");
  view.show();
  view.markLine(150, 5);
  QCOMPARE(view.markedLine(), 150);
  QCOMPARE(view.textCursor().blockNumber(), 149);
  QCOMPARE(view.textCursor().positionInBlock(), 4);
  QVERIFY(view.viewport()->rect().contains(view.cursorRect().center()));
  view.markLine(1000); // a file that has changed meanwhile
  QCOMPARE(view.markedLine(), 150);
}

void ClangMessagesTest::argumentsSurviveJoiningAndSplitting() {
  const std::vector<std::string> arguments{"N=1024", "NAME=two words", "FAST"};
  QCOMPARE(splitArguments(joinArguments(arguments)), arguments);
  QVERIFY(splitArguments("  ").empty());
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ClangMessagesTest)
#include "clang_messages_test.moc"
