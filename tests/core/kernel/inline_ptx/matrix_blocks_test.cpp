/// Matrix instructions in inline PTX, as kernels use them together: run on the simulated GPU and compared with plain C++.

#include "core/kernel/operators/apply.h"
#include "forms.h"
#include "tests/core/kernel/simulator/lanes/small_float.h"

using namespace gevo;
using namespace gevo::ir;
using namespace gevo::ir::assembly::testing;
using sim::testing::halfFormat;

namespace {

constexpr unsigned rows = 16;
constexpr unsigned depth = 16;

/// "{$FIRST, ...}".
std::string registers(unsigned first, unsigned count) {
  std::string text;
  for (unsigned i = 0; i < count; ++i) text += fmt::format("{}${}", i ? ", " : "{", first + i);
  return text + "}";
}

/// So many constraints, or types, or values with their type, behind each other.
std::string repeated(const std::string& text, unsigned count) {
  std::string all;
  for (unsigned i = 0; i < count; ++i) all += (i ? ", " : "") + text;
  return all;
}
std::string constraints(const std::string& one, unsigned count) {
  std::string all;
  for (unsigned i = 0; i < count; ++i) all += (i ? "," : "") + one;
  return all;
}
std::string values(const std::string& name, unsigned count, const std::string& type = "i32") {
  std::string all;
  for (unsigned i = 0; i < count; ++i) all += fmt::format("{}{} %{}{}", i ? ", " : "", type, name, i);
  return all;
}

/// %NAME0 and so on: results of the block.
std::string block(const std::string& name, unsigned count, const std::string& text, const std::string& inputs, const std::string& arguments,
                  const std::string& type = "i32") {
  const std::string structure = "{ " + repeated(type, count) + " }";
  std::string all = fmt::format("%{} = call {} asm sideeffect \"{}\", \"{},{}\"({})\n", name, structure, text,
                                constraints(type == "float" ? "=f" : "=r", count), inputs, arguments);
  for (unsigned i = 0; i < count; ++i) all += fmt::format("%{0}{1} = extractvalue {2} %{0}, {1}\n", name, i, structure);
  return all;
}

/// Words from or to shared memory at a byte, by one warp.
std::string copyWords(const char* from, const char* to, unsigned at, unsigned words) {
  std::string text;
  for (unsigned first = 0; first < words; first += 32) {
    const std::string n = fmt::format("{}{}{}", std::string_view(from).substr(1), std::string_view(to).substr(1), first);
    const auto place = [&](const char* array) {
      return array == std::string_view("@s") ? fmt::format("getelementptr [2048 x i8], ptr addrspace(3) @s, i32 0, i32 %o{}\n", n)
                                             : fmt::format("getelementptr i32, ptr {}, i32 %w{}\n", array, n);
    };
    const auto pointer = [](const char* array) { return array == std::string_view("@s") ? "ptr addrspace(3)" : "ptr"; };
    text += fmt::format("%w{0} = add i32 %lane, {1}\n%b{0} = mul i32 %w{0}, 4\n%o{0} = add i32 %b{0}, {2}\n%f{0} = {3}%t{0} = {4}"
                        "%v{0} = load i32, {5} %f{0}\nstore i32 %v{0}, {6} %t{0}\n",
                        n, first, at, place(from), place(to), pointer(from), pointer(to));
  }
  return text;
}

/// The address in shared memory of a byte that depends on the lane.
std::string address(const std::string& name, const std::string& offset) {
  return fmt::format("%p{0} = getelementptr [2048 x i8], ptr addrspace(3) @s, i32 0, i32 {1}\n%{0} = ptrtoint ptr addrspace(3) %p{0} to "
                     "i32\n",
                     name, offset);
}

constexpr const char* barrier = "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n";

std::string kernel(const std::string& body) {
  return "@s = internal addrspace(3) global [2048 x i8] undef, align 16\n"
         "define ptx_kernel void @k(ptr %a, ptr %b, ptr %d) {\n%lane = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n" +
         body + "ret void\n}\n";
}

/// A 16 x 16 matrix times a 16 x 8 one, both by rows in shared memory, as CUTLASS does it: the sums come back through shared memory too.
std::string productByTiles() {
  std::string text = copyWords("%a", "@s", 0, 128) + copyWords("%b", "@s", 512, 64) + barrier +
                     "%row = and i32 %lane, 15\n%side = lshr i32 %lane, 4\n%line = mul i32 %row, 32\n%half = mul i32 %side, 16\n"
                     "%ofa = add i32 %line, %half\n%short = mul i32 %row, 16\n%ofb = add i32 %short, 512\n%ofd = add i32 %short, 768\n";
  text += address("pa", "%ofa") + address("pb", "%ofb") + address("pd", "%ofd");
  text += block("x", 4, "ldmatrix.sync.aligned.x4.m8n8.shared.b16 " + registers(0, 4) + ", [$4];", "r", "i32 %pa");
  text += block("y", 2, "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 " + registers(0, 2) + ", [$2];", "r", "i32 %pb");
  text += block("z", 2,
                "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 " + registers(0, 2) + ", " + registers(2, 4) + ", " + registers(6, 2) +
                    ", " + registers(8, 2) + ";",
                constraints("r", 8), values("x", 4) + ", " + values("y", 2) + ", i32 0, i32 0");
  text +=
      "call void asm sideeffect \"stmatrix.sync.aligned.m8n8.x2.shared.b16 [$0], {$1, $2};\", \"r,r,r\"(i32 %pd, " + values("z", 2) + ")\n";
  return text + barrier + copyWords("@s", "%d", 768, 64);
}

std::vector<int> numbers(unsigned count, unsigned seed) {
  std::vector<int> all;
  for (unsigned i = 0; i < count; ++i) all.push_back(static_cast<int>((i * 7 + i / 5 + seed) % 11) - 5);
  return all;
}
std::vector<std::uint16_t> halves(const std::vector<int>& numbers) {
  std::vector<std::uint16_t> bits;
  for (const int number : numbers) bits.push_back(static_cast<std::uint16_t>(halfFormat.nearest(number)));
  return bits;
}
std::vector<int> product(const std::vector<int>& a, const std::vector<int>& b, unsigned columns) {
  std::vector<int> sums(std::size_t{rows} * columns);
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned column = 0; column < columns; ++column)
      for (unsigned k = 0; k < depth; ++k) sums[row * columns + column] += a[row * depth + k] * b[k * columns + column];
  return sums;
}

