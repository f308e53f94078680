#include "core/patch/apply_rewrites.h"

#include <QtTest>
#include <rapidcheck.h>

#include <algorithm>

using namespace gevo;

namespace {

const std::vector<SourceFile> sources{{"a.cu", "one two three"}, {"b.h", "four"}};

SourceRewrite rewrite(std::uint32_t begin, std::uint32_t end, const std::string& text, std::int32_t file = 0) {
  return {{{file, begin, end, text}}, {}};
}

const std::vector<SourceFile> program{{"a.cu", "int f(int x) { return x + 1; }\nint g() { return f(2) + f(3); }\n"}};
constexpr std::uint32_t firstCall = 48;

/// `f_in_g` is f, and the first call in g is one of it.
SourceRewrite inCopy(Replacement change) {
  const std::string name = "f_in_g";
  change.copy = name;
  return {{change, {0, firstCall, firstCall + 1, name}}, {}, {{0, 0, 30, {0, 4, 5, name}, "// As f."}}};
}

std::string programAfter(const std::vector<SourceRewrite>& rewrites) { return applyRewrites(program, rewrites).front().text; }

std::string first(const std::vector<SourceRewrite>& rewrites) {
  const auto changed = applyRewrites(sources, rewrites);
  return changed.empty() ? std::string() : changed.front().text;
}

} // namespace

class ApplyRewritesTest : public QObject {
  Q_OBJECT
private slots:
  void onlySourcesThatChangeAreReturned() {
    QVERIFY(applyRewrites(sources, {}).empty());
    const auto changed = applyRewrites(sources, std::vector{rewrite(0, 4, "five", 1)});
    QCOMPARE(changed.size(), std::size_t(1));
    QCOMPARE(changed[0].name, std::string("b.h"));
    QCOMPARE(changed[0].text, std::string("five"));
  }

  void offsetsAreThoseOfTheOriginal() { QCOMPARE(first({rewrite(8, 13, "3"), rewrite(0, 3, "first")}), std::string("first two 3")); }

  void insertionsAtOnePlaceStayInOrder() { QCOMPARE(first({rewrite(4, 4, "a "), rewrite(4, 4, "b ")}), std::string("one a b two three")); }

  void anInsertionStandsBesideWhatIsReplaced() {
    QVERIFY(canBeCombined(rewrite(4, 7, "2"), rewrite(4, 4, "x ")));
    QVERIFY(canBeCombined(rewrite(4, 7, "2"), rewrite(7, 7, " y")));
    QVERIFY(!canBeCombined(rewrite(4, 7, "2"), rewrite(5, 5, "z")));
    QVERIFY(!canBeCombined(rewrite(4, 7, "2"), rewrite(6, 9, "z")));
    QVERIFY(canBeCombined(rewrite(4, 7, "2"), rewrite(4, 7, "2", 1)));
  }

  void aCopyStandsBehindItsFunctionAndIsCalled() {
    QCOMPARE(programAfter({inCopy({0, 26, 27, "2"})}), std::string("int f(int x) { return x + 1; }\n"
                                                                   "\n"
                                                                   "// As f.\n"
                                                                   "int f_in_g(int x) { return x + 2; }\n"
                                                                   "int g() { return f_in_g(2) + f(3); }\n"));
  }

  void whatChangesTheFunctionChangesItsCopies() {
    const std::string text = programAfter({rewrite(26, 27, "2"), inCopy({0, 22, 23, "9"})});
    QVERIFY(text.contains("int f(int x) { return x + 2; }"));
    QVERIFY(text.contains("int f_in_g(int x) { return 9 + 2; }"));
  }

  void rewritesShareACopyAndItsCall() {
    const SourceRewrite one = inCopy({0, 26, 27, "2"});
    const SourceRewrite other = inCopy({0, 22, 23, "9"});
    QVERIFY(canBeCombined(one, other));
    const std::string text = programAfter({one, other});
    QVERIFY(text.contains("int f_in_g(int x) { return 9 + 2; }\nint g() { return f_in_g(2) + f(3); }"));
  }

  void aCopyAndItsFunctionCantChangeTheSame() {
    QVERIFY(!canBeCombined(inCopy({0, 26, 27, "2"}), rewrite(26, 27, "3")));
    QVERIFY(!canBeCombined(inCopy({0, 26, 27, "2"}), inCopy({0, 26, 27, "3"})));
    QVERIFY(!canBeCombined(inCopy({0, 26, 27, "2"}), rewrite(firstCall, firstCall + 4, "1")));
  }

  /// Those that can be combined give the same text in any order, and every one of them is in it.
  void rewritesThatCanBeCombinedKeepEachOther() {
    const bool holds = rc::check([] {
      const std::vector<SourceFile> source{{"a.cu", std::string(60, '.')}};
      std::vector<SourceRewrite> chosen;
      for (int i = 0; i < 6; ++i) {
        const auto begin = *rc::gen::inRange<std::uint32_t>(0, 60);
        const auto end = *rc::gen::inRange<std::uint32_t>(begin + 1, 61);
        SourceRewrite next{{{0, begin, end, std::string(1, static_cast<char>('a' + i))}}, {}};
        if (std::ranges::all_of(chosen, [&](const SourceRewrite& one) { return canBeCombined(one, next); })) chosen.push_back(next);
      }
      const std::string text = applyRewrites(source, chosen)[0].text;
      for (const SourceRewrite& one : chosen) RC_ASSERT(std::ranges::count(text, one.replacements[0].text[0]) == 1);
      std::ranges::reverse(chosen);
      RC_ASSERT(applyRewrites(source, chosen)[0].text == text);
    });
    QVERIFY(holds);
  }
};

QTEST_GUILESS_MAIN(ApplyRewritesTest)
#include "apply_rewrites_test.moc"
