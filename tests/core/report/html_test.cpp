#include <QTest>

#include "core/report/html.h"
#include "core/report/style.h"

#include <rapidcheck.h>

using namespace gevo::report;

class HtmlTest : public QObject {
  Q_OBJECT
private slots:
  void markupIsEscaped() {
    QCOMPARE(escaped("<b class=\"x\" id='y'>a & b</b>"), std::string("&lt;b class=&quot;x&quot; id=&#39;y&#39;&gt;a &amp; b&lt;/b&gt;"));
  }

  void escapedTextCannotOpenATagOrLeaveAnAttribute() {
    QVERIFY(rc::check("escaped", [](const std::string& text) {
      const std::string html = escaped(text);
      RC_ASSERT(html.find_first_of("<>\"'$") == std::string::npos);
      for (const char character : html) RC_ASSERT(static_cast<unsigned char>(character) >= 0x20 || character == '\n' || character == '\t');
    }));
  }

  void escapedTextIsAlwaysUtf8() {
    QVERIFY(rc::check("escaped", [](const std::string& text) {
      const std::string html = escaped(text);
      RC_ASSERT(QString::fromUtf8(html.c_str(), qsizetype(html.size())).toUtf8().toStdString() == html);
    }));
    QCOMPARE(escaped("µ×\xE2\x82\xAC"), std::string("µ×\xE2\x82\xAC"));
    QCOMPARE(escaped("a\xFF\xC3z"), std::string("a\xEF\xBF\xBD\xEF\xBF\xBDz"));
  }

  void backticksBecomeCodeTags() {
    QCOMPARE(withCodeTags("operand `a<b>` becomes `c`"), std::string("operand <code>a&lt;b&gt;</code> becomes <code>c</code>"));
    QCOMPARE(withCodeTags("one ` alone <"), std::string("one <code> alone &lt;</code>"));
  }

  void colorNamesInTextStayText() {
    const std::string html = "<p style=\"color: $ink\">" + escaped("$ink $goodSoft") + "</p>";
    QCOMPARE(colored(html, Medium::Screen), std::string("<p style=\"color: var(--ink)\">&#36;ink &#36;goodSoft</p>"));
    QVERIFY(colored(html, Medium::Paper).find("var(") == std::string::npos);
  }

  void longestColorNameWins() { QCOMPARE(colored("$goodSoft", Medium::Screen), std::string("var(--goodSoft)")); }

  void figuresAreAlignedRight() {
    HtmlTable table("list", {"Name", ">Runtime"});
    table.add({"f", "3"}, "off");
    QVERIFY(table.html().find("<tr class=\"off\"><td>f</td><td class=\"figure\">3</td></tr>") != std::string::npos);
    QVERIFY(table.html().find("<th class=\"figure\">Runtime</th>") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(HtmlTest)
#include "html_test.moc"
