/// Properties of every list of edits, on the fixtures' kernels, on those of the bundled samples and on random modules.

#include <QTest>

#include "core/edit/edit_text.h"
#include "core/edit/superseded.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/operators/apply.h"
#ifndef Q_MOC_RUN // whose parser loses its way in LLVM's headers
#include "core/kernel/ir/application.h"
#include "tests/core/kernel/ir/random_module.h"
#endif

#include <algorithm>
#include <map>
#include <rapidcheck.h>
#include <rapidcheck/detail/Configuration.h>

using namespace gevo;
using namespace gevo::ir;

namespace {

constexpr std::size_t longestList = 8;

using Present = std::vector<std::pair<InstructionRef, llvm::Instruction*>>;

std::map<std::string, std::shared_ptr<const BaseModule>> loaded; ///< the bases that stay the same, by the names of their rows

/// A base by the name of its row; for random modules any one.
std::shared_ptr<const BaseModule> anyBase(const std::string& name) {
  if (name == "random module") {
    const auto seed = *rc::gen::inRange<std::uint32_t>(1, 1'000'000);
    return std::move(BaseModule::load(prepareBase(randomModule(seed)).value()).value());
  }
  auto& base = loaded[name];
  if (!base) base = loadFixture(name);
  return base;
}

RandomStream anyStream() { return testStream(*rc::gen::arbitrary<std::uint64_t>(), 0); }

/// As many lists as a property has cases, others in each process: proposing takes most of the time, so all properties share them. They
/// follow from RapidCheck's seed, so that RC_PARAMS repeats a failure.
const std::vector<EditList>& proposedLists(const BaseModule& base) {
  static std::map<const BaseModule*, std::vector<EditList>> proposed;
  std::vector<EditList>& lists = proposed[&base];
  for (std::uint32_t i = 0; lists.size() < 100; ++i) {
    RandomStream stream = testStream(rc::detail::configuration().testParams.seed, i);
    lists.push_back(proposeList(base, longestList, stream));
  }
  return lists;
}

EditList anyList(const BaseModule& base, std::size_t longest) {
  const auto length = *rc::gen::inRange<std::size_t>(1, longest + 1);
  if (std::ranges::none_of(loaded, [&](const auto& one) { return one.second.get() == &base; })) {
    RandomStream stream = anyStream();
    return proposeList(base, length, stream);
  }
  const std::vector<EditList>& lists = proposedLists(base);
  EditList list = lists[*rc::gen::inRange<std::size_t>(0, lists.size())];
  if (list.size() > length) list.resize(length); // each edit is proposed for those before it
  return list;
}

/// Two lists mixed, as crossover does: edits that were proposed for other neighbours, some of them twice.
EditList anyMixture(const BaseModule& base) {
  EditList edits = anyList(base, longestList);
  const EditList others = anyList(base, longestList);
  edits.insert(edits.end(), others.begin(), others.end());
  if (!edits.empty()) edits.push_back(edits.front());
  RandomStream stream = anyStream();
  stream.shuffle(std::span<Edit>(edits));
  return edits;
}

Bytes appliedBitcode(const BaseModule& base, const EditList& edits) { return bitcodeOf(*applyEdits(base, edits).module); }

bool verifies(const BaseModule& base, const EditList& edits) { return verifierMessage(*applyEdits(base, edits).module).empty(); }

/// A list applied step by step, with the contents of the module before the first edit.
struct Watched {
  Application application;
  Present before;

  Watched(const BaseModule& base, const EditList& edits) : application(base.state()), before(application.present()) {
    for (const auto& [ref, instruction] : before) {
      locations.emplace_back(instruction->getDebugLoc());
      operands.emplace_back(instruction->value_op_begin(), instruction->value_op_end());
    }
    for (const Edit& edit : edits) active.push_back(applyEdit(application, edit));
  }

  std::vector<llvm::DebugLoc> locations;           ///< as `before`
  std::vector<std::vector<llvm::Value*>> operands; ///< as `before`
  std::vector<bool> active;
};

template <class Property> void check(Property property) {
  QFETCH(QString, name);
  QVERIFY(rc::check([&] { property(*anyBase(name.toStdString())); }));
}

void eachBase() {
  QTest::addColumn<QString>("name");
  for (const char* name : {"hotspot", "nw", "pathfinder", "stencil", "reduce", "align", "random module"}) QTest::newRow(name) << name;
}

} // namespace

