#include "fixture.h"

#include "core/kernel/ir/pipeline.h"

#include <QtTest>
#ifndef Q_MOC_RUN // whose parser loses its way in LLVM's headers
#include <llvm/FuzzMutate/IRMutator.h>
#include <llvm/FuzzMutate/Operations.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#endif
#include <rapidcheck.h>

using namespace gevo;
using namespace gevo::ir;

namespace {

/// A module that LLVM's own generator made.
Bytes randomModule(int seed) {
  llvm::LLVMContext context;
  std::vector<llvm::TypeGetter> types = {
      llvm::Type::getInt1Ty,  llvm::Type::getInt32Ty,  llvm::Type::getInt64Ty,
      llvm::Type::getFloatTy, llvm::Type::getDoubleTy, [](llvm::LLVMContext& c) -> llvm::Type* { return llvm::PointerType::get(c, 0); }};
  std::vector<std::unique_ptr<llvm::IRMutationStrategy>> strategies;
  strategies.push_back(std::make_unique<llvm::InjectorIRStrategy>(llvm::InjectorIRStrategy::getDefaultOps()));
  strategies.push_back(std::make_unique<llvm::InsertCFGStrategy>());
  strategies.push_back(std::make_unique<llvm::InsertPHIStrategy>());
  strategies.push_back(std::make_unique<llvm::SinkInstructionStrategy>());
  llvm::IRMutator mutator(std::move(types), std::move(strategies));
  llvm::SMDiagnostic diagnostic;
  const auto module =
      llvm::parseAssemblyString("target triple = \"nvptx64-nvidia-cuda\"\ndefine ptx_kernel void @kernel(ptr %p, i32 %n, float %x) {\n"
                                "%v = load i32, ptr %p\n%s = add i32 %v, %n\nstore i32 %s, ptr %p\nret void\n}",
                                diagnostic, context);
  for (int i = 0; i < 40; ++i) mutator.mutateModule(*module, seed * 1000 + i, 1 << 16);
  return bitcodeOf(*module);
}

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
    edits.push_back(edit);
  }
  return edits;
}

void assertApplies(const BaseModule& base, const EditList& edits) {
  const Applied applied = base.apply(edits);
  RC_ASSERT(applied.active.size() == edits.size());
  RC_ASSERT(verifierComplaint(*applied.module) == "");
}

} // namespace

class ApplyTest : public QObject {
  Q_OBJECT

private slots:
  void noEditsGiveTheBase() {
    for (const std::string& name : fixtureNames) {
      const auto base = loadFixture(name);
      QCOMPARE(codeHash(*base->apply({}).module), codeHash(base->module()));
      llvm::LLVMContext context;
      QCOMPARE(printModule(*base->apply({}, true).module), printModule(base->module()));
    }
  }

  void everySubsetInEveryOrderVerifies() {
    QVERIFY(rc::check([] {
      const BaseModule& base = anyFixture();
      const EditList edits = anyList(base, 12);
      EditList subset;
      for (const Edit& edit : edits) {
        if (*rc::gen::arbitrary<bool>()) subset.push_back(edit);
      }
      RandomStream stream = testStream(*rc::gen::arbitrary<std::uint64_t>(), 1);
      stream.shuffle(std::span<Edit>(subset));
      assertApplies(base, subset);
      assertApplies(base, edits);
    }));
  }

  void editsOfTwoParentsMix() {
    QVERIFY(rc::check([] {
      const BaseModule& base = anyFixture();
      EditList edits = anyList(base, 8);
      const EditList others = anyList(base, 8);
      edits.insert(edits.end(), others.begin(), others.end());
      edits.insert(edits.end(), edits.begin(), edits.begin() + edits.size() / 2); // some come from both
      RandomStream stream = testStream(*rc::gen::arbitrary<std::uint64_t>(), 2);
      stream.shuffle(std::span<Edit>(edits));
      assertApplies(base, edits);
    }));
  }

