#include "core/patch/write_patch.h"

#include "core/patch/apply_rewrites.h"

#include <QtTest>

#include <map>

using namespace gevo;

namespace {

using Done = std::map<std::string, std::string>; ///< by kernel: what its code does differently, a letter for each

/// A program of kernels that each stand on a line of their own: its text is its code. Edits are letters, and so are rewrites. An s makes it
/// slower, an n changes nothing about that, others make it faster; with a ! it does not compile.
class FakeJudge : public CodeJudge {
public:
  std::vector<Done> ofEdits;                ///< what each does
  std::vector<std::string> kernelOfRewrite; ///< per edit: the kernel whose line its only candidate changes; empty: no candidate
  std::vector<std::string> added;           ///< per edit: the letters that it adds there
  Done alsoChanged;                         ///< by letter: the kernel that has it too, as of a shared function
  char badOnHeldOut = 0;                    ///< a letter
  bool isVariantBad = false;                ///< it fails a held-out test
  std::vector<std::string> tried;           ///< texts

  const std::vector<SourceFile>& sources() const override { return sources_; }

  Result<FoundRewrites> rewrites(const EditList&) override {
    FoundRewrites found;
    for (std::size_t i = 0; i < ofEdits.size(); ++i) {
      auto& candidates = found.perEdit.emplace_back();
      if (kernelOfRewrite[i].empty()) continue;
      const auto at = static_cast<std::uint32_t>(sources_[0].text.find(kernelOfRewrite[i]) + kernelOfRewrite[i].size());
      candidates.push_back({{{0, at, at, added[i]}}, "adds " + added[i]});
    }
    return found;
  }

  Result<Judged> edits(const EditList& edits) override {
    Done code{{"a", ""}, {"b", ""}};
    for (const Edit& edit : edits)
      for (const auto& [kernel, letters] : ofEdits[edit.uid]) code[kernel] += letters;
    return judged(std::move(code), false);
  }

  Result<std::vector<std::optional<Judged>>> texts(const std::vector<Texts>& candidates, const std::optional<Hash128>&,
                                                   const IsEnough&) override {
    std::vector<std::optional<Judged>> all;
    for (const Texts& candidate : candidates) {
      const std::string text = candidate.empty() ? std::string() : candidate[0].text;
      tried.push_back(text);
      all.push_back(text.contains('!') ? std::nullopt : std::optional(judged(codeOf(candidate), false)));
    }
    return all;
  }

  Result<Judged> validate(const Texts& changed, const std::vector<TestCase>&) override { return judged(codeOf(changed), true); }
  Result<Judged> validate(const EditList& all, const std::vector<TestCase>&) override {
    auto judged = edits(all);
    TestReport test{.role = TestRole::HeldOut, .arguments = "7"};
    test.result.reason = isVariantBad ? Reason::WrongOutput : Reason::None;
    test.result.message = isVariantBad ? "output sums differs" : "";
    judged->report.tests = {test};
    return judged;
  }
  bool isCancelled() const override { return false; }
  void doing(std::string) override {}

private:
  Done codeOf(const Texts& changed) const {
    std::string text = changed.empty() ? sources_[0].text : changed[0].text;
    Done code;
    for (std::size_t end = 0; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1))
      code[text.substr(0, 1)] = text.substr(1, end - 1);
    for (const auto& [letter, kernel] : alsoChanged)
      if (const auto& lines = code; std::ranges::any_of(lines, [&](const auto& line) { return line.second.contains(letter); }))
        if (!code[kernel].contains(letter)) code[kernel] += letter;
    return code;
  }

  Judged judged(Done code, bool isHeldOut) const {
    Judged judged;
    std::string all;
    double runtime = 100;
    for (auto& [kernel, done] : code) {
      std::ranges::sort(done);
      for (const char letter : done) runtime += letter == 's' ? 5 : letter == 'n' ? 0 : -1;
      all += kernel + done + '\n';
      judged.kernels.push_back({kernel, hashText(done)});
    }
    judged.code = hashText(all);
    const bool fails = isHeldOut && badOnHeldOut != 0 && all.contains(badOnHeldOut);
    judged.result.reason = fails ? Reason::WrongOutput : Reason::None;
    judged.result.fitness = {runtime, 0};
    return judged;
  }

  std::vector<SourceFile> sources_{{"a.cu", "a\nb\n"}};
};

EditList edits(std::size_t count) {
  EditList all(count);
  for (std::size_t i = 0; i < count; ++i) all[i].uid = i;
  return all;
}

