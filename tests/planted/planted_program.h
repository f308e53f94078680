#pragma once

/// A program of this folder, as its first lines describe it:
///
///     // test: 256 64
///     // held-out: 1000 64
///     // 1 screen, race: what is wrong with the program under -DPLANT=1
///     //   (continued)
///     // 2 not yet, race: what is wrong, and passes today; the reason that is to reject it
///     // 3 not yet, passes: what is sound, and rejected today
///     // 9 passes: another way to write the same, which is sound
///     // 0 race: what the program does wrong without a plant; without this line nothing may be found there
///
/// Without "// 0" the program as it stands must be free of findings; "0 not yet" says that something is found, wrongly.

#include "core/base/result.h"
#include "core/values/project.h"

#include <filesystem>

namespace gevo::planted {

struct Form {
  int number = 0;     ///< of PLANT
  std::string when;   ///< "screen", "tests", "validation" or "held-out", where it is rejected first; "passes"; "not yet"
  std::string reason; ///< as reasonName() has it; empty where it passes
  std::string what;
};

struct Program {
  std::string name;            ///< of the file, without ".cu"
  std::vector<TestCase> tests; ///< without traces
  std::vector<Form> forms;     ///< in the order of the file
};

/// An error names a line that is not understood.
Result<Program> readProgram(const std::filesystem::path& file);

/// All of a folder, by name.
Result<std::vector<Program>> readPrograms(const std::filesystem::path& folder);

/// "| last_block 1 | what | race (screen) |", as the table of the docs has it.
std::string tableRow(const Program& program, const Form& form);

} // namespace gevo::planted
