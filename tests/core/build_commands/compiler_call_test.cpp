#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/build_commands/command_words.h"
#include "core/build_commands/compiler_call.h"

#include <QtTest>

using namespace gevo;

namespace {

QString joined(const std::vector<std::string>& words) {
  QStringList list;
  for (const std::string& word : words) list << QString::fromStdString(word);
  return list.join(' ');
}

/// What a call makes, of what and how: "objects a.o; cuda a.cu; X=1; inc; -std=c++17; linked; libraries; folders".
QString shown(const std::optional<CompilerCall>& call) {
  if (!call) return "none";
  static constexpr std::array products{"nothing", "objects", "program", "shared", "archive"};
  QStringList sources;
  QStringList objects;
  for (const CompiledFile& source : call->sources) {
    sources << QString("%1 %2").arg(languageName(source.language), QString::fromStdString(source.path));
    if (call->makes == CompilerCall::Product::Objects) objects << QString::fromStdString(call->objectOf(source));
  }
  if (objects.isEmpty()) objects << QString::fromStdString(call->output);
  const QStringList parts{QString(products.at(std::size_t(call->makes))) + " " + objects.join(' '),
                          sources.join(' '),
                          joined(call->defines),
                          joined(call->includes),
                          joined(call->flags),
                          joined(call->linked),
                          joined(call->libraries),
                          joined(call->libraryFolders)};
  return parts.join("; ");
}

} // namespace

class CompilerCallTest : public QObject {
  Q_OBJECT
private slots:
  void callsAreRead_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("call");
    const auto row = [](const char* line, const char* call) { QTest::newRow(line) << QString(line) << QString(call); };

