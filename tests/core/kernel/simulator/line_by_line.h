#pragma once

#include "device.h"

#include <map>
#include <set>
#include <sstream>

namespace gevo::sim::testing {

/// Debug information of a function !3 in text.cu; its locations follow.
inline constexpr const char* lineTable = R"(!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "text.cu", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "kernel", scope: !1, file: !1, line: 1, type: !4, spFlags: DISPFlagDefinition, unit: !0)
!4 = !DISubroutineType(types: !5)
!5 = !{}
)";

/// A kernel whose lines of text are its source lines; "; name" at the end of a line names it.
class LineByLine {
public:
  explicit LineByLine(const std::string& body) {
    std::istringstream stream(body);
    std::string locations;
    for (std::string line; std::getline(stream, line);) {
      const unsigned number = ++lines_;
      if (const std::size_t name = line.find("; "); name != std::string::npos) {
        named_[line.substr(name + 2)] = number;
        line.resize(name);
      }
      if (line.starts_with("  ")) {
        line += fmt::format(", !dbg !{}", number + 100);
        locations += fmt::format("!{} = !DILocation(line: {}, scope: !3)\n", number + 100, number);
      }
      text_ += line + "\n";
    }
    text_ = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@x = internal addrspace(3) global [32768 x i8] undef, align 4
@g = addrspace(1) global [4096 x i32] zeroinitializer, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.membar.gl()
declare void @llvm.nvvm.membar.cta()
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)
define ptx_kernel void @kernel() !dbg !3 {
)" + text_ + R"(
}
)" + lineTable +
            locations;
  }

  /// `limits`: of the launch.
  std::vector<Race> races(Dim3 grid, std::uint32_t threads, const Limits& limits) const {
    Device device(valueOf(simulatorOfText(text_)));
    device.limits = limits;
    const auto report = device.launch("kernel", grid, {threads, 1, 1});
    if (report.fault) throw std::runtime_error(report.fault->message());
    return report.races;
  }
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  std::set<Pair> racingLines(std::uint32_t threads) const {
    const std::vector<Race> races = this->races({1, 1, 1}, threads, {});
    std::set<Pair> pairs;
    for (const Race& race : races) pairs.emplace(race.first.location.line, race.second.location.line);
    if (pairs.size() != races.size()) throw std::runtime_error("a pair of lines is reported twice");
    return pairs;
  }
  std::set<Pair> between(const std::string& first, const std::string& second) const { return {{line(first), line(second)}}; }
  std::uint32_t line(const std::string& name) const { return named_.at(name); }

private:
  std::string text_;
  std::map<std::string, std::uint32_t> named_;
  std::uint32_t lines_ = 0;
};

} // namespace gevo::sim::testing
