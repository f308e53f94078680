#include "core/values/project.h"

#include <algorithm>

namespace gevo {

namespace {

bool isHeldOut(const TestCase& test) { return test.role == TestRole::HeldOut; }

} // namespace

const char* roleName(TestRole role) {
  switch (role) {
  case TestRole::Screen:
    return "screen";
  case TestRole::Test:
    return "test";
  case TestRole::HeldOut:
    return "held-out";
  case TestRole::Fuzz:
    return "fuzz";
  case TestRole::Workload:
    return "workload";
  }
  return "";
}

TestRole timedRole(const std::vector<TestCase>& tests) {
  return std::ranges::find(tests, TestRole::Workload, &TestCase::role) != tests.end() ? TestRole::Workload : TestRole::Test;
}

void numberRuns(std::vector<TestCase>& tests, std::uint32_t statisticalRuns) {
  if (statisticalRuns == 0) return;
  for (const TestRole role : {TestRole::Test, TestRole::HeldOut}) {
    std::uint32_t run = 0;
    for (TestCase& test : tests)
      if (test.role == role) test.run = run++ % statisticalRuns;
  }
}

std::vector<TestCase> heldOutTests(const Project& project) {
  std::vector<TestCase> tests;
  std::ranges::copy_if(project.tests, std::back_inserter(tests), isHeldOut);
  return tests;
}

Project withoutHeldOutTests(Project project) {
  std::erase_if(project.tests, isHeldOut);
  return project;
}

std::vector<std::string> unlaunchedKernels(const Project& project) {
  std::vector<std::string> names;
  for (const KernelInfo& kernel : project.kernels)
    if (!kernel.launched) names.push_back(kernel.name);
  return names;
}

} // namespace gevo
