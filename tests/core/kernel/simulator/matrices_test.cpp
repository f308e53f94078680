/// CUDA's wmma on the simulated GPU: products of matrices that a warp holds together, their loads and stores, and what is wrong with them.

#include <QTest>

#ifndef Q_MOC_RUN
#include "matrix_kernels.h"
#endif

#include <cmath>
#include <limits>

using namespace gevo;
using namespace gevo::sim;
using namespace gevo::sim::testing;

Q_DECLARE_METATYPE(gevo::sim::testing::Product)

namespace {

/// Small integers, of which no two rows or columns are alike.
std::vector<int> numbers(unsigned count, int seed) {
  std::vector<int> values;
  for (unsigned i = 0; i < count; ++i) values.push_back(static_cast<int>(i * 7 + i / 5 + static_cast<unsigned>(seed)) % 11 - 5);
  return values;
}

std::vector<int> expectedProduct(const Product& product, const std::vector<int>& a, const std::vector<int>& b, const std::vector<int>& c) {
  std::vector<int> result = c;
  for (unsigned row = 0; row < product.rows; ++row)
    for (unsigned column = 0; column < product.columns; ++column)
      for (unsigned k = 0; k < product.depth; ++k)
        result[row * product.columns + column] += a[row * product.depth + k] * b[k * product.columns + column];
  return result;
}

} // namespace

class MatricesTest : public QObject {
  Q_OBJECT

private slots:
  void productsAreExact_data();
  void productsAreExact();
  void fragmentsOfMmaAreThoseOfThePtxIsa();
  void stridesSeparateLines();
  void halfAccumulatorsRoundOnce();
  void integersWrapOrSaturate();
  void lowBitsOfTensorFloatsDontCount();
  void elementsOfFragmentsAreScaled();
  void storesOutOfBoundsFault();
  void partialWarpsFault_data();
  void partialWarpsFault();
  void differentAddressesFault();
  void misalignedMatricesFault_data();
  void misalignedMatricesFault();
  void racesWithOtherWarpsAreFound();
  void uninitialisedSharedMemoryIsFound();
  void undefinedOperandsMakeTheProductUndefined();
  void productsTakeTheModelsTime();
};

void MatricesTest::productsAreExact_data() {
  QTest::addColumn<Product>("product");
  for (const char* shape : {"m16n16k16", "m32n8k16", "m8n32k16"})
    for (const char* layouts : {"row.row", "row.col", "col.row", "col.col"})
      for (const char* types : {"f32.f32", "f16.f16", "f32.f16", "f16.f32"})
        for (const char* stored : {"row", "col"}) {
          const Product product = Product::named(shape, layouts, types, stored);
          QTest::addRow("%s %s %s stored by %s", shape, layouts, types, stored) << product;
        }
  for (const char* layouts : {"row.row", "row.col", "col.row", "col.col"}) {
    for (const char* shape : {"m16n16k16", "m32n8k16", "m8n32k16"})
      for (const char* types : {"bf16", "s8", "u8"})
        QTest::addRow("%s %s %s", shape, layouts, types) << Product::named(shape, layouts, types, "row");
    QTest::addRow("m16n16k8 %s tf32", layouts) << Product::named("m16n16k8", layouts, "tf32", "col");
    for (const char* stored : {"row", "col"})
      QTest::addRow("m8n8k4 %s f64 stored by %s", layouts, stored) << Product::named("m8n8k4", layouts, "f64", stored);
  }
}

void MatricesTest::productsAreExact() {
  QFETCH(const Product, product);
  std::vector<int> a = numbers(product.rows * product.depth, 1);
  std::vector<int> b = numbers(product.depth * product.columns, 2);
  if (product.typeAB == "u8") // as numbers of 8 bits, negative ones are large
    for (std::vector<int>* values : {&a, &b})
      for (int& value : *values) value &= 0xff;
  const std::vector<int> c = numbers(product.rows * product.columns, 3);
  QCOMPARE(multiplied(product, a, b, c), expectedProduct(product, a, b, c));
}

/// PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type": rows of a and columns of b are lane / 4, and 8 more.
void MatricesTest::fragmentsOfMmaAreThoseOfThePtxIsa() {
  std::string text = "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                     "  %group = lshr i32 %t, 2\n"
                     "  %member = and i32 %t, 3\n";
  const auto pointer = [&](const std::string& name, int lineBytes, int pairBytes) {
    text +=
        fmt::format("  %{0}.line = mul i32 %group, {1}\n  %{0}.pair = mul i32 %member, {2}\n  %{0}.own = add i32 %{0}.line, %{0}.pair\n",
                    name, lineBytes, pairBytes);
  };
  const auto part = [&](const std::string& name, int number, int offset) {
    text += fmt::format("  %{0}.at{1} = add i32 %{0}.own, {2}\n  %{0}.p{1} = getelementptr i8, ptr %p{0}, i32 %{0}.at{1}\n", name, number,
                        offset);
  };
  const auto load = [&](const std::string& name, int number, int offset, const std::string& type) {
    part(name, number, offset);
    text += fmt::format("  %{0}.{1} = load {2}, ptr %{0}.p{1}, align 4\n", name, number, type);
  };
  const std::array<int, 4> offsetsOfC{0, 4, 256, 260};
  pointer("a", 32, 4);
  pointer("b", 32, 4);
  pointer("c", 32, 8);
  pointer("d", 32, 8);
  for (int i = 0; i < 4; ++i) load("a", i, std::array{0, 256, 16, 272}[static_cast<std::size_t>(i)], "<2 x half>");
  for (int i = 0; i < 2; ++i) load("b", i, 16 * i, "<2 x half>");
  for (int i = 0; i < 4; ++i) load("c", i, offsetsOfC[static_cast<std::size_t>(i)], "float");
  text += "  %d = call %F4 @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half> %a.0, <2 x half> %a.1, <2 x half> %a.2, <2 x half> %a.3, "
          "<2 x half> %b.0, <2 x half> %b.1, float %c.0, float %c.1, float %c.2, float %c.3)\n";
  for (int i = 0; i < 4; ++i) {
    part("d", i, offsetsOfC[static_cast<std::size_t>(i)]);
    text += fmt::format("  store float %d.{0}, ptr %d.p{0}, align 4\n", i);
  }
  Device device(valueOf(simulatorOfText(kernel(text, "ptr %pa, ptr %pb, ptr %pc, ptr %pd"))));
  const Product product = Product::named("m16n8k16", "row.col", "f32.f32", "row");
  const std::vector<int> a = numbers(256, 1);
  const std::vector<int> b = numbers(128, 2);
  const std::vector<int> c = numbers(128, 3);
  const auto pd = device.reserve<float>(128);
  QCOMPARE(faultMessage(device.launch("kernel", {1, 1, 1}, {32, 1, 1}, uploadNumbers(device, a, "f16"),
                                      uploadNumbers(device, relaid(b, 16, 8, "col", false), "f16"), uploadNumbers(device, c, "f32"), pd)),
           "");
  QCOMPARE(downloadNumbers(device, pd, 128, "f32"), expectedProduct(product, a, b, c));
}

void MatricesTest::stridesSeparateLines() {
  Device device(valueOf(simulatorOfText(kernel("  %m = call %F8 @llvm.nvvm.wmma.m16n16k16.load.c.row.stride.f32.p0(ptr %in, i32 20)\n"
                                               "  call void @llvm.nvvm.wmma.m16n16k16.store.d.col.stride.f32.p0(ptr %out, " +
                                               fields("m", "F8") + ", i32 24)\n"))));
  std::vector<float> in(16 * 20);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
  const auto from = device.upload(in);
  const auto to = device.upload(std::vector<float>(16 * 24, -1.0F));
  QCOMPARE(faultMessage(device.launch("kernel", {1, 1, 1}, {32, 1, 1}, from, to)), "");
  const auto out = device.download<float>(to, 16 * 24);
  for (std::size_t line = 0; line < 16; ++line)
    for (std::size_t i = 0; i < 24; ++i) QCOMPARE(out[line * 24 + i], i < 16 ? static_cast<float>(i * 20 + line) : -1.0F);
}

/// 2048 + 1 + 1: in half precision one after the other would stay 2048.
void MatricesTest::halfAccumulatorsRoundOnce() {
  const Product product = Product::named("m16n16k16", "row.col", "f16.f16", "row");
  std::vector<int> a(256);
  std::vector<int> b(256);
  a[0] = a[1] = 1;
  b[0] = b[16] = 1;
  std::vector<int> c(256);
  c[0] = 2048;
  QCOMPARE(multiplied(product, a, b, c)[0], 2050);
}

void MatricesTest::integersWrapOrSaturate() {
  Product product = Product::named("m16n16k16", "row.col", "s8", "row");
  const std::vector<int> ones(256, 1);
  const std::vector<int> large(256, std::numeric_limits<int>::max() - 15);
  QCOMPARE(multiplied(product, ones, ones, large), std::vector<int>(256, std::numeric_limits<int>::min()));
  product.modifier = ".satfinite";
  QCOMPARE(multiplied(product, ones, ones, large), std::vector<int>(256, std::numeric_limits<int>::max()));
}

/// Of 2^11 + 1, 11 bits are left.
void MatricesTest::lowBitsOfTensorFloatsDontCount() {
  const Product product = Product::named("m16n16k8", "row.col", "tf32", "row");
  std::vector<int> a(128);
  std::vector<int> b(128);
  a[0] = 2049;
  b[0] = 1;
  QCOMPARE(multiplied(product, a, b, std::vector<int>(256))[0], 2048);
}

