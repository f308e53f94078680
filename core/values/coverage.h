#pragma once

/// What inputs run of the original: lines of the sources that have code, and edges out of its conditional branches.

#include "core/values/project.h"

namespace gevo {

struct CodeLine {
  std::string file; ///< as in Project::sources
  std::uint32_t line = 0;
  auto operator<=>(const CodeLine&) const = default;
};

/// A way to go on from a conditional branch or a switch of the base. Two cases of a switch that go the same way are one.
struct BranchEdge {
  std::string function;   ///< as in the module (mangled)
  std::int32_t line = -1; ///< index into CoverableCode::lines; -1: its code is in no source
  bool operator==(const BranchEdge&) const = default;
};

/// Of a base: what there is to be reached.
struct CoverableCode {
  std::vector<CodeLine> lines;      ///< in order
  std::vector<BranchEdge> branches; ///< in the order of the module's code
  bool operator==(const CoverableCode&) const = default;
};

/// Of one input, or of several together. A line is reached where any of its basic blocks is.
struct Coverage {
  std::vector<bool> lines;    ///< by CoverableCode::lines; empty: not measured
  std::vector<bool> branches; ///< by CoverableCode::branches; taken by any thread
  bool isMeasured() const { return !lines.empty() || !branches.empty(); }
  bool isOf(const CoverableCode& code) const { return lines.size() == code.lines.size() && branches.size() == code.branches.size(); }
  bool operator==(const Coverage&) const = default;
};

void addTo(Coverage& sum, const Coverage& other);
/// How many lines and edges `one` reaches beside those that `reached` does.
std::size_t countBeyond(const Coverage& one, const Coverage& reached);
bool isComplete(const Coverage& reached);

struct InputCoverage {
  TestRole role = TestRole::Test;
  Coverage reached;
};

/// Of a file: what is known of its tests and of its fuzz inputs.
struct ProgramCoverage {
  CoverableCode code;
  std::vector<InputCoverage> inputs; ///< workloads are not among them: blocks of theirs are left out
  bool isMeasured() const { return !inputs.empty(); }
};

/// What evaluates or validates a variant on a line or edge. Tests: screens are some too.
enum class ReachedBy : std::uint8_t { Tests, HeldOut, Fuzz, Nothing };
/// By line and by edge, the first of these that applies.
struct Reach {
  std::vector<ReachedBy> lines;
  std::vector<ReachedBy> branches;
};
Reach reachOf(const ProgramCoverage& coverage);
/// What the search's own tests reach, without those that validate.
Coverage reachedByTests(const ProgramCoverage& coverage);

template <class Archive> void fields(Archive& a, CodeLine& m) { a(m.file, m.line); }
template <class Archive> void fields(Archive& a, BranchEdge& m) { a(m.function, m.line); }
template <class Archive> void fields(Archive& a, CoverableCode& m) { a(m.lines, m.branches); }
template <class Archive> void fields(Archive& a, Coverage& m) { a(m.lines, m.branches); }
template <class Archive> void fields(Archive& a, InputCoverage& m) { a(m.role, m.reached); }
template <class Archive> void fields(Archive& a, ProgramCoverage& m) { a(m.code, m.inputs); }

} // namespace gevo