class EditListInvariantsTest : public QObject {
  Q_OBJECT

private slots:
  void everySubsetInAnyOrderVerifies_data() { eachBase(); }
  void everySubsetInAnyOrderVerifies() {
    check([](const BaseModule& base) {
      EditList subset = anyMixture(base);
      RC_ASSERT(verifies(base, subset));
      std::erase_if(subset, [](const Edit&) { return *rc::gen::arbitrary<bool>(); });
      RC_ASSERT(verifies(base, subset));
    });
  }

  void allSubsetsInAllOrdersVerify_data() { eachBase(); }
  void allSubsetsInAllOrdersVerify() {
    QFETCH(QString, name);
    const auto enumerate = [&] {
      const std::shared_ptr<const BaseModule> base = anyBase(name.toStdString());
      RandomStream stream = anyStream();
      const EditList edits = proposeList(*base, 4, stream);
      for (unsigned mask = 0; mask < 1U << edits.size(); ++mask) {
        std::vector<std::size_t> chosen;
        for (std::size_t i = 0; i < edits.size(); ++i)
          if (mask >> i & 1) chosen.push_back(i);
        do {
          EditList list;
          for (const std::size_t i : chosen) list.push_back(edits[i]);
          RC_ASSERT(verifies(*base, list));
        } while (std::ranges::next_permutation(chosen).found);
      }
    };
    QVERIFY(rc::check([&] {
      if (*rc::gen::inRange(0, 10) == 0) enumerate(); // 64 applications each
    }));
  }

  void applyingIsReproducible_data() { eachBase(); }
  void applyingIsReproducible() {
    check([](const BaseModule& base) {
      const EditList edits = anyMixture(base);
      RC_ASSERT(appliedBitcode(base, edits) == appliedBitcode(base, edits));
    });
  }

  void everyWorkerGivesTheSameModule_data() { eachBase(); }
  void everyWorkerGivesTheSameModule() {
    QFETCH(QString, name);
    const Bytes fixture = name == "random module" ? Bytes() : prepareBase(deviceBitcode(name.toStdString())).value();
    QVERIFY(rc::check([&] {
      const auto seed = *rc::gen::inRange<std::uint32_t>(1, 1'000'000);
      const Bytes content = name == "random module" ? prepareBase(randomModule(seed)).value() : fixture;
      const auto first = std::move(BaseModule::load(content).value());
      const auto second = std::move(BaseModule::load(content).value());
      const std::shared_ptr<const BaseModule> same = name == "random module" ? nullptr : anyBase(name.toStdString());
      const BaseModule& proposer = same ? *same : *first;
      const EditList edits = anyMixture(proposer);
      appliedBitcode(*second, anyList(proposer, 4)); // it has worked before
      RC_ASSERT(appliedBitcode(*first, edits) == appliedBitcode(*second, edits));
    }));
  }

  void emptyEditListKeepsTheModule_data() { eachBase(); }
  void emptyEditListKeepsTheModule() {
    check([](const BaseModule& base) {
      RC_ASSERT(printModule(*applyEdits(base, {}, true).module) == printModule(base.module()));
      RC_ASSERT(codeHash(*applyEdits(base, {}).module) == codeHash(base.module()));
    });
  }

  void printedEditListsCanBeParsed_data() { eachBase(); }
  void printedEditListsCanBeParsed() {
    check([](const BaseModule& base) {
      const EditList edits = anyMixture(base);
      RC_ASSERT(parseEdits(printEdits(edits)).value() == edits);
    });
  }

  void inactiveEditsChangeNothing_data() { eachBase(); }
  void inactiveEditsChangeNothing() {
    check([](const BaseModule& base) {
      const EditList edits = anyMixture(base);
      const Applied all = applyEdits(base, edits);
      EditList active;
      for (std::size_t i = 0; i < edits.size(); ++i)
        if (all.active[i]) active.push_back(edits[i]);
      const Applied again = applyEdits(base, active);
      RC_ASSERT(std::ranges::all_of(again.active, std::identity()));
      RC_ASSERT(bitcodeOf(*again.module) == bitcodeOf(*all.module));
    });
  }

