#include "core/kernel/operators/apply.h"
#include "tests/core/kernel/ir/fixture.h"

#include "core/kernel/ir/pipeline.h"

#include <QtTest>
#ifndef Q_MOC_RUN
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "tests/core/kernel/ir/random_module.h"
#endif
#include <rapidcheck.h>

using namespace gevo;
using namespace gevo::ir;

namespace {

const BaseModule& anyFixture() {
  static const std::vector<std::unique_ptr<BaseModule>> bases = [] {
    std::vector<std::unique_ptr<BaseModule>> all;
    for (const std::string& name : fixtureNames) all.push_back(loadFixture(name));
    return all;
  }();
  return *bases[*rc::gen::inRange<std::size_t>(0, bases.size())];
}

EditList anyList(const BaseModule& base, std::size_t longest) {
  RandomStream stream = testStream(*rc::gen::arbitrary<std::uint64_t>(), 0);
  return proposeList(base, *rc::gen::inRange<std::size_t>(0, longest), stream);
}

/// Edits that were never proposed: references at random, most of them meaningless.
EditList anyNonsense(const BaseModule& base, std::size_t count) {
  const auto ref = [&] {
    return *rc::gen::inRange(0, 8) == 0 ? InstructionRef::created(*rc::gen::inRange<std::uint64_t>(0, 10))
                                        : InstructionRef::base(*rc::gen::inRange<std::uint64_t>(0, base.instructionCount() + 2));
  };
  const auto value = [&]() -> ValueRef {
    const auto kind = static_cast<ValueRef::Kind>(*rc::gen::inRange(0, 5));
    return {kind, ref(), *rc::gen::inRange<std::uint32_t>(0, 12)};
  };
  EditList edits;
  for (std::size_t i = 0; i < count; ++i) {
    Edit edit{i + 1, static_cast<Operator>(*rc::gen::inRange<int>(0, operatorCount)), ref(), ref(), value(), {}};
    const int choices = *rc::gen::inRange(0, 4);
    for (int k = 0; k < choices; ++k)
      edit.choices.push_back({k == 0 ? edit.target : ref(), *rc::gen::inRange<std::uint32_t>(0, 4), value()});
    edit.value = *rc::gen::element<std::string>("", "4", "full", "cg", "64", "register", "select", "100000000000");
    edits.push_back(edit);
  }
  return edits;
}

void assertApplies(const BaseModule& base, const EditList& edits) {
  const Applied applied = applyEdits(base, edits);
  RC_ASSERT(applied.active.size() == edits.size());
  RC_ASSERT(verifierMessage(*applied.module) == "");
}

} // namespace

class ApplyTest : public QObject {
  Q_OBJECT

private slots:
  void arbitraryEditsKeepTheModuleValid() {
    QVERIFY(rc::check([] {
      const BaseModule& base = anyFixture();
      assertApplies(base, anyNonsense(base, *rc::gen::inRange<std::size_t>(0, 30)));
    }));
  }

  void viewsAndEvaluationsSeeTheSameCode() {
    QVERIFY(rc::check([] {
      const BaseModule& base = anyFixture();
      const EditList edits = anyList(base, 8);
      const Applied view = applyEdits(base, edits, true);
      const Applied evaluation = applyEdits(base, edits);
      RC_ASSERT(view.active == evaluation.active);
      RC_ASSERT(verifierMessage(*view.module) == "");
      RC_ASSERT(codeHash(*view.module) == codeHash(*evaluation.module));
    }));
  }

  void baseIsNeverChanged() {
    const auto base = loadFixture("reduce");
    const std::string before = printModule(base->module());
    for (std::uint32_t i = 0; i < 20; ++i) {
      RandomStream stream = testStream(5, i);
      const Applied applied = applyEdits(*base, proposeList(*base, 10, stream), true);
      optimise(*applied.module);
    }
    QCOMPARE(printModule(base->module()), before);
  }

  /// Bitcode lists them all, used or not.
  void editsMakeNoKindsOfMetadataKnown() {
    const auto base = std::move(BaseModule::load(prepareBase(randomModule(1)).value()).value());
    const auto kinds = [&] {
      llvm::SmallVector<llvm::StringRef> names;
      base->module().getContext().getMDKindNames(names);
      return names.size();
    };
    const std::size_t before = kinds();
    for (std::uint32_t i = 0; i < 20; ++i) {
      RandomStream stream = testStream(11, i);
      applyEdits(*base, proposeList(*base, 10, stream));
    }
    QCOMPARE(kinds(), before);
  }

  void onlyNamedKernelsAreEdited() {
    const auto all = loadFixture("reduce");
    const auto base = loadFixture("reduce", {"_Z5totalPKfPfPji"});
    QCOMPARE(base->instructionCount(), all->instructionCount());
    for (std::uint32_t i = 0; i < 100; ++i) {
      RandomStream stream = testStream(7, i);
      const EditList edits = proposeList(*base, 3, stream);
      const Applied applied = applyEdits(*base, edits, true);
      // What the module lists of edits would shift the numbers of metadata in the text.
      for (const char* list : {"gevo.restrict", "gevo.specialise"})
        if (llvm::NamedMDNode* const listed = applied.module->getNamedMetadata(list)) listed->eraseFromParent();
      // Stores of the named kernels may invalidate another kernel's assumption about memory; nothing else of it changes.
      const auto text = [](const llvm::Module& module) {
        std::string printed;
        llvm::raw_string_ostream out(printed);
        for (const llvm::Instruction& instruction : llvm::instructions(module.getFunction("_Z9transformPfPdi5Scale")))
          if (!llvm::isa<llvm::AssumeInst>(instruction)) out << instruction << '\n';
        return printed;
      };
      QCOMPARE(text(*applied.module), text(base->module()));
    }
    QVERIFY(BaseModule::load(prepareBase(deviceBitcode("reduce")).value(), {"absent"}).error().message.contains("no kernel named absent"));
  }
};

QTEST_GUILESS_MAIN(ApplyTest)
#include "apply_test.moc"
