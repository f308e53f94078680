#include "core/kernel/operators/propose_idea.h"

#include "core/kernel/operators/edit_context.h"
#include "tests/core/kernel/ir/fixture.h"

#include <QtTest>

#include <rapidcheck.h>

#include <set>

using namespace gevo;
using namespace gevo::ir;

namespace {

std::string contextOf(const BaseModule& base, const EditList& parent, const Edit& edit) {
  Application application(base.state());
  for (const Edit& earlier : parent) applyEdit(application, earlier);
  return EditContexts(application).of(edit);
}

/// Of edits of this program: so each can be found.
Ideas ideasOf(const BaseModule& base, std::uint32_t count) {
  std::set<std::string> contexts;
  for (std::uint32_t i = 0; i < count; ++i) {
    RandomStream stream = testStream(9, i);
    for (const Edit& edit : proposeList(base, 1, stream)) contexts.insert(contextOf(base, {}, edit));
  }
  Ideas ideas;
  for (const std::string& context : contexts) ideas.push_back({context, static_cast<std::uint32_t>(1 + ideas.size() % 7)});
  return ideas;
}

} // namespace

class ProposeIdeaTest : public QObject {
  Q_OBJECT

private slots:
  void anEditHasExactlyTheContextOfItsIdea() {
    const auto base = loadFixture("stencil");
    const LaunchedValues launched = anyLaunches(*base);
    const Ideas all = ideasOf(*base, 200);
    std::size_t tried = 0;
    QVERIFY(rc::check([&] {
      const Ideas ideas{all[*rc::gen::inRange<std::size_t>(0, all.size())]};
      MutationChoice choice;
      choice.launched = &launched;
      choice.ideas = &ideas;
      RandomStream before = testStream(*rc::gen::inRange(1, 1000), 1);
      const EditList parent = proposeList(*base, 2, before);
      Application application(base->state());
      for (const Edit& edit : parent) applyEdit(application, edit);
      RandomStream stream = testStream(*rc::gen::inRange(1, 1000), 2);
      MutationSampler sampler(application, stream, choice);
      const std::optional<Edit> edit = proposeIdea(sampler, choice);
      if (!edit) return;
      ++tried;
      RC_ASSERT(contextOf(*base, parent, *edit) == ideas.front().context);
      EditList both = parent;
      both.push_back(*edit);
      RC_ASSERT(applyEdits(*base, both).active.back());
    }));
    QVERIFY(tried > 0);
  }

  void equalStreamsTryEqualIdeas() {
    const auto one = loadFixture("align");
    const auto other = loadFixture("align");
    const Ideas ideas = ideasOf(*one, 100);
    MutationChoice choice;
    choice.ideas = &ideas;
    for (std::uint32_t i = 0; i < 100; ++i) {
      RandomStream first = testStream(1, i);
      RandomStream second = testStream(1, i);
      QVERIFY(proposeEdit(*one, {}, first, choice) == proposeEdit(*other, {}, second, choice));
      QCOMPARE(first.next(), second.next());
    }
  }

  void withoutIdeasMutationsAreWhatTheyWere() {
    const auto base = loadFixture("align");
    const Ideas none;
    MutationChoice choice;
    choice.ideas = &none;
    for (std::uint32_t i = 0; i < 60; ++i) {
      RandomStream first = testStream(2, i);
      RandomStream second = testStream(2, i);
      QVERIFY(proposeEdit(*base, {}, first) == proposeEdit(*base, {}, second, choice));
      QCOMPARE(first.next(), second.next());
    }
  }

  void aFifthOfTheMutationsTriesAnIdea() {
    const auto base = loadFixture("stencil");
    const Ideas kernels{{"registers 32: kernel", 1}};
    MutationChoice choice;
    choice.ideas = &kernels;
    choice.operators = {Operator::Registers};
    int tried = 0;
    for (std::uint32_t i = 0; i < 1000; ++i) {
      RandomStream stream = testStream(3, i);
      Application application(base->state());
      MutationSampler sampler(application, stream, choice);
      tried += proposeIdea(sampler, choice) ? 1 : 0;
    }
    QVERIFY2(std::abs(tried - 200) < 77, std::to_string(tried).c_str()); // six standard deviations, where 64 draws find one of 13 values
  }

  /// Such as directives in a mutation that changes code.
  void operatorsWithoutWeightAreNotTried() {
    const auto base = loadFixture("stencil");
    const Ideas ideas{{"unroll 8: innermost loop", 1}, {"unroll 8: innermost loop with a constant limit", 1}, {"registers 32: kernel", 1}};
    MutationChoice choice;
    choice.ideas = &ideas;
    choice.weights.assign(operatorCount, 0);
    choice.weights[std::size_t(Operator::Delete)] = 1;
    for (std::uint32_t i = 0; i < 200; ++i) {
      RandomStream stream = testStream(4, i);
      const auto edit = proposeEdit(*base, {}, stream, choice);
      QVERIFY(edit);
      QVERIFY(edit->op == Operator::Delete);
    }
  }

  void anIdeaThatDoesNotFitLeavesTheMutationAsUsual() {
    const auto base = loadFixture("stencil");
    const Ideas ideas{{"delete: assembly in a loop", 1}, {"juggle: barrier", 1}};
    MutationChoice choice;
    choice.ideas = &ideas;
    for (std::uint32_t i = 0; i < 50; ++i) {
      RandomStream stream = testStream(5, i);
      QVERIFY(proposeEdit(*base, {}, stream, choice).has_value());
    }
  }
};

QTEST_GUILESS_MAIN(ProposeIdeaTest)
#include "propose_idea_test.moc"
