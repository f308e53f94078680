/// Parsing of PTX text, and the treatment of unsupported blocks.

#include <QTest>

#include "core/kernel/inline_ptx/lexer.h"
#include "core/kernel/inline_ptx/parser.h"
#ifndef Q_MOC_RUN // whose parser loses its way in LLVM's headers
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/simulator/simulator.h"
#include "tests/core/kernel/ir/fixture.h"
#endif

#include <rapidcheck.h>

using namespace gevo;
using namespace gevo::ir;
using namespace gevo::ir::assembly;

namespace {

std::string kernelWith(const std::string& call) {
  return "define ptx_kernel void @k(ptr %p, i32 %x, i64 %y, float %f) {\n" + call + "\nret void\n}\n";
}
std::string prepared(const std::string& text) { return printModule((*BaseModule::load(prepareBase(assemble(text)).value()))->module()); }
bool hasAssembly(const std::string& text) { return prepared(text).find(" asm ") != std::string::npos; }

/// Random text from pieces of PTX and of anything else.
std::string anyText() {
  static const std::vector<std::string> pieces = {"{",
                                                  "}",
                                                  "[",
                                                  "]",
                                                  ";",
                                                  ",",
                                                  "@",
                                                  "!",
                                                  "|",
                                                  "+",
                                                  "-",
                                                  "<",
                                                  ">",
                                                  ":",
                                                  "$0",
                                                  "$1",
                                                  "${2}",
                                                  "${0:x}",
                                                  "$$",
                                                  "$",
                                                  "%",
                                                  "%laneid",
                                                  ".reg",
                                                  ".pred",
                                                  ".u32",
                                                  "p",
                                                  "r<4>",
                                                  "r0",
                                                  "add.u32",
                                                  "ld.global.v2.u32",
                                                  "setp.lt.and.s32",
                                                  "shfl.sync.up.b32",
                                                  "mov.b64",
                                                  "@p",
                                                  "@!p",
                                                  "cvt.rn.f32.s64",
                                                  "bfe.u32",
                                                  "exit",
                                                  "0x1f",
                                                  "017",
                                                  "0b11",
                                                  "0f3F800000",
                                                  "0d3FF0000000000000",
                                                  "1.5",
                                                  "1e",
                                                  "99999999999999999999",
                                                  "//",
                                                  "/*",
                                                  "*/",
                                                  "\n",
                                                  " ",
                                                  "_",
                                                  "\xff",
                                                  "\"",
                                                  "\\"};
  std::string text;
  for (const auto piece : *rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0U, static_cast<unsigned>(pieces.size()))))
    text += pieces[piece] + (*rc::gen::inRange(0, 3) ? " " : "");
  return text;
}

} // namespace

class ParserTest : public QObject {
  Q_OBJECT

private slots:
  void anyTextHasTokensInOrder() {
    QVERIFY(rc::check([] {
      const std::string text = *rc::gen::inRange(0, 2) ? anyText() : *rc::gen::arbitrary<std::string>();
      const auto tokens = tokensOf(text);
      RC_ASSERT(tokens.back().kind == TokenKind::End);
      for (std::size_t i = 1; i < tokens.size(); ++i) RC_ASSERT(tokens[i].begin > tokens[i - 1].begin || tokens[i].kind == TokenKind::End);
      RC_ASSERT(tokens.back().begin == text.size());
    }));
  }

  void anyTextIsParsedOrRejected() {
    QVERIFY(rc::check([] {
      const std::string text = *rc::gen::inRange(0, 2) ? anyText() : *rc::gen::arbitrary<std::string>();
      const auto program = parse(text, 2);
      if (!program) return;
      for (const Statement& statement : program->statements)
        if (statement.guard) RC_ASSERT(statement.guard->predicate < 2 + program->declared.size());
    }));
  }

  void anyBlockGivesAValidModule() {
    QVERIFY(rc::check([] {
      std::string text;
      for (const char c : anyText())
        if (c != '"' && c != '\\' && c != '\n' && c != '\xff') text += c;
      const std::string call = "%r = call i32 asm sideeffect \"" + text + "\", \"=r,r,l\"(i32 %x, i64 %y)\nstore i32 %r, ptr %p";
      RC_ASSERT(prepareBase(gevo::ir::assemble(kernelWith(call))).has_value());
    }));
  }

