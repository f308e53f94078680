#include "core/kernel/explain/inspect.h"
#include "core/kernel/describe/describer.h"
#include "core/kernel/explain/consequences.h"
#include "core/kernel/explain/ir_text.h"
#include "core/kernel/explain/meaning.h"
#include "core/kernel/explain/ptx_text.h"
#include "core/kernel/ir/application.h"
#include "core/kernel/ir/pipeline.h"
#include "core/kernel/operators/apply.h"
#include "core/kernel/operators/edit_context.h"
#include "core/kernel/operators/operator.h"

namespace gevo::ir {

namespace {

/// Applies the edits, and says what each is and what they do together.
Result<void> describeEdits(Application& application, const BaseModule& base, const EditList& edits, const std::vector<SourceFile>& sources,
                           const SourceMap& sourceMap, VariantTexts& reply) {
  Describer describer(application, base.state(), sources);
  ConsequenceFinder consequences(application, base.state(), sourceMap);
  MeaningFinder meanings(application);
  for (const Edit& edit : edits) {
    EditDescription description;
    const OperatorDefinition* definition = findOperator(edit.op);
    if (!definition) return fail("edit {:016x} has an operator that this version does not know; use a newer gevo", edit.uid);
    description.target = describer.chain(edit.target);
    definition->describe(describer, edit, description);
    meanings.before(edit);
    std::string context = EditContexts(application).of(edit);
    description.active = applyEdit(application, edit);
    const auto index = static_cast<std::int32_t>(reply.edits.size());
    if (description.active) consequences.after(edit, index);
    if (description.active && isDirective(edit.op)) consequences.directed(edit, index, description.text);
    if (description.active) description.meaning = meanings.after(edit);
    if (description.active) description.context = std::move(context);
    if (description.active) describer.after(edit);
    if (const llvm::Instruction* place = meanings.place(); place && edit.op == Operator::Copy && !description.meaning.empty())
      if (auto chain = sourceMap.chain(*place); !chain.empty()) description.target = std::move(chain);
    reply.edits.push_back(std::move(description));
  }
  reply.consequences = consequences.finish();
  return {};
}

} // namespace

Result<VariantTexts> describeVariant(const BaseModule& base, const EditList& edits, const std::vector<SourceFile>& sources) {
  VariantTexts reply;
  const SourceMap sourceMap(sources);
  Application application(base.state(), true);
  GEVO_TRY(describeEdits(application, base, edits, sources, sourceMap, reply));
  return reply;
}

Result<VariantTexts> inspect(const BaseModule& base, const EditList& edits, const std::vector<SourceFile>& sources,
                             const std::string& architecture, bool plainIr) {
  VariantTexts reply;
  const SourceMap sourceMap(sources);
  Application application(base.state(), true);
  GEVO_TRY(describeEdits(application, base, edits, sources, sourceMap, reply));
  const auto shown = application.finish();
  reply.ir = plainIr ? plainIrText(*shown, sourceMap) : irText(*shown, sourceMap);

  // What runs is made from the lean module, as in every evaluation.
  const Applied applied = applyEdits(base, edits);
  optimise(*applied.module);
  auto ptx = ptxText(*applied.module, sourceMap, architecture);
  if (ptx) {
    reply.ptx = std::move(*ptx);
  } else {
    reply.ptxError = ptx.error().message;
  }
  return reply;
}

} // namespace gevo::ir
