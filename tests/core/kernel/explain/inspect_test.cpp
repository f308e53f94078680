#include "stencil_texts.h"

#include "core/kernel/ir/pipeline.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::ir;

class InspectTest : public QObject, StencilTexts {
  Q_OBJECT

private slots:
  void everyLineHasItsSource() {
    const VariantTexts reply = inspected("");
    for (const MappedText* text : {&reply.ir, &reply.ptx}) {
      QCOMPARE(linesOf(text->text).size(), text->sourceFile.size());
      QCOMPARE(text->sourceLine.size(), text->sourceFile.size());
    }
    const auto ir = linesOf(reply.ir.text);
    const auto barrier = std::ranges::find_if(ir, [](const std::string& line) { return line.find("barrier") != std::string::npos; });
    QVERIFY(barrier != ir.end());
    QCOMPARE(reply.ir.sourceFile[barrier - ir.begin()], 0);
    QCOMPARE(reply.ir.sourceLine[barrier - ir.begin()], lineOf("__syncthreads"));
    const auto ptx = linesOf(reply.ptx.text);
    const auto synchronise = std::ranges::find_if(ptx, [](const std::string& line) { return line.find("bar.sync") != std::string::npos; });
    QVERIFY(synchronise != ptx.end());
    QCOMPARE(reply.ptx.sourceLine[synchronise - ptx.begin()], lineOf("__syncthreads"));
  }

  void ptxEqualsTheExportedPtx() {
    const auto applied = base_->original();
    optimise(*applied);
    QCOMPARE(inspected("").ptx.text, emitPtx(*applied, "sm_90").value());
  }

  void irIsCleanedForReading() {
    const std::string text = inspected("").ir.text;
    for (const char* noise : {"#dbg", "!dbg", "#0", "noundef", "preds", "dso_local", "declare", "tail call"}) {
      QVERIFY2(text.find(noise) == std::string::npos, noise);
    }
    QVERIFY(text.find("@tile = internal addrspace(3) global") != std::string::npos);
  }

  void plainIrIsAsLlvmPrintsIt() {
    const MappedText plain = inspect(*base_, {}, sources_, "sm_90", true).value().ir;
    for (const char* part : {"#dbg_value", "!dbg", "!DILocation", "attributes #0", "target triple"})
      QVERIFY2(plain.text.find(part) != std::string::npos, part);
    QCOMPARE(linesOf(plain.text).size(), plain.sourceLine.size());
    const auto text = linesOf(plain.text);
    const auto barrier =
        std::ranges::find_if(text, [](const std::string& line) { return line.find("call void @llvm.nvvm.barrier") != std::string::npos; });
    QVERIFY(barrier != text.end());
    QCOMPARE(plain.sourceLine[barrier - text.begin()], lineOf("__syncthreads"));
  }

  void functionsHaveTheirSourceNames() { QVERIFY(inspected("").ir.text.find("@stencil(") != std::string::npos); }

  void inlinedLinesHaveTheirOrigin() {
    const VariantTexts reply = inspected("");
    QCOMPARE(reply.ir.chain.size(), reply.ir.sourceLine.size());
    const auto inlined = std::ranges::find_if(reply.ir.chain, [](std::int32_t chain) { return chain >= 0; });
    QVERIFY(inlined != reply.ir.chain.end());
    const std::string chain = reply.ir.chains.at(std::size_t(*inlined));
    QVERIFY2(chain.find(", inlined at stencil.cu:") != std::string::npos, chain.c_str());
    QVERIFY2(chain.ends_with(" in stencil"), chain.c_str());
  }

  void anEditChangesOnlyItsLines() {
    const auto before = linesOf(inspected("").ir.text);
    const auto after = linesOf(inspected("delete 1 " + id("call void @llvm.nvvm.barrier", 1)).ir.text);
    QCOMPARE(after.size(), before.size() - 1);
    std::size_t i = 0;
    while (i < after.size() && after[i] == before[i]) ++i;
    QVERIFY(before[i].find("barrier") != std::string::npos);
    QVERIFY(std::equal(after.begin() + i, after.end(), before.begin() + i + 1));
  }

  void deletedBarrierIsDescribed() {
    const VariantTexts reply = inspected("delete 1 " + id("call void @llvm.nvvm.barrier", 1));
    const EditDescription& edit = reply.edits.at(0);
    QVERIFY(edit.active);
    QCOMPARE(edit.text, std::string("delete barrier"));
    QCOMPARE(edit.target.at(0).line, lineOf("__syncthreads", 1));
    QCOMPARE(edit.target.at(0).file, std::string("stencil.cu"));
  }

