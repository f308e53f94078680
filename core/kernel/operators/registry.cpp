#include "core/kernel/operators/operator.h"

namespace gevo::ir {

extern const OperatorDefinition approximateOperator;
extern const OperatorDefinition cacheOperator;
extern const OperatorDefinition copyOperator;
extern const OperatorDefinition deleteOperator;
extern const OperatorDefinition flattenOperator;
extern const OperatorDefinition moveOperator;
extern const OperatorDefinition perforateOperator;
extern const OperatorDefinition pipelineOperator;
extern const OperatorDefinition precisionOperator;
extern const OperatorDefinition promoteOperator;
extern const OperatorDefinition reassociateOperator;
extern const OperatorDefinition registersOperator;
extern const OperatorDefinition replaceInstructionOperator;
extern const OperatorDefinition replaceOperandOperator;
extern const OperatorDefinition restrictOperator;
extern const OperatorDefinition setOperator;
extern const OperatorDefinition shareOperator;
extern const OperatorDefinition specialiseOperator;
extern const OperatorDefinition swapOperator;
extern const OperatorDefinition synchroniseOperator;
extern const OperatorDefinition synthesiseOperator;
extern const OperatorDefinition unrollOperator;
extern const OperatorDefinition vectoriseOperator;

const OperatorDefinition* findOperator(Operator op) {
  for (const OperatorDefinition* definition :
       {&copyOperator,           &deleteOperator,     &moveOperator,        &replaceInstructionOperator,
        &replaceOperandOperator, &swapOperator,       &setOperator,         &unrollOperator,
        &cacheOperator,          &registersOperator,  &approximateOperator, &precisionOperator,
        &perforateOperator,      &specialiseOperator, &restrictOperator,    &synchroniseOperator,
        &flattenOperator,        &promoteOperator,    &reassociateOperator, &pipelineOperator,
        &vectoriseOperator,      &shareOperator,      &synthesiseOperator}) {
    if (definition->op == op) return definition;
  }
  return nullptr;
}

} // namespace gevo::ir
