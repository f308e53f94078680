/// The probes, assembled if there is an assembler: a chain that it shortens would be measured as too fast.

#include <QTest>

#include "core/kernel/cuda/calibrate/calibrate.h"
#include "core/kernel/cuda/calibrate/chains.h"
#include "core/kernel/toolchain/ptxas.h"

#include <elf.h>

using namespace gevo;
using namespace gevo::cuda;

namespace {

/// Machine instructions of each kernel of a cubin.
std::map<std::string, std::size_t> instructions(const std::string& cubin) {
  std::map<std::string, std::size_t> counts;
  Elf64_Ehdr header;
  std::memcpy(&header, cubin.data(), sizeof header);
  std::vector<Elf64_Shdr> sections(header.e_shnum);
  std::memcpy(sections.data(), cubin.data() + header.e_shoff, sections.size() * sizeof sections[0]);
  for (const Elf64_Shdr& section : sections) {
    const std::string name(cubin.data() + sections.at(header.e_shstrndx).sh_offset + section.sh_name);
    if (name.starts_with(".text.")) counts[name.substr(6)] = section.sh_size / 16;
  }
  return counts;
}

} // namespace

class ProbeCodeTest : public QObject {
  Q_OBJECT

  std::map<std::string, std::size_t> counts_;

private slots:
  void probesAssembleForEveryArchitecture_data() {
    QTest::addColumn<QString>("architecture");
    for (const char* name : {"sm_75", "sm_80", "sm_89", "sm_90"}) QTest::newRow(name) << name;
  }
  void probesAssembleForEveryArchitecture() {
    QFETCH(QString, architecture);
    const auto assembled = program::runPtxas(probeCode(), architecture.toStdString());
    QVERIFY2(assembled.has_value(), assembled ? "" : (assembled.error().message + assembled.error().details).c_str());
    if (assembled->cubin.empty()) QSKIP(assembled->lacking.c_str());
    for (const KernelResources& kernel : assembled->kernels) {
      QVERIFY2(kernel.spillStores == 0 && kernel.spillLoads == 0, kernel.kernel.c_str());
      QVERIFY2(kernel.registers <= 64, kernel.kernel.c_str()); // 1024 threads of a block
    }
    counts_ = instructions(assembled->cubin);
  }

  void chainsAreNotOptimisedAway() {
    if (counts_.empty()) QSKIP("ptxas was not found");
    for (const ChainProbe& probe : instructionProbes()) {
      const std::size_t shorter = counts_.at(chainKernelName(probe.chain, probe.links, 1));
      const std::size_t longer = counts_.at(chainKernelName(probe.chain, 3 * probe.links, 1));
      const std::string told = fmt::format("{}: {} and {} instructions", probe.chain.name, shorter, longer);
      QVERIFY2(longer >= shorter + 2 * probe.links * (probe.operations + probe.others), told.c_str());
    }
  }
};

QTEST_GUILESS_MAIN(ProbeCodeTest)
#include "probe_code_test.moc"
