#include "app/worker/variant_requests.h"

#include "core/kernel/worker/launches.h"
#include "core/worker_pool/evaluation_reply.h"

namespace gevo {

using worker::Service;

namespace {

Result<EvaluateReply> evaluate(Service& service, const EvaluateRequest& request) {
  Result<EvaluateReply> reply = service.evaluate(request);
  if (reply) leaveOutKnownEdits(*reply, request);
  return reply;
}

} // namespace

RequestTable variantRequests(Service& service) {
  return {
      on<LoadRequest>(std::bind_front(&Service::load, &service)),
      on<EvaluateRequest>(std::bind_front(evaluate, std::ref(service))),
      on<ValidateRequest>(std::bind_front(&Service::validate, &service)),
      on<CompareRequest>(std::bind_front(&Service::compare, &service)),
      on<InspectRequest>(std::bind_front(&Service::inspect, &service)),
      on<FindRewritesRequest>(std::bind_front(&Service::findRewrites, &service)),
      on<JudgeRequest>(std::bind_front(&Service::judge, &service)),
      on<ExportRequest>(std::bind_front(&Service::exportArtifact, &service)),
      on<LaunchesRequest>(worker::countLaunches),
  };
}

} // namespace gevo