/// Runs it on a and b by one warp; so many values of d.
template <class T> std::vector<T> run(const std::string& body, const std::vector<int>& a, const std::vector<int>& b, std::size_t count) {
  const auto base = valueOf(BaseModule::load(valueOf(prepareBase(assemble(kernel(body))))));
  if (printModule(base->module()).find(" asm ") != std::string::npos) throw std::runtime_error("a block was not translated");
  sim::testing::Device device(valueOf(sim::Simulator::create(base->module(), *sim::loadModel("sim"))));
  const auto pa = device.upload(halves(a));
  const auto pb = device.upload(halves(b));
  const auto pd = device.upload(std::vector<T>(count));
  const sim::LaunchReport report = device.launch("k", {1, 1, 1}, {32, 1, 1}, pa, pb, pd);
  if (report.fault) throw std::runtime_error(report.fault->message());
  if (!report.races.empty()) throw std::runtime_error("a race");
  return device.download<T>(pd, count);
}

} // namespace

class MatrixBlocksTest : public QObject {
  Q_OBJECT

private slots:
  void tilesFeedProducts() {
    const std::vector<int> a = numbers(rows * depth, 1);
    const std::vector<int> b = numbers(depth * 8, 2);
    QCOMPARE(run<std::uint16_t>(productByTiles(), a, b, rows * 8), halves(product(a, b, 8)));
  }

  void wmmaMultiplies() {
    std::string text = copyWords("%a", "@s", 0, 128) + barrier + address("pa", "0");
    text += block("x", 8, "wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 " + registers(0, 8) + ", [$8], $9;", "r,r", "i32 %pa, i32 16");
    text += block("y", 8, "wmma.load.b.sync.aligned.col.m16n16k16.f16 " + registers(0, 8) + ", [$8];", "l", "ptr %b");
    text += block("z", 8, "wmma.load.c.sync.aligned.row.m16n16k16.global.f32 " + registers(0, 8) + ", [$8];", "l", "ptr %d", "float");
    text += block("w", 8,
                  "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 " + registers(0, 8) + ", " + registers(8, 8) + ", " + registers(16, 8) +
                      ", " + registers(24, 8) + ";",
                  constraints("r", 16) + "," + constraints("f", 8), values("x", 8) + ", " + values("y", 8) + ", " + values("z", 8, "float"),
                  "float");
    text += "call void asm sideeffect \"wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [$0], " + registers(1, 8) + ", $9;\", \"l," +
            constraints("f", 8) + ",r\"(ptr %d, " + values("w", 8, "float") + ", i32 16)\n";
    const std::vector<int> a = numbers(rows * depth, 1);
    const std::vector<int> b = numbers(depth * 16, 2);
    std::vector<int> byColumn(b.size());
    for (unsigned k = 0; k < depth; ++k)
      for (unsigned column = 0; column < 16; ++column) byColumn[column * depth + k] = b[k * 16 + column];
    const std::vector<int> expected = product(a, b, 16);
    QCOMPARE(run<float>(text, a, byColumn, expected.size()), std::vector<float>(expected.begin(), expected.end()));
  }

  void comeBackInPtx() {
    const auto base = valueOf(BaseModule::load(valueOf(prepareBase(assemble(kernel(productByTiles()))))));
    auto applied = applyEdits(*base, {});
    optimise(*applied.module);
    const std::string ptx = valueOf(emitPtx(*applied.module, "sm_90"));
    for (const char* part : {"ldmatrix.sync.aligned.m8n8.x4.shared.b16", "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16",
                             "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", "stmatrix.sync.aligned.m8n8.x2.shared.b16"})
      QVERIFY2(ptx.find(part) != std::string::npos, ptx.c_str());
  }
};

QTEST_GUILESS_MAIN(MatrixBlocksTest)
#include "matrix_blocks_test.moc"
