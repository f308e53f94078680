#include "core/kernel/ir/mutate.h"
#include "core/kernel/ir/draw.h"
#include "core/kernel/ir/operators/operator.h"

namespace gevo::ir {
namespace {

/// Draws of one operator before it counts as having no legal form.
constexpr int drawsPerOperator = 16;

std::uint64_t drawUid(RandomStream& stream) {
  std::uint64_t uid = 0;
  while (uid == 0) uid = stream.next();
  return uid;
}

} // namespace

std::optional<Edit> proposeEdit(const BaseModule& base, const EditList& parent, RandomStream& stream) {
  Application application(base.state());
  for (const Edit& edit : parent) application.apply(edit);
  Draw draw(application, stream);
  const OperatorDefinition* definition = findOperator(static_cast<Operator>(stream.below(operatorCount)));
  const std::uint64_t uid = drawUid(stream);
  for (int i = 0; i < drawsPerOperator; ++i) {
    // An inactive edit leaves the application as it was, so that the next draw sees the parent still.
    std::optional<Edit> edit = definition->propose(draw, uid);
    if (edit && application.apply(*edit)) return edit;
  }
  return std::nullopt;
}

} // namespace gevo::ir
