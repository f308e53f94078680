/// The man pages name every command, mode and option of --help, and none besides.

#include "tests/app/command.h"

#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace {

/// Page `name` as it stands in packaging/man, with minus signs as one types them.
QString pageText(const QString& name) {
  QFile file(QStringLiteral(GEVO_TEST_SOURCE "/packaging/man/%1.1.in").arg(name));
  if (!file.open(QIODevice::ReadOnly)) qFatal("cannot read %s", qPrintable(file.fileName()));
  return QString::fromUtf8(file.readAll()).replace("\\-", "-");
}

/// From the heading to the next one of its rank or above.
QString section(const QString& page, const QString& heading) {
  const qsizetype begin = page.indexOf("\n" + heading + "\n");
  if (begin < 0) return {};
  const qsizetype end = page.indexOf(QRegularExpression(heading.startsWith(".SS") ? "\n\\.S[SH] " : "\n\\.SH "), begin + heading.size());
  return page.mid(begin, end < 0 ? -1 : end - begin);
}

QSet<QString> matches(const QString& text, const QString& pattern) {
  QSet<QString> found;
  const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
  for (QRegularExpressionMatchIterator match = expression.globalMatch(text); match.hasNext();) found << match.next().captured(1);
  return found;
}

/// What stands in the first column of a help text: "-h,--help", "-D TEXT ...".
QSet<QString> optionsOfHelp(const QString& help) {
  QString names;
  for (const QString& line : help.split('\n'))
    if (line.startsWith("  -")) names += line.section(QRegularExpression(" {2,}"), 1, 1) + '\n';
  return matches(names, "(?:^|[ ,])(-{1,2}[A-Za-z][A-Za-z-]*)");
}

/// Those that a paragraph of the page is about: its tag stands in the line below .TP.
QSet<QString> optionsOfPage(const QString& text) {
  QString tags;
  for (const QString& tag : matches(text, "^\\.TP\\n(.*)$")) tags += tag + '\n';
  return matches(tags, "(?:^|[ \"])(-{1,2}[A-Za-z][A-Za-z-]*)");
}

QString helpOf(const QString& program, const QStringList& command) {
  QProcess process;
  process.start(QStringLiteral(GEVO_TEST_BIN "/") + program, command + QStringList{"--help"});
  if (!process.waitForFinished(60'000)) process.kill();
  return QString::fromUtf8(process.readAllStandardOutput());
}

QByteArray list(const QSet<QString>& names) { return QStringList(names.values()).join(' ').toUtf8(); }

} // namespace

class ManPagesTest : public QObject {
  Q_OBJECT

private slots:
  void everyCommandHasASection() {
    const QString help = helpOf("gevo", {});
    const QSet<QString> commands = matches(help.mid(help.indexOf("Subcommands:")), "^  ([a-z]+) ");
    QVERIFY(!commands.isEmpty());
    QCOMPARE(matches(pageText("gevo"), "^\\.SS gevo ([a-z]+)$"), commands);
  }

  void everyModeOfTheWorkerHasAParagraph() {
    const QString help = helpOf("gevo-worker", {});
    const QSet<QString> modes = matches(help.mid(help.indexOf("Modes:")), "^  ([a-z]+) ");
    QVERIFY(!modes.isEmpty());
    QCOMPARE(matches(section(pageText("gevo-worker"), ".SH MODES"), "^\\.TP\\n\\.BR? ([a-z]+)"), modes);
  }

  void optionsAreThoseOfHelp_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("heading");
    QTest::newRow("gevo") << "gevo" << QString() << ".SH OPTIONS";
    QTest::newRow("worker") << "gevo-worker" << QString() << ".SH OPTIONS";
    for (const QString& command : matches(pageText("gevo"), "^\\.SS gevo ([a-z]+(?: [a-z]+)?)$"))
      QTest::newRow(qPrintable(command)) << "gevo" << command << ".SS gevo " + command;
    if (QFile::exists(GEVO_TEST_BIN "/gevo-explorer")) QTest::newRow("explorer") << "gevo-explorer" << QString() << ".SH OPTIONS";
  }
  void optionsAreThoseOfHelp() {
    QFETCH(QString, program);
    QFETCH(QString, command);
    QFETCH(QString, heading);
    QSet<QString> offered = optionsOfHelp(helpOf(program, command.split(' ', Qt::SkipEmptyParts)));
    QVERIFY(offered.contains("--help"));
    if (!command.isEmpty()) offered -= {"-h", "--help"}; // said once for all commands
    const QSet<QString> described = optionsOfPage(section(pageText(program), heading));
    QVERIFY2(offered == described, "not in the page: " + list(offered - described) + "; not offered: " + list(described - offered));
  }
};

QTEST_GUILESS_MAIN(ManPagesTest)
#include "man_pages_test.moc"
