#include "recorded_sample.h"

#include "core/base/wire.h"
#include "core/kernel/build/build.h"
#include "core/kernel/process/arguments.h"
#include "core/kernel/toolchain/toolchain.h"
#include "tests/core/kernel/toolkit_without_programs.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gevo::testing {

std::string missingTool() {
  if (const auto clang = program::findClang(); !clang) return clang.error().message;
  if (const auto cuda = program::findCudaToolkit(); !cuda) return cuda.error().message;
  return {};
}

RecordedSample recordSample(const std::string& name, const std::vector<std::string>& commandLines) {
  BuildInputs request;
  request.name = name;
  request.workingFolder = std::string(GEVO_TEST_SOURCE) + "/resources/samples/" + name;
  request.settings.files = {name + ".cu"};
  for (const std::string& arguments : commandLines) request.tests.push_back({TestRole::Test, arguments, {}});
  const program::ToolkitWithoutPrograms toolkit;
  auto built = program::build(request, {});
  if (!built) {
    QTest::qFail((built.error().message + "\n" + built.error().details).c_str(), __FILE__, __LINE__);
    return {};
  }
  RecordedSample sample{std::move(built->project), {}};
  for (const TestCase& test : sample.project.tests) {
    RecordedRun& made = sample.tests.emplace_back();
    made.words = program::splitArguments(test.arguments).value();
    auto trace = wire::decode<program::Trace>(test.trace, "trace").value();
    for (program::Event& event : trace.events) {
      if (copiesToDevice(event))
        made.uploads.push_back(std::move(event.data));
      else if (copiesToHost(event))
        made.downloads.push_back(std::move(event.data));
      else if (event.kind == program::EventKind::Launch)
        made.launches.push_back(std::move(event.name));
    }
  }
  return sample;
}

double largestDifference(const std::vector<float>& a, const std::vector<float>& b, double scale) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(static_cast<double>(a[i]) - b[i]) / scale;
    if (std::isnan(difference)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, difference);
  }
  return largest;
}

} // namespace gevo::testing
