#pragma once

/// The first request to a worker: the project, and how its variants are evaluated.

#include "core/edit/edit_wire.h"
#include "core/protocol/request.h"
#include "core/values/original_report.h"
#include "core/values/project.h"
#include "core/values/settings.h"

namespace gevo {

/// First request to every worker of a run or view.
struct LoadRequest {
  Project project;
  EvaluationSettings settings;
  bool evaluate = true; ///< replay the original now and reply to Evaluate later; views need neither
  Targeting targeting = Targeting::Executed;
  std::string folder;                   ///< where the relative paths of a host-executed program start; its owner trusts it
  Operators operators = allOperators(); ///< that mutations draw, as far as the device tells what they change
  std::vector<TestCase> fuzz;           ///< inputs that evaluations may ask for
  Ideas ideas = {};                     ///< that mutations try
};

template <class Archive> void fields(Archive& a, LoadRequest& m) {
  a(m.project, m.settings, m.evaluate, m.targeting, m.folder, m.operators, m.fuzz, m.ideas);
}

template <> struct RequestTraits<LoadRequest> : RequestWith<OriginalReport, RequestKind::Load> {};

} // namespace gevo