SourcePatch written(FakeJudge& judge) {
  SourcePatch patch;
  patch.originalRuntime = 100;
  patch.variantRuntime = 97;
  const EditList all = edits(judge.ofEdits.size());
  const Result<void> done = writePatch(judge, all, all, {}, patch);
  if (!done) throw std::runtime_error(done.error().message);
  return patch;
}

/// The first edit's rewrite does what the last one's does in the other kernel; the edit between has nothing to do with them.
FakeJudge sharedFunction() {
  FakeJudge judge;
  judge.ofEdits = {{{"a", "x"}}, {{"a", "y"}}, {{"b", "x"}}};
  judge.kernelOfRewrite = {"a", "a", ""};
  judge.added = {"x", "y", ""};
  judge.alsoChanged = {{"x", "b"}};
  return judge;
}

} // namespace

class WritePatchTest : public QObject {
  Q_OBJECT
private slots:
  void whatAnEarlierChangeDoesIsWritten() {
    FakeJudge judge = sharedFunction();
    const SourcePatch patch = written(judge);
    QCOMPARE(patch.state, PatchState::Proven);
    for (const PatchedEdit& edit : patch.edits) QCOMPARE(edit.is, EditInPatch::Written);
  }

  /// The change between goes, since held-out inputs show that it is wrong.
  void itStaysWrittenWithoutAChangeBetween() {
    FakeJudge judge = sharedFunction();
    judge.badOnHeldOut = 'y';
    const SourcePatch patch = written(judge);
    QCOMPARE(patch.changes, std::vector<std::string>{"adds x"});
    QCOMPARE(patch.edits[1].is, EditInPatch::Missing);
    QCOMPARE(patch.edits[2].is, EditInPatch::Written);
  }

  void itIsMissingWithoutTheChangeThatDidIt() {
    FakeJudge judge = sharedFunction();
    judge.badOnHeldOut = 'x';
    const SourcePatch patch = written(judge);
    QCOMPARE(patch.changes, std::vector<std::string>{"adds y"});
    QCOMPARE(patch.edits[0].is, EditInPatch::Missing);
    QCOMPARE(patch.edits[1].is, EditInPatch::Written);
    QCOMPARE(patch.edits[2].is, EditInPatch::Missing);
  }

  void aPairThatIsNoFasterIsNotTried() {
    FakeJudge judge;
    judge.ofEdits = {{{"a", "n"}}, {{"a", "n"}}};
    judge.kernelOfRewrite = {"a", "a"};
    judge.added = {"s", "s"};
    written(judge);
    QVERIFY(std::ranges::find(judge.tried, "as\nb\n") != judge.tried.end());
    QVERIFY(std::ranges::find(judge.tried, "ass\nb\n") == judge.tried.end());
    judge.ofEdits = {{{"a", "x"}}, {{"a", "y"}}};
    written(judge);
    QVERIFY(std::ranges::find(judge.tried, "ass\nb\n") != judge.tried.end());
  }

  void aVariantThatFailsItsHeldOutTestsIsNotWritten() {
    FakeJudge judge;
    judge.ofEdits = {{{"a", "x"}}};
    judge.kernelOfRewrite = {"a"};
    judge.added = {"x"};
    judge.isVariantBad = true;
    const SourcePatch patch = written(judge);
    QVERIFY(patch.state == PatchState::Illustration && patch.edits.size() == 1 && patch.edits[0].is == EditInPatch::Missing);
    QCOMPARE(patch.reason, std::string("the variant itself fails the held-out \"7\": output sums differs"));
    QVERIFY(judge.tried.empty());
  }

  void whatDoesNotCompileIsNotTriedInAPair() {
    FakeJudge judge;
    judge.ofEdits = {{{"a", "x"}}, {{"a", "y"}}};
    judge.kernelOfRewrite = {"a", "a"};
    judge.added = {"!", "s"};
    written(judge);
    QVERIFY(std::ranges::find(judge.tried, "a!\nb\n") != judge.tried.end());
    QVERIFY(std::ranges::find(judge.tried, "a!s\nb\n") == judge.tried.end());
  }

  void editsOfDifferentKernelsAreNotPaired() {
    FakeJudge judge;
    judge.ofEdits = {{{"a", "x"}}, {{"b", "y"}}};
    judge.kernelOfRewrite = {"a", "b"};
    judge.added = {"s", "s"};
    written(judge);
    QVERIFY(std::ranges::find(judge.tried, "as\nb\n") != judge.tried.end());
    QVERIFY(std::ranges::find(judge.tried, "as\nbs\n") == judge.tried.end());
  }
};

QTEST_APPLESS_MAIN(WritePatchTest)
#include "write_patch_test.moc"