void MatricesTest::elementsOfFragmentsAreScaled() {
  std::string text = "  %m = call %F8 @llvm.nvvm.wmma.m16n16k16.load.c.row.f32.p0(ptr %in)\n";
  std::string arguments;
  for (int i = 0; i < 8; ++i) {
    text += fmt::format("  %x{0} = extractvalue %F8 %m, {0}\n  %y{0} = fmul float %x{0}, 3.0\n", i);
    arguments += fmt::format(", float %y{}", i);
  }
  text += "  call void @llvm.nvvm.wmma.m16n16k16.store.d.row.f32.p0(ptr %out" + arguments + ")\n";
  Device device(valueOf(simulatorOfText(kernel(text))));
  std::vector<float> in(256);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
  const auto from = device.upload(in);
  const auto to = device.reserve<float>(256);
  QCOMPARE(faultMessage(device.launch("kernel", {1, 1, 1}, {32, 1, 1}, from, to)), "");
  const auto out = device.download<float>(to, 256);
  for (std::size_t i = 0; i < in.size(); ++i) QCOMPARE(out[i], 3.0F * in[i]);
}

void MatricesTest::storesOutOfBoundsFault() {
  Device device(valueOf(simulatorOfText(kernel(copyingText))));
  const auto from = device.upload(std::vector<float>(256));
  const auto to = device.reserve<float>(255);
  const LaunchReport report = device.launch("kernel", {1, 1, 1}, {32, 1, 1}, from, to);
  QVERIFY(report.fault);
  QCOMPARE(report.fault->kind, FaultKind::OutOfBounds);
  QCOMPARE(report.fault->location.line, storeLine);
}

void MatricesTest::partialWarpsFault_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<unsigned>("threads");
  QTest::newRow("a load of a short warp") << QString::fromStdString(copyingText) << 31U;
  for (const auto& [name, operation] :
       {std::pair("a store", "call void @llvm.nvvm.wmma.m16n16k16.store.d.row.f32.p0(ptr %out, " + fields("m", "F8") + ")"),
        std::pair("a product", "%d = call %F8 @llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32(" + fields("h", "H8") + ", " +
                                   fields("h", "H8") + ", " + fields("m", "F8") + ")")})
    QTest::newRow(name) << QString::fromStdString("  %m = call %F8 @llvm.nvvm.wmma.m16n16k16.load.c.row.f32.p0(ptr %in)\n"
                                                  "  %h = call %H8 @llvm.nvvm.wmma.m16n16k16.load.a.row.f16.p0(ptr %in)\n"
                                                  "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                                                  "  %some = icmp ult i32 %t, 16\n"
                                                  "  br i1 %some, label %then, label %end\n"
                                                  "then:\n  " +
                                                  operation + "\n  br label %end\nend:\n")
                        << 32U;
}

void MatricesTest::partialWarpsFault() {
  QFETCH(const QString, text);
  QFETCH(const unsigned, threads);
  Device device(valueOf(simulatorOfText(kernel(text.toStdString()))));
  const auto from = device.upload(std::vector<float>(256));
  const auto to = device.reserve<float>(256);
  const LaunchReport report = device.launch("kernel", {1, 1, 1}, {threads, 1, 1}, from, to);
  QVERIFY(report.fault);
  QCOMPARE(report.fault->kind, FaultKind::BarrierDivergence);
}

void MatricesTest::differentAddressesFault() {
  Device device(valueOf(simulatorOfText(kernel("  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                                               "  %p = getelementptr float, ptr %in, i32 %t\n"
                                               "  %m = call %F8 @llvm.nvvm.wmma.m16n16k16.load.c.row.f32.p0(ptr %p)\n"))));
  const auto from = device.upload(std::vector<float>(512));
  const std::string message = faultMessage(device.launch("kernel", {1, 1, 1}, {32, 1, 1}, from, from));
  QVERIFY2(message.contains("lanes 0 and 1 of a warp give different addresses"), message.c_str());
}

void MatricesTest::misalignedMatricesFault_data() {
  QTest::addColumn<int>("offset");
  QTest::addColumn<int>("stride");
  QTest::newRow("address") << 1 << 16;
  QTest::newRow("stride") << 0 << 17;
}

void MatricesTest::misalignedMatricesFault() {
  QFETCH(const int, offset);
  QFETCH(const int, stride);
  Device device(
      valueOf(simulatorOfText(kernel(fmt::format("  %p = getelementptr float, ptr %in, i32 {}\n"
                                                 "  %m = call %F8 @llvm.nvvm.wmma.m16n16k16.load.c.row.stride.f32.p0(ptr %p, i32 {})\n",
                                                 offset, stride)))));
  const auto from = device.upload(std::vector<float>(512));
  const LaunchReport report = device.launch("kernel", {1, 1, 1}, {32, 1, 1}, from, from);
  QVERIFY(report.fault);
  QCOMPARE(report.fault->kind, FaultKind::Misaligned);
}

