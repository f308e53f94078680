/// The tables of intrinsics hold names of this LLVM's intrinsics, each once, and the longest name that fits is the one that counts.

#include <QTest>

#ifndef Q_MOC_RUN
#include "core/kernel/simulator/decode/intrinsics/intrinsic_table.h"

#include <fmt/format.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#endif

#include <set>

using namespace gevo::sim;

namespace {

/// True where an entry covers the intrinsic of this name.
bool fits(llvm::StringRef line, llvm::StringRef name) {
  if (!line.consume_back(".*")) return line == name;
  return name.consume_front(line) && (name.empty() || name.starts_with("."));
}

IntrinsicDecoder decoderOf(const char* name) {
  llvm::LLVMContext context;
  llvm::Module module("test", context);
  const llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(name);
  return findIntrinsic(*llvm::Intrinsic::getOrInsertDeclaration(&module, id));
}

IntrinsicDecoder lineOf(llvm::StringRef name) {
  for (const IntrinsicTable table : intrinsicTables())
    for (const Intrinsic& line : table)
      if (line.name == name) return line.decode;
  return nullptr;
}

} // namespace

class IntrinsicTableTest : public QObject {
  Q_OBJECT

private slots:
  void everyEntryMatchesAnIntrinsic();
  void namesAreUnique();
  void longestNameWins();
  void modifiersBelongToAFamily();
  void unknownNamesAreNotFound();
};

void IntrinsicTableTest::everyEntryMatchesAnIntrinsic() {
  std::vector<llvm::StringRef> names;
  for (llvm::Intrinsic::ID id = 1; id < llvm::Intrinsic::num_intrinsics; ++id) names.push_back(llvm::Intrinsic::getBaseName(id));
  for (const IntrinsicTable table : intrinsicTables())
    for (const Intrinsic& line : table) {
      const bool found = std::ranges::any_of(names, [&](llvm::StringRef name) { return fits(line.name, name); });
      QVERIFY2(found, fmt::format("{} is not an intrinsic of LLVM", line.name.str()).c_str());
    }
}

void IntrinsicTableTest::namesAreUnique() {
  std::set<llvm::StringRef> names;
  for (const IntrinsicTable table : intrinsicTables())
    for (const Intrinsic& line : table) QVERIFY2(names.insert(line.name).second, fmt::format("{} has two lines", line.name.str()).c_str());
}

void IntrinsicTableTest::longestNameWins() {
  QVERIFY(decoderOf("llvm.nvvm.d2i.lo") == lineOf("llvm.nvvm.d2i.lo"));
  QVERIFY(decoderOf("llvm.nvvm.d2i.rn") == lineOf("llvm.nvvm.d2i.*"));
  QVERIFY(lineOf("llvm.nvvm.d2i.lo") != lineOf("llvm.nvvm.d2i.*"));
}

void IntrinsicTableTest::modifiersBelongToAFamily() {
  for (const char* name : {"llvm.nvvm.fma.rn.f", "llvm.nvvm.fma.rz.ftz.sat.f"}) QVERIFY(decoderOf(name) == lineOf("llvm.nvvm.fma.*"));
}

void IntrinsicTableTest::unknownNamesAreNotFound() {
  for (const char* name : {"llvm.nvvm.barrier.cta.arrive.count", "llvm.nvvm.barrier.cluster.wait", "llvm.nvvm.exit"})
    QVERIFY2(!decoderOf(name), name);
  llvm::LLVMContext context;
  llvm::Module module("test", context);
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  QVERIFY(!findIntrinsic(*llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "llvm.nvvm.fence.of.tomorrow", module)));
}

QTEST_GUILESS_MAIN(IntrinsicTableTest)
#include "intrinsic_table_test.moc"
