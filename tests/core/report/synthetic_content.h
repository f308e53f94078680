#pragma once

#include "core/report/report.h"
#include "tests/core/report/synthetic_subject.h"

namespace gevo::report::synthetic {

inline TestReport test(TestRole role, const std::string& arguments, double original, double runtime) {
  TestReport made;
  made.role = role;
  made.arguments = arguments;
  made.originalRuntime = original;
  made.result = individual(7, runtime, 0.015, 0).result;
  return made;
}

inline ReportContent content() {
  ReportContent made;
  made.subject = subject();
  made.subject.run.settings.search.seed = 4711;
  made.texts = texts();
  made.architecture = "sm_90";
  made.replaced = {"_Z1fPfi"};
  made.assembler = "f: 12 registers, no spills";
  made.launches = {{TestRole::Test, "100 2", {{"_Z1fPfi", {4, 1, 1}, {32, 1, 1}, 64, 3}}, 1024, 512}};
  made.tests = {test(TestRole::Screen, "10 1", 4, 2), test(TestRole::Test, "100 2", 20, 10)};
  ValidationRow validation;
  validation.variant = 7;
  validation.passed = true;
  validation.message = "passed 1 held-out test";
  validation.candidate = 1;
  validation.arguments = {"1000 5"};
  made.heldOut = {{validation, 0}};
  made.shares = {0.25, unknown};
  made.toolVersion = "1.2.3";
  return made;
}

inline RunHistory history() {
  RunHistory made;
  for (std::int64_t id = 0; id < 5; ++id) {
    VariantRow row;
    row.id = id;
    row.runtime = 20 - 2 * static_cast<double>(id);
    row.error = 0.005 * static_cast<double>(id);
    made.variants.push_back(row);
  }
  made.front = {made.variants[4], made.variants[0]};
  for (std::uint32_t number = 0; number < 3; ++number) {
    GenerationRow row;
    row.generation = number;
    row.evaluations = 1000;
    row.valid = 100;
    row.bestRuntime = 15 - number;
    row.bestExactRuntime = 18 - number;
    row.medianRuntime = 20;
    made.generations.push_back(row);
  }
  return made;
}

} // namespace gevo::report::synthetic
