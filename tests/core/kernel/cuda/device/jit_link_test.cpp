/// PTX to machine code in this process; skipped without nvJitLink.

#include <QTest>

#include "core/kernel/cuda/device/jit_link.h"

using namespace gevo;

namespace {

const std::string ptx = R"(.version 7.8
.target sm_90
.address_size 64
.visible .entry store_one(.param .u64 at) {
  .reg .b64 %rd<2>;
  .reg .b32 %r<2>;
  ld.param.u64 %rd1, [at];
  mov.u32 %r1, 1;
  st.global.u32 [%rd1], %r1;
  ret;
}
)";

} // namespace

class JitLinkTest : public QObject {
  Q_OBJECT

private slots:
  void initTestCase() {
    if (const Result<cuda::JitLink> link = cuda::JitLink::open(); !link) QSKIP(link.error().message.c_str());
  }

  void linksPtxToAnElfFileWithItsResources() {
    const Result<cuda::Cubin> cubin = cuda::JitLink::open()->link(ptx, "sm_90");
    QVERIFY2(cubin.has_value(), cubin ? "" : cubin.error().details.c_str());
    QCOMPARE(QByteArray(cubin->code.data(), 4), QByteArray("\x7f"
                                                           "ELF"));
    QVERIFY2(cubin->log.find("Used ") != std::string::npos, cubin->log.c_str());
    QVERIFY(cubin->log.find("store_one") != std::string::npos);
  }

  void theSamePtxGivesTheSameCode() {
    const Result<cuda::JitLink> link = cuda::JitLink::open();
    QVERIFY(link->link(ptx, "sm_90")->code == link->link(ptx, "sm_90")->code);
  }

  void rejectedPtxKeepsTheAssemblersOutput() {
    const Result<cuda::Cubin> cubin = cuda::JitLink::open()->link(ptx + "nonsense", "sm_90");
    QVERIFY(!cubin.has_value());
    QVERIFY2(cubin.error().details.find("nonsense") != std::string::npos, cubin.error().details.c_str());
  }

  void rejectsNewerPtx() {
    std::string later = ptx;
    later.replace(later.find("7.8"), 3, "99.9");
    QVERIFY(!cuda::JitLink::open()->link(later, "sm_90").has_value());
  }

  void unknownArchitectureIsReported() {
    const Result<cuda::Cubin> cubin = cuda::JitLink::open()->link(ptx, "sm_1");
    QVERIFY(!cubin.has_value());
    QVERIFY(cubin.error().message.find("sm_1") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(JitLinkTest)
#include "jit_link_test.moc"
