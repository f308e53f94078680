/// Matrix instructions in inline PTX: LLVM's intrinsics of the same form, with the registers in order.

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
  const char letter = sum == "float" ? 'f' : sum == "double" ? 'd' : 'r';
  const std::string operand = sum == "double" ? sum : "i32";
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
  add("a", a, operand, sum == "double" ? 'd' : 'r');
  add("b", b, operand, sum == "double" ? 'd' : 'r');
  add("c", c, sum, letter);
  constraints.pop_back();
  for (std::size_t at = 0; (at = stores.find("FIELDS")) != std::string::npos;) stores.replace(at, 6, fields);
  return fmt::format(
      "define ptx_kernel void @k(ptr %p{}) {{\n%d = call {{ {} }} asm sideeffect \"mma.sync.aligned.{} {}, {}, {}, {};\", \"{}\"({})\n"
      "{}ret void\n}}\n",
      parameters, fields, form, registers(0, c), registers(c, a), registers(c + a, b), registers(c + a + b, c), constraints, arguments,
      stores);
}

/// A kernel whose block loads or stores so many tiles at an address, %p with the constraint 'l' or its 32 bits.
std::string accessing(const std::string& form, int tiles, char address) {
  const bool isLoad = form.starts_with("ld");
  std::string constraints, arguments, types;
  for (int i = 0; i < tiles; ++i) {
    constraints += isLoad ? "=r," : ",r";
    arguments += ", i32 %x";
    types += i ? ", i32" : "i32";
  }
  const std::string pointer = address == 'l' ? "ptr %p" : "i32 %x";
  const std::string structure = tiles == 1 ? types : "{ " + types + " }";
  return std::string("define ptx_kernel void @k(ptr %p, i32 %x) {\n") +
         (isLoad ? fmt::format("%d = call {1} asm sideeffect \"{0} {2}, [${3}];\", \"{4}{5}\"({6})\nstore {1} %d, ptr %p\n", form,
                               structure, registers(0, tiles), tiles, constraints, address, pointer)
                 : fmt::format("call void asm sideeffect \"{} [$0], {};\", \"{}{}\"({}{})\n", form, registers(1, tiles), address,
                               constraints, pointer, arguments)) +
         "ret void\n}\n";
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
    form = "m8n8k4.row.col.f64.f64.f64.f64";
    row(form, multiplying(form, 1, 1, 2, "double"), "@llvm.nvvm.mma.m8n8k4.row.col.f64(double %a0, double %b0, double %c0, double %c1)");
    for (const char* opcode : {"ldmatrix", "stmatrix"})
      for (const int tiles : {1, 2, 4})
        for (const char* transposed : {"", ".trans"}) {
          const std::string intrinsic = fmt::format("@llvm.nvvm.{}.sync.aligned.m8n8.x{}{}.b16", opcode, tiles, transposed);
          const std::string shared = fmt::format("{}.sync.aligned.m8n8.x{}{}.shared.b16", opcode, tiles, transposed);
          row(shared.c_str(), accessing(shared, tiles, 'r'), (intrinsic + ".p3(ptr addrspace(3) ").c_str());
          const std::string generic = fmt::format("{}.sync.aligned.m8n8.x{}{}.b16", opcode, tiles, transposed);
          row(generic.c_str(), accessing(generic, tiles, 'l'), (intrinsic + ".p0(ptr ").c_str());
        }
    form = "ldmatrix.sync.aligned.x4.trans.m8n8.shared::cta.b16"; // CUTLASS's order
    row(form, accessing(form, 4, 'r'), "@llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3(");
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
  void staysWhereLlvmHasNoSuchForm_data() {
    QTest::addColumn<QString>("kernel");
    const auto row = [](const char* name, const std::string& kernel) { QTest::newRow(name) << QString::fromStdString(kernel); };
    row("a product of too few registers", multiplying("m16n8k16.row.col.f32.f16.f16.f32", 2, 2, 4, "float"));
    row("a load of too few registers", accessing("ldmatrix.sync.aligned.m8n8.x4.shared.b16", 2, 'r'));
    row("a store of too many registers", accessing("stmatrix.sync.aligned.m8n8.x1.shared.b16", 2, 'r'));
    row("a load from global memory", accessing("ldmatrix.sync.aligned.m8n8.x2.global.b16", 2, 'l'));
    row("rows of bytes", accessing("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8", 2, 'r'));
    row("a load without its size", accessing("ldmatrix.sync.aligned.m8n8.shared.b16", 1, 'r'));
  }
  void staysWhereLlvmHasNoSuchForm() {
    QFETCH(const QString, kernel);
    const std::string text = preparedText(kernel.toStdString());
    QVERIFY2(text.find(" asm ") != std::string::npos, text.c_str());
    QVERIFY2(text.find("gevo.ptx") != std::string::npos, text.c_str());
  }
};

QTEST_GUILESS_MAIN(MatrixFormsTest)
#include "matrix_forms_test.moc"
