#pragma once

/// Lines that make inputs, for a program whose user gave none.

#include <string>
#include <vector>

namespace gevo {

/// The tests with other whole numbers in them, all of them and one at a time: from 1 to what the test has, so that none costs more than a
/// test. "64 64 10" gives "{n1:8..64:8} {n1:8..64:8} {n3:1..10}", "{n1:1..64} 64 10" and others. Empty where no test has a number above 1.
/// Not every program accepts every one; what it fails with is left out when it is recorded.
std::vector<std::string> linesFromTests(const std::vector<std::string>& tests);

} // namespace gevo
