#include "core/edit/edit_text.h"
#include "core/edit/superseded.h"
#include "core/kernel/operators/apply.h"
#include "tests/core/kernel/ir/fixture.h"

#include "core/kernel/ir/pipeline.h"

#include <QtTest>

#include <map>
#include <set>

using namespace gevo;
using namespace gevo::ir;

class MutateTest : public QObject {
  Q_OBJECT

private slots:
  void equalRandomStreamsGiveEqualEdits() {
    const auto one = loadFixture("align");
    const auto other = loadFixture("align");
    for (std::uint32_t i = 0; i < 60; ++i) {
      RandomStream first = testStream(1, i);
      RandomStream second = testStream(1, i);
      QVERIFY(proposeList(*one, 5, first) == proposeList(*other, 5, second));
      QCOMPARE(first.next(), second.next());
    }
  }

  void proposedEditsAreActive() {
    for (const std::string& name : fixtureNames) {
      const auto base = loadFixture(name);
      for (std::uint32_t i = 0; i < 60; ++i) {
        RandomStream stream = testStream(2, i);
        const EditList edits = proposeList(*base, 8, stream);
        const Applied applied = applyEdits(*base, edits);
        QVERIFY(std::ranges::all_of(applied.active, [](bool active) { return active; }));
        QVERIFY(std::ranges::all_of(edits, [](const Edit& edit) { return edit.uid != 0; }));
      }
    }
  }

  /// Those that have no target leave it to the others.
  void operatorsAreEquallyLikely() {
    const auto base = loadFixture("stencil");
    Operators possible = allOperators();
    std::erase_if(possible, [](Operator op) {
      return op == Operator::Approximate || op == Operator::Precision || op == Operator::Flatten || op == Operator::Promote ||
             op == Operator::Vectorise || op == Operator::Synthesise || isOfParameter(op);
    });
    std::map<Operator, int> drawn;
    constexpr int draws = 3000;
    for (std::uint32_t i = 0; i < draws; ++i) {
      RandomStream stream = testStream(3, i);
      if (const auto edit = proposeEdit(*base, {}, stream)) ++drawn[edit->op];
    }
    const int operators = static_cast<int>(possible.size());
    QCOMPARE(drawn.size(), possible.size());
    // Six standard deviations of a binomial with p = 1/14.
    for (const auto& [op, count] : drawn) QVERIFY2(std::abs(count - draws / operators) < 105, operatorName(op));
  }

  void theLastWordAboutAPlaceTakesTheOthersPlace() {
    const auto edit = [](const std::string& line) { return parseEdits(line).value().front(); };
    QVERIFY(supersedes(edit("unroll 2 @6 to 4"), edit("unroll 1 @6 to 8")));
    QVERIFY(!supersedes(edit("unroll 2 @6 to 4"), edit("unroll 1 @7 to 8")));
    QVERIFY(!supersedes(edit("unroll 2 @6 to 4"), edit("perforate 1 @6 to 2")));
    QVERIFY(!supersedes(edit("approximate 2 @6 to approx"), edit("approximate 1 @6 to reciprocal"))); // both at once
    const auto base = loadFixture("stencil");
    MutationChoice choice;
    choice.operators = {Operator::Unroll};
    for (std::uint32_t i = 0; i < 20; ++i) {
      RandomStream stream = testStream(7, i);
      const Mutant mutant = mutate(*base, {}, 8, stream, choice);
      std::set<InstructionRef> loops;
      for (const Edit& one : mutant.edits) QVERIFY(loops.insert(one.target).second);
    }
  }

  void heavierOperatorsAreDrawnMoreOften() {
    const auto base = loadFixture("stencil");
    MutationChoice choice;
    choice.operators = {Operator::Delete, Operator::Swap, Operator::Unroll};
    choice.weights.assign(operatorCount, 0);
    choice.weights[std::size_t(Operator::Delete)] = 300;
    choice.weights[std::size_t(Operator::Swap)] = 100;
    std::map<Operator, int> drawn;
    for (std::uint32_t i = 0; i < 1000; ++i) {
      RandomStream stream = testStream(6, i);
      if (const auto edit = proposeEdit(*base, {}, stream, choice)) ++drawn[edit->op];
    }
    QCOMPARE(drawn[Operator::Unroll], 0);
    QVERIFY(std::abs(drawn[Operator::Delete] - 750) < 83); // six standard deviations
  }

  /// It is told nothing of launches.
  void parametersAreLeftAloneWhereNoLaunchIsKnown() {
    const auto base = loadFixture("stencil");
    MutationChoice choice;
    choice.operators = {Operator::Specialise, Operator::Restrict};
    RandomStream stream = testStream(7, 1);
    QVERIFY(!proposeEdit(*base, {}, stream, choice));
    const LaunchedValues launched = anyLaunches(*base);
    choice.launched = &launched;
    QVERIFY(proposeEdit(*base, {}, stream, choice).has_value());
  }

  void everyInstructionIsTargeted() {
    const auto base = loadFixture("stencil");
    std::set<std::uint64_t> targets;
    for (std::uint32_t i = 0; i < 6000; ++i) {
      RandomStream stream = testStream(4, i);
      const auto edit = proposeEdit(*base, {}, stream);
      if (edit && edit->target.kind == InstructionRef::Kind::Base) targets.insert(edit->target.id);
    }
    // All but unconditional branches and the return, which have no operands.
    QVERIFY(targets.size() >= base->instructionCount() - 12);
  }

  void createdInstructionsAreTargeted() {
    const auto base = loadFixture("stencil");
    RandomStream first = testStream(5, 0);
    EditList parent;
    while (parent.empty() || parent[0].op != Operator::Copy) parent = proposeList(*base, 1, first);
    int hits = 0;
    for (std::uint32_t i = 0; i < 2000; ++i) {
      RandomStream stream = testStream(6, i);
      const auto edit = proposeEdit(*base, parent, stream);
      if (!edit || edit->target != InstructionRef::created(parent[0].uid)) continue;
      ++hits;
      QVERIFY((applyEdits(*base, {parent[0], *edit}).active == std::vector{true, true}));
      QVERIFY((applyEdits(*base, {*edit}).active == std::vector{false}));
    }
    QVERIFY(hits > 0);
  }

  void insertedResultsAreUsed() {
    const auto base = loadFixture("stencil");
    int copies = 0;
    for (std::uint32_t i = 0; i < 60; ++i) {
      RandomStream stream = testStream(7, i);
      const auto edit = proposeEdit(*base, {}, stream, {{Operator::Copy}});
      if (!edit) continue;
      ++copies;
      const Applied applied = applyEdits(*base, {*edit});
      // Dead code would leave the same code behind.
      bool isUsed = edit->choices.empty();
      for (const OperandChoice& choice : edit->choices) {
        isUsed =
            isUsed || choice.value.instruction == InstructionRef::created(edit->uid) || choice.user == InstructionRef::created(edit->uid);
      }
      QVERIFY(isUsed);
    }
    QVERIFY(copies > 50);
  }

  void kernelWithoutTargetsGivesNoEdit() {
    const auto base = loadText("define ptx_kernel void @kernel() {\nret void\n}");
    for (std::uint32_t i = 0; i < 30; ++i) {
      RandomStream stream = testStream(8, i);
      QVERIFY(!proposeEdit(*base, {}, stream, {gevoOperators()}));
    }
  }
};

QTEST_GUILESS_MAIN(MutateTest)
#include "mutate_test.moc"