/// Both warps store the matrix; what they store differs.
void MatricesTest::racesWithOtherWarpsAreFound() {
  Device device(valueOf(simulatorOfText(kernel("  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                                               "  %warp = lshr i32 %t, 5\n"
                                               "  %start = shl i32 %warp, 8\n"
                                               "  %p = getelementptr float, ptr %in, i32 %start\n"
                                               "  %m = call %F8 @llvm.nvvm.wmma.m16n16k16.load.c.row.f32.p0(ptr %p)\n"
                                               "  call void @llvm.nvvm.wmma.m16n16k16.store.d.row.f32.p0(ptr %out, " +
                                               fields("m", "F8") + ")\n"))));
  std::vector<float> in(512);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i);
  const auto from = device.upload(in);
  const auto to = device.reserve<float>(256);
  QVERIFY(device.launch("kernel", {1, 1, 1}, {32, 1, 1}, from, to).races.empty());
  QVERIFY(!device.launch("kernel", {1, 1, 1}, {64, 1, 1}, from, to).races.empty());
}

void MatricesTest::uninitialisedSharedMemoryIsFound() {
  Device device(valueOf(simulatorOfText(kernel("  %m = call %H8 @llvm.nvvm.wmma.m16n16k16.load.a.row.f16.p3(ptr addrspace(3) @tile)\n"))));
  const LaunchReport report = device.launch("kernel", {1, 1, 1}, {32, 1, 1}, std::uint64_t{0}, std::uint64_t{0});
  QVERIFY(report.fault);
  QCOMPARE(report.fault->kind, FaultKind::Uninitialised);
}

void MatricesTest::undefinedOperandsMakeTheProductUndefined() {
  const std::string loads = "  %h = call %H8 @llvm.nvvm.wmma.m16n16k16.load.a.row.f16.p0(ptr %in)\n";
  const auto reported = [&](const std::string& last) {
    Device device(valueOf(
        simulatorOfText(kernel(loads + "  %d = call %F8 @llvm.nvvm.wmma.m16n16k16.mma.row.row.f32.f32(" + fields("h", "H8") + ", " +
                               fields("h", "H8") + ", float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float " +
                               last + ")\n  %x = extractvalue %F8 %d, 0\n  store float %x, ptr %out\n"))));
    const auto from = device.upload(std::vector<std::uint16_t>(256));
    const LaunchReport report = device.launch("kernel", {1, 1, 1}, {32, 1, 1}, from, device.reserve<float>(256));
    if (report.fault) throw std::runtime_error(report.fault->message());
    return !report.undefined.empty();
  };
  QVERIFY(!reported("0.0"));
  QVERIFY(reported("undef"));
}

void MatricesTest::productsTakeTheModelsTime() {
  std::string declaration = "declare %F8 @llvm.nvvm.wmma.m16n16k16.mma.row.row.f32.f32(";
  for (int i = 0; i < 24; ++i) declaration += i < 16 ? "<2 x half>, " : i < 23 ? "float, " : "float)\n";
  const auto cycles = [&](unsigned products) {
    std::string text = "  %h = call %H8 @llvm.nvvm.wmma.m16n16k16.load.a.row.f16.p0(ptr %in)\n"
                       "  %d0 = call %F8 @llvm.nvvm.wmma.m16n16k16.load.c.row.f32.p0(ptr %in)\n";
    for (unsigned i = 0; i < products; ++i)
      text += fmt::format("  %d{} = call %F8 @llvm.nvvm.wmma.m16n16k16.mma.row.row.f32.f32({}, {}, {})\n", i + 1, fields("h", "H8"),
                          fields("h", "H8"), fields(fmt::format("d{}", i), "F8"));
    text += "  call void @llvm.nvvm.wmma.m16n16k16.store.d.row.f32.p0(ptr %out, " + fields(fmt::format("d{}", products), "F8") + ")\n";
    Device device(valueOf(simulatorOfText(kernel(text, "ptr %in, ptr %out", declaration))));
    const auto from = device.upload(std::vector<float>(256));
    return device.launch("kernel", {1, 1, 1}, {32, 1, 1}, from, device.reserve<float>(256)).statistics.cycles;
  };
  const double latency = valueOf(loadModel("sim")).costs.matrix.latency;
  const double added = cycles(12) - cycles(2);
  QVERIFY2(std::abs(added - 10 * latency) < latency / 5, qPrintable(QString("%1 instead of %2").arg(added).arg(10 * latency)));
}

QTEST_GUILESS_MAIN(MatricesTest)
#include "matrices_test.moc"