  void editsThatNobodyProposedVerify() {
    QVERIFY(rc::check([] {
      const BaseModule& base = anyFixture();
      assertApplies(base, anyNonsense(base, *rc::gen::inRange<std::size_t>(0, 30)));
    }));
  }

  void applyingTwiceGivesTheSameText() {
    QVERIFY(rc::check([] {
      const BaseModule& base = anyFixture();
      const EditList edits = anyList(base, 8);
      RC_ASSERT(printModule(*base.apply(edits, true).module) == printModule(*base.apply(edits, true).module));
    }));
  }

  void viewsAndEvaluationsSeeTheSameCode() {
    QVERIFY(rc::check([] {
      const BaseModule& base = anyFixture();
      const EditList edits = anyList(base, 8);
      const Applied view = base.apply(edits, true);
      const Applied evaluation = base.apply(edits);
      RC_ASSERT(view.active == evaluation.active);
      RC_ASSERT(verifierComplaint(*view.module) == "");
      RC_ASSERT(codeHash(*view.module) == codeHash(*evaluation.module));
    }));
  }

  void randomModulesVerifyToo() {
    for (int seed = 1; seed <= 40; ++seed) {
      auto base = BaseModule::load(randomModule(seed));
      QVERIFY(base.has_value());
      for (std::uint32_t i = 0; i < 20; ++i) {
        RandomStream stream = testStream(static_cast<std::uint64_t>(seed), i);
        EditList edits = proposeList(**base, 6, stream);
        stream.shuffle(std::span<Edit>(edits));
        QCOMPARE(verifierComplaint(*(*base)->apply(edits).module), std::string());
      }
    }
  }

  void theBaseIsNeverTouched() {
    const auto base = loadFixture("reduce");
    const std::string before = printModule(base->module());
    for (std::uint32_t i = 0; i < 20; ++i) {
      RandomStream stream = testStream(5, i);
      const Applied applied = base->apply(proposeList(*base, 10, stream), true);
      optimise(*applied.module);
    }
    QCOMPARE(printModule(base->module()), before);
  }

  void debugLocationsSurvive() {
    const auto base = loadFixture("stencil");
    const auto located = [](const llvm::Module& module) {
      return llvm::count_if(llvm::instructions(*module.getFunction("_Z7stencilPKfS0_Pfiiiff")),
                            [](const llvm::Instruction& instruction) { return bool(instruction.getDebugLoc()); });
    };
    const auto original = located(*base->apply({}).module);
    for (std::uint32_t i = 0; i < 50; ++i) {
      RandomStream stream = testStream(6, i);
      const EditList edits = proposeList(*base, 1, stream);
      QVERIFY(!edits.empty());
      const auto difference = located(*base->apply(edits).module) - original;
      switch (edits[0].op) {
      case Operator::Copy:
        QVERIFY(difference == 0 || difference == 1);
        break;
      case Operator::Delete:
        QVERIFY(difference == 0 || difference == -1);
        break;
      case Operator::ReplaceInstruction:
        QVERIFY(difference >= -1 && difference <= 1);
        break;
      default:
        QCOMPARE(difference, decltype(difference){0});
        break;
      }
    }
  }

  void onlyNamedKernelsAreEdited() {
    const auto all = loadFixture("reduce");
    const auto base = loadFixture("reduce", {"_Z5totalPKfPfPji"});
    QCOMPARE(base->instructionCount(), all->instructionCount());
    for (std::uint32_t i = 0; i < 100; ++i) {
      RandomStream stream = testStream(7, i);
      const EditList edits = proposeList(*base, 3, stream);
      const Applied applied = base->apply(edits, true);
      const auto text = [](const llvm::Module& module) {
        std::string printed;
        llvm::raw_string_ostream out(printed);
        module.getFunction("_Z9transformPfPdi5Scale")->print(out);
        return printed;
      };
      QCOMPARE(text(*applied.module), text(base->module()));
    }
    QVERIFY(BaseModule::load(prepareBase(deviceBitcode("reduce")).value(), {"absent"}).error().message.contains("no kernel named absent"));
  }
};

QTEST_GUILESS_MAIN(ApplyTest)
#include "apply_test.moc"
