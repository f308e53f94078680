/// Cache operators of inline PTX come back in the PTX that is generated.

#include "core/kernel/operators/apply.h"
#include "forms.h"

using namespace gevo;
using namespace gevo::ir;
using namespace gevo::ir::assembly::testing;

namespace {

struct Width {
  const char* suffix; ///< of the instructions
  const char* registers;
  const char* letters;
  const char* type; ///< of the results in IR
  const char* written;
};

/// How often `part` is in the text.
int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

constexpr Width widths[] = {
    {"s8", "1", "r", "i32", "u8"},           {"u16", "1", "h", "i16", "u16"},
    {"u32", "1", "r", "i32", "u32"},         {"b64", "1", "l", "i64", "u64"},
    {"f32", "1", "f", "float", "f32"},       {"f64", "1", "d", "double", "f64"},
    {"v2.f32", "2", "f", "float", "v2.f32"}, {"v4.f32", "4", "f", "float", "v4.f32"},
    {"v4.u32", "4", "r", "i32", "v4.u32"},   {"v2.f64", "2", "d", "double", "v2.f64"},
    {"v4.u8", "4", "r", "i32", "v4.u8"},
};

/// Copies one element of that width in each thread.
std::string kernel(const Width& width, const std::string& load, const std::string& store) {
  const int parts = std::atoi(width.registers);
  std::string results, outputs, inputs, targets, sources, types, extracts, values;
  for (int i = 0; i < parts; ++i) {
    const std::string comma = i == 0 ? "" : ",";
    results += comma + width.type;
    outputs += comma + "=" + width.letters;
    inputs += std::string(",") + width.letters;
    targets += fmt::format("{}${}", comma, i);
    sources += fmt::format("{}${}", comma, i + 1);
    types += fmt::format(", {} %v{}", width.type, i);
    if (parts > 1) extracts += fmt::format("%v{} = extractvalue {{ {} }} %r, {}\n", i, "@", i);
  }
  for (std::size_t at = extracts.find('@'); at != std::string::npos; at = extracts.find('@')) extracts.replace(at, 1, results);
  const std::string result = parts == 1 ? results : "{ " + results + " }";
  if (parts > 1) {
    targets = "{" + targets + "}";
    sources = "{" + sources + "}";
  }
  return fmt::format("define ptx_kernel void @k(ptr %p, ptr %q) {{\n"
                     "%l = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                     "%pl = getelementptr [16 x i8], ptr %p, i32 %l\n%ql = getelementptr [16 x i8], ptr %q, i32 %l\n"
                     "%{} = call {} asm \"{}.{} {}, [${}];\", \"{},l\"(ptr %pl)\n{}"
                     "call void asm sideeffect \"{}.{} [$0], {};\", \"l{},~{{memory}}\"(ptr %ql{})\nret void\n}}\n",
                     parts == 1 ? "v0" : "r", result, load, width.suffix, targets, parts, outputs, extracts, store, width.suffix, sources,
                     inputs, types);
}

} // namespace

class CacheOperatorsTest : public QObject {
  Q_OBJECT

private slots:
  void comeBackInPtx_data() {
    QTest::addColumn<QString>("load");
    QTest::addColumn<QString>("store");
    QTest::newRow("cs") << "ld.global.cs"
                        << "st.global.cs";
    QTest::newRow("ca, wb") << "ld.global.ca"
                            << "st.global.wb";
    QTest::newRow("cg") << "ld.global.cg"
                        << "st.global.cg";
    QTest::newRow("lu, wt") << "ld.global.lu"
                            << "st.global.wt";
    QTest::newRow("cv") << "ld.global.cv"
                        << "st.global.cs";
  }
  void comeBackInPtx() {
    QFETCH(QString, load);
    QFETCH(QString, store);
    for (const Width& width : widths) {
      const auto base = valueOf(BaseModule::load(valueOf(prepareBase(assemble(kernel(width, load.toStdString(), store.toStdString()))))));
      QVERIFY2(printModule(base->module()).find(" asm ") == std::string::npos, width.suffix);
      auto applied = applyEdits(*base, {});
      optimise(*applied.module);
      const std::string ptx = valueOf(emitPtx(*applied.module, "sm_90"));
      QVERIFY2(count(ptx, load.toStdString() + "." + width.written) == 1, ptx.c_str());
      QVERIFY2(count(ptx, store.toStdString() + "." + width.written) == 1, ptx.c_str());
      QVERIFY2(count(ptx, "ld.global") == 1 && count(ptx, "st.global") == 1, ptx.c_str());
    }
  }

  void cvIsVolatile() {
    const auto base = valueOf(BaseModule::load(valueOf(prepareBase(assemble(kernel(widths[2], "ld.global.cv", "st.global.cg"))))));
    QVERIFY(printModule(base->module()).find("load volatile i32") != std::string::npos);
  }

  void countInTheHashOfCode() {
    const auto hash = [](const char* load) {
      const auto base = valueOf(BaseModule::load(valueOf(prepareBase(assemble(kernel(widths[2], load, "st.global.wb"))))));
      return codeHash(base->module());
    };
    QVERIFY(hash("ld.global.cs") == hash("ld.global.cs"));
    QVERIFY(hash("ld.global.cs") != hash("ld.global.lu"));
  }
};

QTEST_GUILESS_MAIN(CacheOperatorsTest)
#include "cache_operators_test.moc"
