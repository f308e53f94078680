// Which loads stay behind a store, as ptxas 13.0 has it: for each pair, a chain of operations led to the stored value, and the machine code
// told whether the load had been moved in front of it.

#include "core/kernel/simulator/decode/assembler_order.h"

#include <QTest>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

using namespace gevo::sim;

namespace {

/// `store` and then `load` in a kernel that has names for what they use.
std::string kernelOf(const std::string& store, const std::string& load) {
  return R"(
target triple = "nvptx64-nvidia-cuda"
@one = internal addrspace(3) global [64 x [16 x float]] zeroinitializer
@two = internal addrspace(3) global [64 x [16 x float]] zeroinitializer
@table = internal addrspace(4) global [64 x float] zeroinitializer
@global = addrspace(1) global [64 x float] zeroinitializer
define ptx_kernel void @kernel(ptr %p, ptr %q, ptr noalias readonly %restricted, ptr byval(float) %own, i32 %i, i32 %j, float %v) {
  %i1 = add nsw i32 %i, 1
  %wraps = add i32 %i, 1
  %wide = sext i32 %i to i64
  %wide1 = sext i32 %i1 to i64
  %wrapped = sext i32 %wraps to i64
  %shared_i = getelementptr [16 x float], ptr addrspace(3) @one, i64 %wide
  %shared_i1 = getelementptr [16 x float], ptr addrspace(3) @one, i64 %wide1
  %shared_wrapped = getelementptr [16 x float], ptr addrspace(3) @one, i64 %wrapped
  %shared_j = getelementptr [16 x float], ptr addrspace(3) @one, i32 %j
  %shared_two = getelementptr [16 x float], ptr addrspace(3) @two, i64 %wide
  %generic = addrspacecast ptr addrspace(3) %shared_i to ptr
  %p_i = getelementptr float, ptr %p, i64 %wide
  %p_near = getelementptr float, ptr %p_i, i64 1
  %p_inside = getelementptr i8, ptr %p_i, i64 2
  %p_i1 = getelementptr float, ptr %p, i64 %wide1
  %q_i = getelementptr float, ptr %q, i64 %wide
  %from_restricted = getelementptr float, ptr %restricted, i64 %wide
  %from_table = getelementptr float, ptr addrspace(4) @table, i64 %wide
  )" + store +
         "\n  %x = " + load + "\n  store float %x, ptr %q\n  ret void\n}\n";
}

bool staysBehind(const std::string& store, const std::string& load) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  const auto module = llvm::parseAssemblyString(kernelOf(store, load), error, context);
  if (!module) throw std::runtime_error(error.getMessage().str());
  const llvm::BasicBlock& block = module->getFunction("kernel")->getEntryBlock();
  AssemblerOrder order(module->getDataLayout());
  std::size_t number = 0;
  for (const llvm::Instruction& instruction : block) {
    ++number;
    if (const auto* const wrote = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      (void)order.add({wrote->getPointerOperand(), 4, true}, number);
    if (const auto* const read = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      return !isConstantLoad(*read) && order.add({read->getPointerOperand(), 4, false}, number).has_value();
  }
  return false;
}

} // namespace

class AssemblerOrderTest : public QObject {
  Q_OBJECT
private slots:
  void aLoadStaysBehindAStore_data();
  void aLoadStaysBehindAStore();
  void theLastOfSeveralStoresIsNamed();
  void nothingPassesAFence();
  void blocksAreApart();
  void anAddressThatIsComputedFromItselfIsFollowedNoFurther();
};

void AssemblerOrderTest::aLoadStaysBehindAStore_data() {
  QTest::addColumn<QString>("store");
  QTest::addColumn<QString>("load");
  QTest::addColumn<bool>("stays");
  const auto row = [](const char* name, const char* to, const char* from, bool stays) {
    QTest::newRow(name) << QString("store float %v, ") + to << QString("load float, ") + from << stays;
  };
  const char* const shared = "ptr addrspace(3) %shared_i";
  row("shared and global memory", shared, "ptr %p_i", false);
  row("two indices of an array", shared, "ptr addrspace(3) %shared_j", true);
  row("an index and the next", shared, "ptr addrspace(3) %shared_i1", false);
  row("an index and the next, which may wrap", shared, "ptr addrspace(3) %shared_wrapped", true);
  row("the same place", shared, shared, true);
  row("two arrays in shared memory", shared, "ptr addrspace(3) %shared_two", true);
  row("a generic pointer that shows its space", "ptr %generic", "ptr %p_i", false);
  row("two parameters", "ptr %p_i", "ptr %q_i", true);
  row("a parameter and a variable", "ptr %p_i", "ptr addrspace(1) @global", true);
  row("a constant distance", "ptr %p_i", "ptr %p_near", false);
  row("a constant distance of an index", "ptr %p_i", "ptr %p_i1", false);
  row("places that overlap", "ptr %p_i", "ptr %p_inside", true);
  row("a parameter that is restrict and only read", "ptr %p_i", "ptr %from_restricted", false);
  row("constant memory", "ptr %p_i", "ptr addrspace(4) %from_table", false);
  row("a structure passed by value", "ptr %p_i", "ptr %own", false);
}

void AssemblerOrderTest::aLoadStaysBehindAStore() {
  QFETCH(const QString, store);
  QFETCH(const QString, load);
  QFETCH(const bool, stays);
  QCOMPARE(staysBehind(store.toStdString(), load.toStdString()), stays);
}

namespace {

struct Parsed {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module;
  const llvm::Value* p = nullptr;
  const llvm::Value* q = nullptr;
  Parsed() {
    llvm::SMDiagnostic error;
    module = llvm::parseAssemblyString(kernelOf("", "load float, ptr %p"), error, context);
    p = module->getFunction("kernel")->getArg(0);
    q = module->getFunction("kernel")->getArg(1);
  }
};

} // namespace

void AssemblerOrderTest::theLastOfSeveralStoresIsNamed() {
  Parsed parsed;
  AssemblerOrder order(parsed.module->getDataLayout());
  QVERIFY(!order.add({parsed.p, 4, true}, 3));
  QCOMPARE(order.add({parsed.q, 4, true}, 5), std::optional<std::size_t>(3));
  QCOMPARE(order.add({parsed.p, 4, false}, 6), std::optional<std::size_t>(5));
}

void AssemblerOrderTest::nothingPassesAFence() {
  Parsed parsed;
  AssemblerOrder order(parsed.module->getDataLayout());
  order.addFence(2);
  QCOMPARE(order.add({parsed.p, 4, false}, 4), std::optional<std::size_t>(2));
}

void AssemblerOrderTest::blocksAreApart() {
  Parsed parsed;
  AssemblerOrder order(parsed.module->getDataLayout());
  (void)order.add({parsed.p, 4, true}, 1);
  order.startBlock();
  QVERIFY(!order.add({parsed.q, 4, false}, 2));
}

void AssemblerOrderTest::anAddressThatIsComputedFromItselfIsFollowedNoFurther() {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  const auto module = llvm::parseAssemblyString(R"(
define ptx_kernel void @kernel(ptr %p) {
  ret void
unreached:
  %i = add i64 %i, 1
  %base = getelementptr i8, ptr %base, i64 1
  %place = getelementptr i8, ptr %p, i64 %i
  br label %unreached
}
)",
                                                error, context);
  QVERIFY2(module != nullptr, error.getMessage().str().c_str());
  AssemblerOrder order(module->getDataLayout());
  std::size_t number = 0;
  for (const llvm::Instruction& instruction : module->getFunction("kernel")->back())
    if (instruction.getType()->isPointerTy()) (void)order.add({&instruction, 4, true}, number++);
  QCOMPARE(number, std::size_t{2});
}

QTEST_GUILESS_MAIN(AssemblerOrderTest)
#include "assembler_order_test.moc"