  void parsesNumbers_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<quint64>("number");
    QTest::newRow("decimal") << "42" << quint64{42};
    QTest::newRow("hexadecimal") << "0xFFu" << quint64{255};
    QTest::newRow("octal") << "017" << quint64{15};
    QTest::newRow("binary") << "0b101" << quint64{5};
    QTest::newRow("zero") << "0" << quint64{0};
    QTest::newRow("bits of a float") << "0f3FC00000" << quint64{0x3ff8000000000000};
    QTest::newRow("bits of a double") << "0d3ff8000000000000" << quint64{0x3ff8000000000000};
    QTest::newRow("a decimal float") << "1.5" << quint64{0x3ff8000000000000};
  }
  void parsesNumbers() {
    QFETCH(QString, text);
    QFETCH(quint64, number);
    QCOMPARE(tokensOf(text.toStdString()).front().number, std::uint64_t{number});
  }

  void innerRegistersHideOuterOnes() {
    const auto program = parse("{ .reg .b32 r; { .reg .pred r, s; @!r mov.b32 $0, $1; } mov.b32 r, 1; }", 2);
    QVERIFY(program.has_value());
    QCOMPARE(program->declared, (std::vector<std::string>{"b32", "pred", "pred"}));
    QCOMPARE(program->statements[0].guard->predicate, 3U);
    QVERIFY(program->statements[0].guard->negated);
    QCOMPARE(program->statements[1].operands[0].number, std::uint64_t{2});
  }

  void unsupportedStatementIsQuoted_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("quoted");
    QTest::newRow("label") << "{ again: bra again; }"
                           << "again: bra again";
    QTest::newRow("unknown name") << "mov.b32 $0, x;"
                                  << "mov.b32 $0, x";
    QTest::newRow("no such operand") << "mov.b32 $0, $7;"
                                     << "mov.b32 $0, $7";
    QTest::newRow("open block") << "{ mov.b32 $0, $1;"
                                << "{";
  }
  void unsupportedStatementIsQuoted() {
    QFETCH(QString, text);
    QFETCH(QString, quoted);
    const auto program = parse(text.toStdString(), 2);
    QVERIFY(!program);
    QCOMPARE(QString::fromStdString(program.error().message), quoted);
  }

  void unsupportedBlocksStayAndTheSimulatorQuotesThem_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("quoted");
    QTest::newRow("matrices") << "{ mov.b32 $0, $1; mma.sync.aligned.m8n8k4 $0, $1; }"
                              << "mma.sync.aligned.m8n8k4 $0, $1";
    QTest::newRow("modifier") << "add.strange.u32 $0, $1, $1;"
                              << "add.strange.u32 $0, $1, $1";
    QTest::newRow("too narrow") << "mul.wide.u32 $0, $1, $1;"
                                << "mul.wide.u32 $0, $1, $1";
    QTest::newRow("operand missing") << "add.u32 $0, $1;"
                                     << "add.u32 $0, $1";
    QTest::newRow("label") << "@p bra done;"
                           << "@p bra done";
    QTest::newRow("cube map") << "tex.cube.v4.u32.f32 {$0, $0, $0, $0}, [5, {$1, $1, $1, $1}];"
                              << "tex.cube.v4.u32.f32 {$0, $0, $0, $0}, [5, {$1, $1, $1, $1}]";
    QTest::newRow("volume of three coordinates") << "tex.3d.v4.u32.f32 {$0, $0, $0, $0}, [5, {$1, $1, $1}];"
                                                 << "tex.3d.v4.u32.f32 {$0, $0, $0, $0}, [5, {$1, $1, $1}]";
    QTest::newRow("formatted write") << "sust.p.2d.b32.trap [5, {$1, $1}], {$1};"
                                     << "sust.p.2d.b32.trap [5, {$1, $1}], {$1}";
    QTest::newRow("address with two parts") << "ld.global.u32 $0, [$1, {$1}];"
                                            << "ld.global.u32 $0, [$1, {$1}]";
    QTest::newRow("asynchronous bulk copy") << "cp.async.bulk.commit_group;"
                                            << "cp.async.bulk.commit_group";
  }
  void unsupportedBlocksStayAndTheSimulatorQuotesThem() {
    QFETCH(QString, text);
    QFETCH(QString, quoted);
    const std::string call = "%r = call i32 asm sideeffect \"" + text.toStdString() + "\", \"=r,r\"(i32 %x)\nstore i32 %r, ptr %p";
    const auto base = std::move(BaseModule::load(prepareBase(gevo::ir::assemble(kernelWith(call))).value()).value());
    QVERIFY(printModule(base->module()).find(text.toStdString()) != std::string::npos);
    const auto simulator = sim::Simulator::create(base->module(), *sim::loadModel("sim"));
    QVERIFY(!simulator);
    QVERIFY2(simulator.error().message.find("inline assembly with \"" + quoted.toStdString() + "\"") != std::string::npos,
             simulator.error().message.c_str());
  }

  void emptyVolatileBlocksStay() {
    QVERIFY(hasAssembly(kernelWith("call void asm sideeffect \"\", \"~{memory}\"()")));
    QVERIFY(!hasAssembly(kernelWith("call void asm sideeffect \"nanosleep.u32 $0;\", \"r\"(i32 %x)")));
    QVERIFY(!hasAssembly(kernelWith("call void asm sideeffect \"membar.gl;\", \"~{memory}\"()")));
  }

  void textureFetchesBecomeIntrinsics_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("operands");
    QTest::addColumn<QString>("intrinsic");
    QTest::newRow("by index") << "tex.1d.v4.f32.s32 {$0, $1, $2, $3}, [$4, {$5}];"
                              << "i32 %x"
                              << "llvm.nvvm.tex.unified.1d.v4f32.s32(i64 %y, i32 %x)";
    QTest::newRow("by index, no vector") << "tex.1d.v4.f32.s32 {$0, $1, $2, $3}, [$4, $5];"
                                         << "i32 %x"
                                         << "llvm.nvvm.tex.unified.1d.v4f32.s32(i64 %y, i32 %x)";
    QTest::newRow("plane") << "tex.2d.v4.f32.f32 {$0, $1, $2, $3}, [$4, {$5, $5}];"
                           << "float %f"
                           << "llvm.nvvm.tex.unified.2d.v4f32.f32(i64 %y, float %f, float %f)";
    QTest::newRow("level") << "tex.level.1d.v4.f32.f32 {$0, $1, $2, $3}, [$4, {$5}], $5;"
                           << "float %f"
                           << "llvm.nvvm.tex.unified.1d.level.v4f32.f32(i64 %y, float %f, float %f)";
    QTest::newRow("gradients") << "tex.grad.2d.v4.f32.f32 {$0, $1, $2, $3}, [$4, {$5, $5}], {$5, $5}, {$5, $5};"
                               << "float %f"
                               << "llvm.nvvm.tex.unified.2d.v4f32.f32(i64 %y, float %f, float %f)";
    QTest::newRow("volume") << "tex.3d.v4.f32.f32 {$0, $1, $2, $3}, [$4, {$5, $5, $5, $5}];"
                            << "float %f"
                            << "llvm.nvvm.tex.unified.3d.v4f32.f32(i64 %y, float %f, float %f, float %f)";
    QTest::newRow("layer") << "tex.a1d.v4.f32.f32 {$0, $1, $2, $3}, [$4, {7, $5}];"
                           << "float %f"
                           << "llvm.nvvm.tex.unified.1d.array.v4f32.f32(i64 %y, i32 7, float %f)";
    QTest::newRow("layer of planes") << "tex.level.a2d.v4.f32.f32 {$0, $1, $2, $3}, [$4, {7, $5, $5, $5}], $5;"
                                     << "float %f"
                                     << "llvm.nvvm.tex.unified.2d.array.level.v4f32.f32(i64 %y, i32 7, float %f, float %f, float %f)";
  }
  void textureFetchesBecomeIntrinsics() {
    QFETCH(QString, text);
    QFETCH(QString, operands);
    QFETCH(QString, intrinsic);
    const std::string base =
        prepared(kernelWith(fmt::format("%all = call {{float, float, float, float}} asm \"{}\", \"=f,=f,=f,=f,l,{}\"(i64 %y, {})\n"
                                        "%r = extractvalue {{float, float, float, float}} %all, 2\nstore float %r, ptr %p",
                                        text.toStdString(), operands.startsWith("float") ? "f" : "r", operands.toStdString())));
    QVERIFY2(base.find(intrinsic.toStdString()) != std::string::npos, base.c_str());
    QVERIFY(base.find(" asm ") == std::string::npos);
  }

  void surfaceAccessesBecomeIntrinsics_data() {
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("intrinsic");
    QTest::newRow("read")
        << "%r = call float asm \"suld.b.2d.b32.trap {$0}, [$1, {$2, $2}];\", \"=r,l,r\"(i64 %y, i32 %x)\nstore float %r, ptr %p"
        << "llvm.nvvm.suld.2d.i32.trap(i64 %y, i32 %x, i32 %x)";
    QTest::newRow("byte") << "%r = call i8 asm \"suld.b.1d.b8.zero {$0}, [$1, {$2}];\", \"=h,l,r\"(i64 %y, i32 %x)\nstore i8 %r, ptr %p"
                          << "llvm.nvvm.suld.1d.i8.zero(i64 %y, i32 %x)";
    QTest::newRow("layer") << "%r = call i16 asm \"suld.b.a2d.b16.clamp {$0}, [$1, {$2, $2, $2, $2}];\", \"=h,l,r\"(i64 %y, i32 %x)\n"
                              "store i16 %r, ptr %p"
                           << "llvm.nvvm.suld.2d.array.i16.clamp(i64 %y, i32 %x, i32 %x, i32 %x)";
    QTest::newRow("write")
        << "call void asm sideeffect \"sust.b.3d.v2.b32.clamp [$0, {$1, $1, $1, $1}], {$1, $2};\", \"l,r,r\"(i64 %y, i32 %x, float %f)"
        << "llvm.nvvm.sust.b.3d.v2i32.clamp(i64 %y, i32 %x, i32 %x, i32 %x, i32 %x, i32 ";
    QTest::newRow("write of a byte")
        << "%b = trunc i32 %x to i8\ncall void asm sideeffect \"sust.b.1d.b8.trap [$0, {$1}], {$2};\", \"l,r,h\"(i64 %y, i32 %x, i8 %b)"
        << "llvm.nvvm.sust.b.1d.i8.trap(i64 %y, i32 %x, i16 ";
  }
  void surfaceAccessesBecomeIntrinsics() {
    QFETCH(QString, call);
    QFETCH(QString, intrinsic);
    const std::string base = prepared(kernelWith(call.toStdString()));
    QVERIFY2(base.find(intrinsic.toStdString()) != std::string::npos, base.c_str());
    QVERIFY(base.find(" asm ") == std::string::npos);
  }

  void immediatesFitEverySize() {
    const std::string base =
        prepared(kernelWith("%r = call i64 asm \"add.s64 $0, $1, $2;\", \"=l,l,n\"(i64 %y, i32 -3)\nstore i64 %r, ptr %p"));
    QVERIFY2(base.find("add i64 %y, -3") != std::string::npos, base.c_str());
  }

  void specialRegistersInBothSpellings() {
    for (const char* name : {"dynamic_smem_size", "lanemask_ge", "ctaid.z", "globaltimer_lo", "cluster_nctaid.x"})
      QVERIFY2(!hasAssembly(kernelWith(fmt::format("%r = call i32 asm \"mov.u32 $0, %{};\", \"=r\"()\nstore i32 %r, ptr %p", name))), name);
    QVERIFY(hasAssembly(kernelWith("%r = call i32 asm \"mov.u32 $0, %nothing;\", \"=r\"()\nstore i32 %r, ptr %p")));
  }

  void addressesKeepTheirPointers() {
    const std::string base =
        prepared("@s = internal addrspace(3) global i32 undef\n" +
                 kernelWith("%a = ptrtoint ptr addrspace(3) @s to i64\n%t = trunc i64 %a to i32\n"
                            "%g = addrspacecast ptr %p to ptr addrspace(1)\n%b = ptrtoint ptr addrspace(1) %g to i64\n"
                            "%v = call i32 asm \"ld.global.cg.s32 $0, [$1+8];\", \"=r,l\"(i64 %b)\nstore i32 %v, ptr %p"));
    QVERIFY2(base.find("ptrtoint ptr addrspace(1)") == std::string::npos, base.c_str());
    QVERIFY2(base.find("getelementptr i8, ptr addrspace(1) %g, i64 8") != std::string::npos, base.c_str());
  }

  void exitBecomesAReturnInKernels() {
    const std::string base =
        prepared(kernelWith("call void asm sideeffect \"{ .reg .pred q; setp.eq.u32 q, $0, 3; @q exit; }\", \"r\"(i32 %x)\n"
                            "store i32 1, ptr %p"));
    QVERIFY2(base.find("call void @llvm.nvvm.exit") == std::string::npos && base.find("unreachable") == std::string::npos, base.c_str());
    QCOMPARE(base.find("ret void") == base.rfind("ret void"), false);
  }

  /// The back end turns shifts by any amount, approximations and atomics back into the instruction that was translated.
  void translatedBlockGivesTheSamePtxInstruction_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("constraints");
    QTest::addColumn<QString>("emitted");
    QTest::newRow("shift") << "shl.b32 $0, $1, $2;"
                           << "=r,r,r"
                           << "shl.b32";
    QTest::newRow("wide multiply") << "mul.wide.u32 $0, $1, $2;"
                                   << "=l,r,r"
                                   << "mul.wide.u32";
    QTest::newRow("dot product") << "dp4a.s32.s32 $0, $1, $2, $1;"
                                 << "=r,r,r"
                                 << "dp4a.s32.s32";
    QTest::newRow("tangent") << "tanh.approx.f32 $0, $1;"
                             << "=f,f"
                             << "tanh.approx.f32";
    QTest::newRow("reciprocal") << "rcp.approx.f32 $0, $1;"
                                << "=f,f"
                                << "rcp.approx.f32";
    QTest::newRow("flushing sum") << "add.rz.ftz.f32 $0, $1, $2;"
                                  << "=f,f,f"
                                  << "add.rz.ftz.f32";
    QTest::newRow("half") << "fma.rn.f16x2 $0, $1, $2, $1;"
                          << "=r,r,r"
                          << "fma.rn.f16x2";
    QTest::newRow("bfloat") << "add.rn.bf16 $0, $1, $2;"
                            << "=h,h,h"
                            << "add.rn.bf16";
    QTest::newRow("half maximum") << "max.NaN.f16 $0, $1, $2;"
                                  << "=h,h,h"
                                  << "max.NaN.f16";
  }
  void translatedBlockGivesTheSamePtxInstruction() {
    QFETCH(QString, text);
    QFETCH(QString, constraints);
    QFETCH(QString, emitted);
    std::string parameters, arguments, result;
    int count = 0;
    for (const QString& constraint : constraints.split(',')) {
      const QChar letter = constraint.back();
      const std::string type = letter == 'r' ? "i32" : letter == 'l' ? "i64" : letter == 'h' ? "i16" : "float";
      if (constraint.startsWith('=')) {
        result = type;
        continue;
      }
      const std::string argument = type + " %a" + std::to_string(count++);
      parameters += ", " + argument;
      arguments += (arguments.empty() ? "" : ", ") + argument;
    }
    const auto base = std::move(
        BaseModule::load(prepareBase(gevo::ir::assemble("define ptx_kernel void @k(ptr %p" + parameters + ") {\n%r = call " + result +
                                                        " asm \"" + text.toStdString() + "\", \"" + constraints.toStdString() + "\"(" +
                                                        arguments + ")\nstore " + result + " %r, ptr %p\nret void\n}"))
                             .value())
            .value());
    const std::string ptx = emitPtx(base->module(), "sm_90").value();
    QVERIFY2(ptx.find(emitted.toStdString()) != std::string::npos, ptx.c_str());
    QVERIFY2(ptx.find("selp") == std::string::npos, ptx.c_str());
  }
};

QTEST_GUILESS_MAIN(ParserTest)
#include "parser_test.moc"
