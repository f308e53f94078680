/// mma.sync in inline PTX: LLVM's intrinsic of the same form, with the registers in order.

#include "forms.h"

using namespace gevo;
using namespace gevo::ir;
using namespace gevo::ir::assembly::testing;

namespace {

/// Registers $FIRST to $LAST as PTX has them.
std::string registers(int first, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += fmt::format("{}${}", i ? ", " : "{", first + i);
  return text + "}";
}

/// A kernel whose block multiplies parameters: as many of a, b and c, which has as many values as the result.
std::string multiplying(const std::string& form, int a, int b, int c, const std::string& sum) {
  std::string parameters, arguments, constraints, fields, stores;
  const char letter = sum == "float" ? 'f' : 'r';
  for (int i = 0; i < c; ++i) {
    constraints += fmt::format("={},", letter);
    fields += fmt::format("{}{}", i ? ", " : "", sum);
    stores += fmt::format("%r{0} = extractvalue {{ FIELDS }} %d, {0}\nstore volatile {1} %r{0}, ptr %p\n", i, sum);
  }
  const auto add = [&](const char* name, int count, const std::string& type, char constraint) {
    for (int i = 0; i < count; ++i) {
      parameters += fmt::format(", {} %{}{}", type, name, i);
      arguments += fmt::format("{}{} %{}{}", arguments.empty() ? "" : ", ", type, name, i);
      constraints += fmt::format("{},", constraint);
    }
  };
  add("a", a, "i32", 'r');
  add("b", b, "i32", 'r');
  add("c", c, sum, letter);
  constraints.pop_back();
  for (std::size_t at = 0; (at = stores.find("FIELDS")) != std::string::npos;) stores.replace(at, 6, fields);
  return fmt::format(
      "define ptx_kernel void @k(ptr %p{}) {{\n%d = call {{ {} }} asm sideeffect \"mma.sync.aligned.{} {}, {}, {}, {};\", \"{}\"({})\n"
      "{}ret void\n}}\n",
      parameters, fields, form, registers(0, c), registers(c, a), registers(c + a, b), registers(c + a + b, c), constraints, arguments,
      stores);
}

} // namespace

class MatrixFormsTest : public QObject {
  Q_OBJECT

private slots:
  void becomesTheIntrinsic_data() {
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<QString>("call");
    const auto row = [](const char* form, const std::string& kernel, const char* call) {
      QTest::newRow(form) << QString::fromStdString(kernel) << call;
    };
    const char* form = "m16n8k16.row.col.f32.f16.f16.f32";
    row(form, multiplying(form, 4, 2, 4, "float"), "@llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half>");
    form = "m16n8k16.row.col.f16.f16.f16.f16";
    row(form, multiplying(form, 4, 2, 2, "i32"), "@llvm.nvvm.mma.m16n8k16.row.col.f16.f16(<2 x half>");
    form = "m16n8k16.row.col.f32.bf16.bf16.f32";
    row(form, multiplying(form, 4, 2, 4, "float"), "@llvm.nvvm.mma.m16n8k16.row.col.bf16(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0");
    form = "m16n8k8.row.col.f32.tf32.tf32.f32";
    row(form, multiplying(form, 4, 2, 4, "float"),
        "@llvm.nvvm.mma.m16n8k8.row.col.tf32(i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, float %c0, float %c1");
    form = "m16n8k32.row.col.satfinite.s32.s8.u8.s32";
    row(form, multiplying(form, 4, 2, 4, "i32"), "@llvm.nvvm.mma.m16n8k32.row.col.satfinite.s8.u8(i32 %a0");
  }

  void becomesTheIntrinsic() {
    QFETCH(const QString, kernel);
    QFETCH(const QString, call);
    const std::string text = preparedText(kernel.toStdString());
    QVERIFY2(text.find(call.toStdString()) != std::string::npos, text.c_str());
    QVERIFY2(text.find(" asm ") == std::string::npos, text.c_str());
    QVERIFY(sim::testing::simulatorOfText(text).has_value());
  }

  /// Quoted by the simulator.
  void operandsMustFitTheForm() {
    const std::string text = preparedText(multiplying("m16n8k16.row.col.f32.f16.f16.f32", 2, 2, 4, "float"));
    QVERIFY2(text.find(" asm ") != std::string::npos, text.c_str());
  }
};

QTEST_GUILESS_MAIN(MatrixFormsTest)
#include "matrix_forms_test.moc"
