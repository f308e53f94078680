#include "core/kernel/operators/apply.h"
#include "fixture.h"

#include "core/kernel/ir/gpu_code.h"
#include "core/kernel/ir/pipeline.h"

#include <QtTest>
#ifndef Q_MOC_RUN // whose parser loses its way in LLVM's headers
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/Utils/Cloning.h>
#endif

using namespace gevo;
using namespace gevo::ir;

namespace {

Hash128 hashOf(const std::string& text) { return codeHash(loadText(text)->module()); }

const std::string kernel =
    "define ptx_kernel void @kernel(ptr %p, i32 %n) {\n%a = add i32 %n, 1\nstore i32 %a, ptr %p, align 4\nret void\n}\n";

std::string changed(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

} // namespace

class PipelineTest : public QObject {
  Q_OBJECT

private slots:
  void textureReferencesAreVariablesOnAGpu() {
    const auto base = loadText("@reference = internal addrspace(1) global i64 undef, align 4\n"
                               "declare i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1))\n"
                               "declare {float, float, float, float} @llvm.nvvm.tex.unified.1d.v4f32.s32(i64, i32)\n"
                               "define ptx_kernel void @kernel(ptr %p, i32 %n) {\n"
                               "%o = call i64 @llvm.nvvm.texsurf.handle.internal.p1(ptr addrspace(1) @reference)\n"
                               "%v = call {float, float, float, float} @llvm.nvvm.tex.unified.1d.v4f32.s32(i64 %o, i32 %n)\n"
                               "%f = extractvalue {float, float, float, float} %v, 0\nstore float %f, ptr %p, align 4\nret void\n}\n"
                               "!nvvm.annotations = !{!0}\n!0 = !{ptr addrspace(1) @reference, !\"texture\", i32 1}\n");
    const auto ptx = emitForGpu(base->module(), "sm_80", 12040);
    QVERIFY2(ptx.has_value(), ptx ? "" : ptx.error().message.c_str());
    QVERIFY2(!ptx->contains(".texref") && ptx->contains(".visible .global .align 8 .u64 reference"), ptx->c_str());
    QVERIFY2(ptx->contains("ld.global"), ptx->c_str());
    const auto exported = emitPtx(base->module(), "sm_80");
    QVERIFY(exported && exported->contains(".texref reference"));
  }

  void hashIgnoresNamesAndDebugInformation() {
    const auto base = loadFixture("reduce");
    const auto stripped = llvm::CloneModule(base->module());
    llvm::StripDebugInfo(*stripped);
    QCOMPARE(codeHash(*stripped), codeHash(base->module()));
    QCOMPARE(hashOf(changed(kernel, "%n)", "%n) ")), hashOf(kernel));
    std::string renamed = kernel;
    for (auto at = renamed.find("%a"); at != std::string::npos; at = renamed.find("%a")) renamed.replace(at, 2, "%zebra");
    QCOMPARE(hashOf(renamed), hashOf(kernel));
  }

  void hashOfAKernelIgnoresWhatElseIsThereAndNames() {
    const std::string rest = "@NAME = internal addrspace(3) global [4 x i32] undef, align 4\n"
                             "define internal void @called(ptr %p) {\nstore ptr addrspacecast (ptr addrspace(3) @NAME to ptr), ptr %p, "
                             "align 8\nret void\n}\n"
                             "define ptx_kernel void @kernel(ptr %p) {\ncall void @called(ptr %p)\nret void\n}\n";
    const auto hashOfKernel = [](const std::string& text) { return codeHash(*loadText(text)->module().getFunction("kernel")); };
    const auto named = [&](const std::string& name) { return changed(changed(rest, "NAME", name), "NAME", name); };
    const std::string other = "@first = internal addrspace(3) global i32 undef, align 4\n"
                              "define ptx_kernel void @other(ptr %p) {\nstore ptr addrspacecast (ptr addrspace(3) @first to ptr), ptr %p, "
                              "align 8\nret void\n}\n";
    QCOMPARE(hashOfKernel(other + named("tile")), hashOfKernel(named("shared")));
    QVERIFY(hashOfKernel(changed(named("tile"), "[4 x i32]", "[5 x i32]")) != hashOfKernel(named("tile")));
    QVERIFY(hashOfKernel(changed(named("tile"), "store ptr addrspacecast (ptr addrspace(3) @tile to ptr)", "store ptr null")) !=
            hashOfKernel(named("tile")));
  }

