#pragma once

/// What the head of a cluster and its hosts say to each other. The head holds the search; a host has workers of its own. Each message has a
/// kind and a body; some have a content too, which is large, is the same for all hosts, and is passed on as it is.

#include "core/base/shared_bytes.h"
#include "core/edit/configuration.h"
#include "core/protocol/request.h"
#include "core/values/evaluation_result.h"
#include "core/values/original_report.h"
#include "core/worker_pool/job_pool.h"

#include <optional>

namespace gevo {

constexpr std::uint32_t enumerators(RequestKind) { return std::uint32_t(RequestKind::Tolerate) + 1; }

enum class MessageKind : std::uint8_t {
  // Of a host.
  Hello,   ///< the first, and the first after a connection was lost: the host has no jobs
  Step,    ///< what its workers do while they load
  Loaded,  ///< jobs can begin
  Failed,  ///< its workers can't load, or it has none left
  Results, ///< of jobs that have ended
  Wants,   ///< a configuration that its workers have not loaded
  Alive,   ///< the answer to Ask
  Leave,   ///< it ends, and its jobs with it
  // Of the head.
  Load,          ///< with a LoadRequest as content: begins a run
  Unload,        ///< ends it; workers that are waiting for jobs end
  Jobs,          ///< to be done in any order
  Drop,          ///< the results of all jobs so far are not needed
  Configuration, ///< with a LoadConfigurationRequest as content: the answer to Wants
  Ask,           ///< is it there?
  Refuse,        ///< why the host can't take part; it ends
  End            ///< there is nothing more to do
};
constexpr std::uint32_t enumerators(MessageKind) { return std::uint32_t(MessageKind::End) + 1; }

struct Message {
  MessageKind kind{};
  Bytes body;
  std::shared_ptr<const Bytes> content; ///< null: none
};

struct HelloMessage {
  std::string version; ///< of the program: there is no other version number
  std::string host;    ///< its name
};

struct StepMessage {
  std::string step;
};

struct WorkerCounts {
  std::uint32_t alive = 0;
  std::uint32_t restarted = 0;
};

struct LoadedMessage {
  std::uint64_t load = 0; ///< of which LoadMessage
  OriginalReport report;
  WorkerCounts workers;
  std::uint32_t gpus = 0; ///< that the workers take turns on
};

struct FailedMessage {
  std::string message;
  std::string details;
};

struct JobOutcome {
  std::uint64_t job = 0;
  JobFailure failure = JobFailure::None;
  std::string message; ///< these as in JobResult
  std::string details;
  Bytes reply;
};

struct ResultsMessage {
  std::vector<JobOutcome> outcomes;
  WorkerCounts workers;
};

struct WantsMessage {
  Configuration configuration;
  Hash128 known; ///< of the content that the host has of it; null: none
};

struct LoadMessage {
  std::uint64_t load = 0;
  std::uint32_t workers = 0; ///< 0: as many as the host has cores, or GPUs need
  bool yields = false;       ///< see WorkerPoolSettings
};

struct JobMessage {
  std::uint64_t job = 0;
  RequestKind kind{};
  SharedBytes request;
};

struct JobsMessage {
  std::vector<JobMessage> jobs;
};

struct DropMessage {
  bool endsBusyWorkers = false;
};

struct ConfigurationMessage {
  std::optional<FailedMessage> problem; ///< why there is no such program
};

struct RefuseMessage {
  std::string reason;
};

template <class Archive> void fields(Archive& a, HelloMessage& m) { a(m.version, m.host); }
template <class Archive> void fields(Archive& a, StepMessage& m) { a(m.step); }
template <class Archive> void fields(Archive& a, WorkerCounts& m) { a(m.alive, m.restarted); }
template <class Archive> void fields(Archive& a, LoadedMessage& m) { a(m.load, m.report, m.workers, m.gpus); }
template <class Archive> void fields(Archive& a, FailedMessage& m) { a(m.message, m.details); }
template <class Archive> void fields(Archive& a, JobOutcome& m) { a(m.job, m.failure, m.message, m.details, m.reply); }
template <class Archive> void fields(Archive& a, ResultsMessage& m) { a(m.outcomes, m.workers); }
template <class Archive> void fields(Archive& a, WantsMessage& m) { a(m.configuration, m.known); }
template <class Archive> void fields(Archive& a, LoadMessage& m) { a(m.load, m.workers, m.yields); }
template <class Archive> void fields(Archive& a, JobMessage& m) { a(m.job, m.kind, m.request); }
template <class Archive> void fields(Archive& a, JobsMessage& m) { a(m.jobs); }
template <class Archive> void fields(Archive& a, DropMessage& m) { a(m.endsBusyWorkers); }
template <class Archive> void fields(Archive& a, ConfigurationMessage& m) { a(m.problem); }
template <class Archive> void fields(Archive& a, RefuseMessage& m) { a(m.reason); }

} // namespace gevo