  void mutateEqualsProposingOneByOne_data() { eachBase(); }
  void mutateEqualsProposingOneByOne() {
    check([](const BaseModule& base) {
      const EditList parent = anyMixture(base);
      const auto seed = *rc::gen::arbitrary<std::uint64_t>();
      const ExecutionProfile cold(base.module(), {});
      const MutationChoice choice{allOperators(), *rc::gen::arbitrary<bool>() ? &cold : nullptr};
      RandomStream stream = testStream(seed, 1);
      const Mutant mutant = mutate(base, parent, 3, stream, choice);
      EditList expected = parent;
      RandomStream same = testStream(seed, 1);
      for (int i = 0; i < 3; ++i) {
        auto edit = proposeEdit(base, expected, same, choice);
        if (!edit) break;
        std::erase_if(expected, [&](const Edit& earlier) { return supersedes(*edit, earlier); });
        expected.push_back(std::move(*edit));
      }
      RC_ASSERT(mutant.edits == expected);
      if (!mutant.applied.module) return;
      RC_ASSERT(mutant.applied.active == applyEdits(base, expected).active);
      RC_ASSERT(bitcodeOf(*mutant.applied.module) == appliedBitcode(base, expected));
    });
  }

  void baseIdsNeverChange_data() { eachBase(); }
  void baseIdsNeverChange() {
    check([](const BaseModule& base) {
      const Watched watched(base, anyMixture(base));
      for (const auto& [ref, instruction] : watched.before) {
        const llvm::Instruction* found = watched.application.find(ref);
        RC_ASSERT(found == instruction || found == nullptr);
      }
      for (const auto& [ref, instruction] : watched.application.present()) RC_ASSERT(watched.application.find(ref) == instruction);
    });
  }

  void debugLocationsArePreserved_data() { eachBase(); }
  void debugLocationsArePreserved() {
    check([](const BaseModule& base) {
      const EditList edits = anyMixture(base);
      const Watched watched(base, edits);
      std::map<InstructionRef, llvm::DebugLoc> origins;
      for (std::size_t i = 0; i < watched.before.size(); ++i) {
        const auto& [ref, instruction] = watched.before[i];
        origins[ref] = watched.locations[i];
        if (watched.application.find(ref)) RC_ASSERT(instruction->getDebugLoc() == watched.locations[i]);
      }
      for (std::size_t i = 0; i < edits.size(); ++i) {
        const Edit& edit = edits[i];
        if (!watched.active[i] || (edit.op != Operator::Copy && edit.op != Operator::ReplaceInstruction)) continue;
        const InstructionRef created = InstructionRef::created(edit.uid);
        origins[created] = origins.at(edit.op == Operator::Copy ? edit.target : edit.other);
        if (const llvm::Instruction* found = watched.application.find(created)) RC_ASSERT(found->getDebugLoc() == origins[created]);
      }
    });
  }

  void changedInstructionsHaveNoPoisonFlags_data() { eachBase(); }
  void changedInstructionsHaveNoPoisonFlags() {
    check([](const BaseModule& base) {
      const Watched watched(base, anyMixture(base));
      for (std::size_t i = 0; i < watched.before.size(); ++i) {
        const auto& [ref, instruction] = watched.before[i];
        if (!watched.application.find(ref) || std::ranges::equal(instruction->operand_values(), watched.operands[i])) continue;
        RC_ASSERT(!instruction->hasPoisonGeneratingFlags());
        RC_ASSERT(!instruction->hasPoisonGeneratingMetadata());
        RC_ASSERT(!instruction->hasPoisonGeneratingReturnAttributes());
      }
      for (const auto& [ref, instruction] : watched.application.present())
        if (ref.kind == InstructionRef::Kind::Created) RC_ASSERT(!instruction->hasPoisonGeneratingFlags());
    });
  }

  void editedModulesCanBeOptimised_data() { eachBase(); }
  void editedModulesCanBeOptimised() {
    check([](const BaseModule& base) {
      const Applied applied = applyEdits(base, anyMixture(base));
      cleanUp(*applied.module);
      RC_ASSERT(verifierMessage(*applied.module) == "");
      optimise(*applied.module);
      RC_ASSERT(verifierMessage(*applied.module) == "");
    });
  }
};

QTEST_GUILESS_MAIN(EditListInvariantsTest)
#include "edit_list_invariants_test.moc"