  void hashDiffersWhereCodeDiffers_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::newRow("constant") << "%n, 1"
                              << "%n, 2";
    QTest::newRow("operation") << "add i32"
                               << "sub i32";
    QTest::newRow("flag") << "add i32"
                          << "add nsw i32";
    QTest::newRow("operand") << "store i32 %a"
                             << "store i32 %n";
    QTest::newRow("alignment") << "align 4"
                               << "align 8";
    QTest::newRow("volatile") << "store i32"
                              << "store volatile i32";
    QTest::newRow("type") << "store i32 %a"
                          << "store i16 7";
    QTest::newRow("parameter attribute") << "ptr %p"
                                         << "ptr noalias %p";
    QTest::newRow("kernel name") << "@kernel"
                                 << "@other";
    QTest::newRow("calling convention") << "ptx_kernel"
                                        << "";
    QTest::newRow("fewer instructions") << "store i32 %a, ptr %p, align 4\n"
                                        << "";
  }
  void hashDiffersWhereCodeDiffers() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    QVERIFY(hashOf(changed(kernel, from.toStdString(), to.toStdString())) != hashOf(kernel));
  }

  void variantsOfEqualHashGiveEqualPtx() {
    const auto base = loadFixture("stencil");
    std::map<Hash128, std::string> known;
    for (std::uint32_t i = 0; i < 250; ++i) {
      RandomStream stream = testStream(1, i);
      const Applied applied = applyEdits(*base, proposeList(*base, 1, stream));
      cleanUp(*applied.module);
      const Hash128 hash = codeHash(*applied.module);
      optimise(*applied.module);
      const std::string ptx = emitPtx(*applied.module, "sm_90").value();
      const auto [entry, isNew] = known.try_emplace(hash, ptx);
      QCOMPARE(ptx, entry->second);
    }
    QVERIFY(known.size() < 250);
  }

  void hashIsStable() {
    // Equal in every process and on every machine with this LLVM: cached fitness is found by it.
    QCOMPARE(QString::fromStdString(toHex(hashOf(kernel))), QString("f7675061e0ce5f3371bfa54ec645ae3b"));
  }

  void ptxIsReproducibleAndWithoutDebugInformation() {
    const auto base = loadFixture("align");
    const auto make = [&] {
      const auto applied = base->original();
      optimise(*applied);
      return emitPtx(*applied, "sm_90").value();
    };
    const std::string ptx = make();
    QCOMPARE(make(), ptx);
    QVERIFY(ptx.find(".target sm_90\n") != std::string::npos);
    QVERIFY(ptx.find("\t.loc\t") == std::string::npos);
    QVERIFY(ptx.find(".entry _Z5alignPKiPiiii") != std::string::npos);
  }

  void cleanUpAndOptimiseKeepCodeValid() {
    for (const std::string& name : fixtureNames) {
      const auto base = loadFixture(name);
      for (std::uint32_t i = 0; i < 60; ++i) {
        RandomStream stream = testStream(2, i);
        const Applied applied = applyEdits(*base, proposeList(*base, 6, stream));
        cleanUp(*applied.module);
        QCOMPARE(verifierMessage(*applied.module), std::string());
        optimise(*applied.module);
        QCOMPARE(verifierMessage(*applied.module), std::string());
      }
    }
  }

  void optimisingInfersAttributesAgain() {
    const auto applied = loadFixtureApplied();
    optimise(*applied);
    QVERIFY(applied->getFunction("_Z7stencilPKfS0_Pfiiiff")->hasParamAttribute(0, llvm::Attribute::ReadOnly));
  }

  void printedModulesCanBeParsed() {
    const auto applied = loadFixtureApplied();
    llvm::LLVMContext context;
    llvm::SMDiagnostic diagnostic;
    const auto module = llvm::parseAssemblyString(printModule(*applied), diagnostic, context);
    QVERIFY2(module != nullptr, diagnostic.getMessage().str().c_str());
    QVERIFY(!llvm::verifyModule(*module));
    QCOMPARE(codeHash(*module), codeHash(*applied));
  }

private:
  std::unique_ptr<llvm::Module> loadFixtureApplied() {
    base_ = loadFixture("stencil");
    return base_->original();
  }

  std::unique_ptr<BaseModule> base_;
};

QTEST_GUILESS_MAIN(PipelineTest)
#include "pipeline_test.moc"
