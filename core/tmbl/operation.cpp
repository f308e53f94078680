#include "core/tmbl/operation.h"

#include <algorithm>
#include <array>
#include <fmt/ranges.h>

namespace gevo::tmbl {

namespace {

constexpr std::array<OperationInfo, operationCount> infos{{{"set", 1, false},
                                                           {"add", 1, true},
                                                           {"sub", 1, true},
                                                           {"mul", 1, true},
                                                           {"div", 1, true},
                                                           {"testsub", 2, true},
                                                           {"testdiv", 2, true},
                                                           {"min", 1, true},
                                                           {"max", 1, true},
                                                           {"fma", 2, true},
                                                           {"sqrt", 1, false},
                                                           {"exp", 1, false},
                                                           {"log", 1, false},
                                                           {"sin", 1, false},
                                                           {"cos", 1, false}}};

} // namespace

const OperationInfo& infoOf(Operation operation) { return infos[static_cast<std::size_t>(operation)]; }

std::vector<Operation> OperationSet::list() const {
  std::vector<Operation> operations;
  for (std::uint8_t i = 0; i < operationCount; ++i)
    if (contains(Operation(i))) operations.push_back(Operation(i));
  return operations;
}

Result<Operation> parseOperation(std::string_view name) {
  const auto* const found = std::ranges::find(infos, name, &OperationInfo::name);
  if (found == infos.end()) return fail("'{}' is not a TMBL instruction; there are {}", name, printOperations(OperationSet::all()));
  return Operation(found - infos.begin());
}

Result<OperationSet> parseOperations(std::string_view names) {
  OperationSet operations;
  operations.add(Operation::Set);
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(','));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    GEVO_TRY_ASSIGN(const Operation operation, parseOperation(name));
    operations.add(operation);
  }
  return operations;
}

std::string printOperations(OperationSet operations) {
  std::string names;
  for (const Operation operation : operations.list()) {
    if (!names.empty()) names += ',';
    names += infoOf(operation).name;
  }
  return names;
}

} // namespace gevo::tmbl