    row("nvcc -O3 -o bfs bfs.cu", "program /w/bfs; cuda /w/bfs.cu; ; ; -Xcompiler=-O3; ; ; ");
    row("nvcc -O 3 bfs.cu", "program /w/a.out; cuda /w/bfs.cu; ; ; -Xcompiler=-O3; ; ; ");
    row("nvcc --optimize=2 bfs.cu", "program /w/a.out; cuda /w/bfs.cu; ; ; -Xcompiler=-O2; ; ; ");
    row("nvcc bfs.cu", "program /w/a.out; cuda /w/bfs.cu; ; ; ; ; ; ");
    row("nvcc -c a.cu", "objects /w/a.o; cuda /w/a.cu; ; ; ; ; ; ");
    row("nvcc -dc a.cu b.cu -odir obj", "objects /w/obj/a.o /w/obj/b.o; cuda /w/a.cu cuda /w/b.cu; ; ; ; ; ; ");
    row("/usr/local/cuda/bin/nvcc -c ../s/a.cu -o o/a.o", "objects /w/o/a.o; cuda /s/a.cu; ; ; ; ; ; ");
    row("nvcc -x cu -c a.cpp -o a.o", "objects /w/a.o; cuda /w/a.cpp; ; ; ; ; ; ");
    row("nvcc --x=cu -dc a.cc -o a.o", "objects /w/a.o; cuda /w/a.cc; ; ; ; ; ; ");
    row("nvcc -c host.cpp", "objects /w/host.o; c++ /w/host.cpp; ; ; ; ; ; ");
    row("nvcc -c old.c", "objects /w/old.o; c /w/old.c; ; ; ; ; ; ");
    row("nvcc -DN=4 -D M=2 --define-macro P -DN=5 -UM a.cu", "program /w/a.out; cuda /w/a.cu; P N=5; ; -UM; ; ; ");
    row("nvcc -Iinc -I inc2 -I=inc3 --include-path a,b --include-path=c a.cu",
        "program /w/a.out; cuda /w/a.cu; ; /w/inc /w/inc2 /w/inc3 /w/a /w/b /w/c; ; ; ; ");
    row("nvcc '-DNAME=\"two words\"' -D A,B=2 -DPAIR=1\\\\,2 '-Iwith blank' -c a.cu",
        "objects /w/a.o; cuda /w/a.cu; NAME=\"two words\" A B=2 PAIR=1,2; /w/with blank; ; ; ; ");
    row("g++ -DPAIR=1,2 -c a.cpp", "objects /w/a.o; c++ /w/a.cpp; PAIR=1,2; ; ; ; ; ");
    row("nvcc -isystem sys -include all.h a.cu", "program /w/a.out; cuda /w/a.cu; ; ; -isystem/w/sys -include=all.h; ; ; ");
    row("nvcc --std=c++17 -std c++14 --use_fast_math -ftz true --fmad=false a.cu",
        "program /w/a.out; cuda /w/a.cu; ; ; --std=c++17 -std=c++14 --use_fast_math -ftz=true --fmad=false; ; ; ");
    row("nvcc -arch=sm_80 -gencode arch=compute_75,code=sm_75 a.cu",
        "program /w/a.out; cuda /w/a.cu; ; ; -arch=sm_80 -gencode=arch=compute_75,code=sm_75; ; ; ");
    row("nvcc -lineinfo -G -g -w -rdc=true -Xptxas -v,-O3 -maxrregcount 32 --expt-relaxed-constexpr --extended-lambda -t 4 -m64 a.cu",
        "program /w/a.out; cuda /w/a.cu; ; ; -G; ; ; ");
    row("nvcc -Xcompiler -fopenmp,-Wall -Xcompiler=-O2 --compiler-options '-march=native -DHOST' a.cu",
        "program /w/a.out; cuda /w/a.cu; HOST; ; -Xcompiler=-fopenmp -Xcompiler=-O2 -Xcompiler=-march=native; ; ; ");
    row("nvcc -ccbin g++-12 -MD -MT a.o -MF a.d -c a.cu -o a.o", "objects /w/a.o; cuda /w/a.cu; ; ; ; ; ; ");
    row("nvcc a.o lib/libx.a b.so -lm -l curand -Llib -L /opt/lib -o p",
        "program /w/p; ; ; ; ; /w/a.o /w/lib/libx.a /w/b.so; m curand; /w/lib /opt/lib");
    row("nvcc -dlink a.o b.o -o dlink.o", "objects /w/dlink.o; ; ; ; ; /w/a.o /w/b.o; ; ");
    row("nvcc -lib a.o b.cu -o libk.a", "archive /w/libk.a; cuda /w/b.cu; ; ; ; /w/a.o; ; ");
    row("nvcc --shared a.o -o libk.so", "shared /w/libk.so; ; ; ; ; /w/a.o; ; ");
    row("nvcc -ptx a.cu", "nothing ; cuda /w/a.cu; ; ; ; ; ; ");
    row("nvcc -M a.cu", "nothing ; cuda /w/a.cu; ; ; ; ; ; ");
    row("nvcc --version", "nothing ; ; ; ; ; ; ; ");
    row("ccache nvcc -c a.cu", "objects /w/a.o; cuda /w/a.cu; ; ; ; ; ; ");

