#include "app/worker/variant_requests.h"

#include "core/kernel/coverage/coverage_meter.h"
#include "core/kernel/worker/launches.h"
#include "core/worker_pool/evaluation_reply.h"

namespace gevo {

using worker::Service;

namespace {

Result<EvaluateReply> evaluate(Service* service, const EvaluateRequest& request) {
  Result<EvaluateReply> reply = service->evaluate(request);
  if (reply) leaveOutKnownEdits(*reply, request);
  return reply;
}

/// A request about edits: in the configuration that they choose, which has to be loaded.
template <class Request, class Handle> RequestHandler onVariant(Service& service, Handle handle) {
  return {RequestTraits<Request>::kind, [&service, handle](ByteView payload) -> ReplyFrame {
            const Result<Request> request = wire::decode<Request>(payload, "request to the worker");
            if (!request) return errorReply(request.error());
            const Configuration configuration = configurationOf(request->edits);
            std::vector<std::uint32_t> inputs;
            if constexpr (std::is_same_v<Request, EvaluateRequest>) inputs = request->inputs;
            if (!service.choose(configuration, inputs)) return {ReplyKind::NeedsConfiguration, wire::encode(configuration)};
            return reply(std::invoke(handle, &service, *request));
          }};
}

} // namespace

RequestTable variantRequests(Service& service) {
  return {
      on<LoadRequest>(std::bind_front(&Service::load, &service)),
      on<LoadConfigurationRequest>(std::bind_front(&Service::loadConfiguration, &service)),
      onVariant<EvaluateRequest>(service, evaluate),
      onVariant<ValidateRequest>(service, &Service::validate),
      onVariant<CompareRequest>(service, &Service::compare),
      onVariant<InspectRequest>(service, &Service::inspect),
      onVariant<ProfileRequest>(service, &Service::profile),
      onVariant<CountersRequest>(service, &Service::counters),
      onVariant<TolerateRequest>(service, &Service::tolerate),
      onVariant<FindRewritesRequest>(service, &Service::findRewrites),
      onVariant<JudgeRequest>(service, &Service::judge),
      onVariant<ExportRequest>(service, &Service::exportArtifact),
      on<LaunchesRequest>(worker::countLaunches),
      on<CoverRequest>(program::cover),
  };
}

} // namespace gevo