  void conditionIsDescribedAsAnExpression() {
    const std::string branch = id("br i1 %valid");
    const VariantTexts reply = inspected("operand 1 " + branch + " with " + branch + ".0=" + id("%slt = "));
    QCOMPARE(reply.edits.at(0).text, std::string("condition becomes `x < cols`"));
  }

  void operandIsDescribedBeforeAndAfter() {
    const std::string sum = id("%left = ");
    QCOMPARE(inspected("operand 1 " + sum + " with " + sum + ".0=" + id("%ty = ")).edits.at(0).text,
             std::string("operand `tx` becomes `ty`"));
  }

  void aSubstituteThatIsNotAvailableIsNotSaid() {
    // `valid` is computed in the loop, behind the uses of `x >= 0`.
    const std::string text = inspected("delete 1 " + id("%sgt = ") + " use " + id("%valid = ")).edits.at(0).text;
    QVERIFY2(text.ends_with("use `true` instead"), text.c_str());
  }

  void aCopyIsDescribedWithTheOperandsThatItGets() {
    const std::string copy = "copy 00000000000000c0 " + id("%load64 = ") + " before " + id("store float");
    const std::string text = inspected(copy + " with +00000000000000c0.0=$0").edits.at(0).text;
    QVERIFY2(text.starts_with("copy load of `in[0]`"), text.c_str());
  }

  void positionIsDescribedByItsLine() {
    const std::string edit = "move 1 " + id("store float") + " before " + id("ret void");
    const EditDescription description = inspected(edit).edits.at(0);
    const auto last = static_cast<std::uint32_t>(linesOf(sources_[0].text).size());
    QCOMPARE(description.text, "move store to `tile[ty][tx]` before line " + std::to_string(last));
    QCOMPARE(description.other.at(0).line, last);
  }

  void inlinedCodeHasItsChain() {
    const EditDescription edit = inspected("delete 1 " + id("%fadd = ") + " use one").edits.at(0);
    QCOMPARE(edit.target.size(), std::size_t{2});
    QCOMPARE(edit.target[0].function, std::string("mix"));
    QCOMPARE(edit.target[0].line, lineOf("return centre"));
    QCOMPARE(edit.target[1].function, std::string("stencil"));
    QCOMPARE(edit.target[1].line, lineOf("next[ty][tx] = mix"));
  }

  void anActiveEditHasItsContext() {
    const std::string line = "delete 1 " + id("call void @llvm.nvvm.barrier") + "\n";
    const VariantTexts reply = inspected(line + "delete 2 " + id("call void @llvm.nvvm.barrier") + "\n");
    QVERIFY2(reply.edits[0].context.starts_with("delete: barrier"), reply.edits[0].context.c_str());
    QCOMPARE(reply.edits[1].context, std::string());
  }

  void editOfADeletedTargetIsInactiveAndDescribed() {
    const std::string barrier = id("call void @llvm.nvvm.barrier");
    const VariantTexts reply = inspected("delete 1 " + barrier + "\ndelete 2 " + barrier + "\ndelete 3 +77");
    QVERIFY(!reply.edits.at(1).active);
    QCOMPARE(reply.edits.at(1).text, std::string("delete barrier"));
    QCOMPARE(reply.edits.at(2).text, std::string("delete code that does not exist"));
  }

  void codeThatTheBackEndRejectsIsShownWithoutPtx() {
    const auto base = loadText(R"(
      declare float @llvm.pow.f32(float, float)
      define ptx_kernel void @kernel(ptr %p, float %x) {
        %power = call float @llvm.pow.f32(float %x, float %x)
        store float %power, ptr %p
        ret void
      })");
    const VariantTexts reply = inspect(*base, {}, {}, "sm_90").value();
    QVERIFY(reply.ir.text.find("@llvm.pow.f32") != std::string::npos);
    QVERIFY(reply.ptx.text.empty());
    QVERIFY(!reply.ptxError.empty());
  }

  void everyProposedEditHasADescription() {
    for (const std::string& name : fixtureNames) {
      const auto base = loadFixture(name);
      const std::vector<SourceFile> sources = {{name + ".cu", readFixture(name + ".cu")}};
      for (std::uint32_t i = 0; i < 15; ++i) {
        RandomStream stream = testStream(1, i);
        const EditList edits = proposeList(*base, 6, stream);
        const VariantTexts reply = inspect(*base, edits, sources, "sm_90").value();
        QCOMPARE(reply.edits.size(), edits.size());
        for (const EditDescription& edit : reply.edits) {
          QVERIFY(!edit.text.empty());
          QVERIFY2(!edit.target.empty(), edit.text.c_str());
        }
        QCOMPARE(linesOf(reply.ptx.text).size(), reply.ptx.sourceLine.size());
      }
    }
  }
};

QTEST_GUILESS_MAIN(InspectTest)
#include "inspect_test.moc"