    row("gcc -Wall -O2 -g -c a.c -o a.o", "objects /w/a.o; c /w/a.c; ; ; -Xcompiler=-O2; ; ; ");
    row("g++ -c a.c", "objects /w/a.o; c++ /w/a.c; ; ; ; ; ; ");
    row("gcc -c a.cc", "objects /w/a.o; c++ /w/a.cc; ; ; ; ; ; ");
    row("x86_64-linux-gnu-g++-12 -std=gnu++17 -fopenmp -mavx2 -fPIC -pthread -c a.cpp",
        "objects /w/a.o; c++ /w/a.cpp; ; ; -std=gnu++17 -Xcompiler=-fopenmp -Xcompiler=-mavx2 -Xcompiler=-pthread; ; ; ");
    row("g++ -D A -DB=1 -U A -Ix -I y -isystemz -iquote q -MMD -MP -MF d -c a.cpp",
        "objects /w/a.o; c++ /w/a.cpp; B=1; /w/x /w/y; -UA -isystem/w/z -isystem/w/q; ; ; ");
    row("g++ a.o k.o -o bin/p -Wl,-rpath,/x -Wl,--start-group -lcudart -lm -L/usr/local/cuda/lib64 -fopenmp",
        "program /w/bin/p; ; ; ; -Xcompiler=-fopenmp; /w/a.o /w/k.o; cudart m; /usr/local/cuda/lib64");
    row("cc -shared -o libz.so.1 z.o", "shared /w/libz.so.1; ; ; ; ; /w/z.o; ; ");
    row("c++ -E a.cpp", "nothing ; c++ /w/a.cpp; ; ; ; ; ; ");
    row("clang++ --cuda-gpu-arch=sm_70 -x cuda k.cpp -o k", "program /w/k; cuda /w/k.cpp; ; ; ; ; ; ");
    row("clang k.cu -c", "objects /w/k.o; cuda /w/k.cu; ; ; ; ; ; ");
    row("g++ -o p main.cpp odd.obj_v2", "program /w/p; c++ /w/main.cpp; ; ; ; /w/odd.obj_v2; ; ");

    row("ar rcs lib/libx.a a.o b.o", "archive /w/lib/libx.a; ; ; ; ; /w/a.o /w/b.o; ; ");
    row("/usr/bin/gcc-ar -qc libx.a a.o", "archive /w/libx.a; ; ; ; ; /w/a.o; ; ");
    row("ar x libx.a", "nothing ; ; ; ; ; ; ; ");
    row("ld -r -o all.o a.o b.o", "objects /w/all.o; ; ; ; ; /w/a.o /w/b.o; ; ");

    row("make -j2", "none");
    row("/bin/sh -c 'nvcc a.cu'", "none");
    row("cudafe++ a.cu", "none");
  }
  void callsAreRead() {
    QFETCH(const QString, line);
    QFETCH(const QString, call);
    QCOMPARE(shown(readCompilerCall({"/w", splitWords(line.toStdString())})), call);
  }

  void headersThatAreThereAreIncludedFromTheCompilersFolder() {
    QTemporaryDir folder;
    QFile header(folder.filePath("all.h"));
    QVERIFY(header.open(QFile::WriteOnly));
    const auto call = readCompilerCall({folder.path().toStdString(), {"g++", "-include", "all.h", "-c", "a.cpp"}});
    QCOMPARE(joined(call->flags), "-include=" + folder.filePath("all.h"));
  }

  void responseFilesAreReplacedByTheirWords() {
    const ReadResponseFile read = [](const std::string& name) -> Result<std::string> {
      if (name == "includes.rsp") return "-I\"with blank\" -Iinc\n";
      if (name == "objects") return "a.o\n@more";
      if (name == "more") return "'b c.o' d\\ e.o";
      return fail("none");
    };
    const auto expanded = withResponseFiles({"nvcc", "--options-file", "includes.rsp", "@objects", "@missing", "-o", "p"}, read);
    QCOMPARE(expanded, (std::vector<std::string>{"nvcc", "-Iwith blank", "-Iinc", "a.o", "b c.o", "d e.o", "@missing", "-o", "p"}));
  }

  void responseFilesThatNameThemselvesEnd() {
    const ReadResponseFile read = [](const std::string&) -> Result<std::string> { return "-a @again"; };
    QVERIFY(withResponseFiles({"@again"}, read).size() < 20);
  }

  void wordsKeepMacrosWithQuotes() {
    QCOMPARE(splitWords("-DNAME=\\\"x\\\" '-DTEXT=\"a b\"' \"-DQ=\\\"y\\\"\" ''"),
             (std::vector<std::string>{"-DNAME=\"x\"", "-DTEXT=\"a b\"", "-DQ=\"y\"", ""}));
  }
};

QTEST_GUILESS_MAIN(CompilerCallTest)
#include "compiler_call_test.moc"
