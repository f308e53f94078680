#include "core/kernel/cuda/server/gpu_server.h"

#include "core/base/wire.h"
#include "core/kernel/cuda/replay/trace_player.h"
#include "core/protocol/error_reply.h"
#include "core/protocol/frames.h"

#include <algorithm>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace gevo::cuda {

namespace {

using Clock = ContextChild::Clock;

/// Interval of checks whether a killed process is gone.
constexpr int reapMilliseconds = 5;

const Error notPrepared{"this test was not prepared on the GPU; this is an error in the program that asks for it"};

} // namespace

Result<std::unique_ptr<GpuServer>> GpuServer::open(GpuServerSettings settings) {
  std::unique_ptr<GpuServer> server(new GpuServer(std::move(settings)));
  GEVO_TRY(server->listen());
  return server;
}

GpuServer::~GpuServer() {
  if (listener_.isOpen()) ::unlink(settings_.socket.c_str());
}

Result<void> GpuServer::listen() {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (settings_.socket.size() >= sizeof address.sun_path) return fail("the path {} is too long for a socket; set TMPDIR", settings_.socket);
  std::memcpy(address.sun_path, settings_.socket.c_str(), settings_.socket.size());
  listener_ = Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!listener_.isOpen() || ::bind(listener_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(listener_.get(), 128) != 0)
    return fail("cannot listen at {}: {}", settings_.socket, std::strerror(errno));
  return {};
}

Result<void> GpuServer::serve(int orders, int replies) {
  began_ = Clock::now();
  while (!stopped_) {
    keepChildren();
    dispatch();
    pollChannels(orders, replies);
    watchDeadlines();
    reapDead();
  }
  endAll();
  return {};
}

/// Waits until a channel is ready or a deadline passes, and reads and writes what it can.
void GpuServer::pollChannels(int orders, int replies) {
  std::vector<pollfd> files{{orders, POLLIN, 0}, {listener_.get(), POLLIN, 0}};
  const auto watch = [&](int descriptor, bool hasOutput) {
    files.push_back({descriptor, static_cast<short>(hasOutput ? POLLIN | POLLOUT : POLLIN), 0});
  };
  std::vector<ContextChild*> children;
  forChildren([&](ContextChild& child) { children.push_back(&child); });
  for (const ContextChild* child : children) {
    watch(child->process.channel(), child->process.hasOutput());
    watch(child->process.errors(), false);
  }
  std::vector<std::uint64_t> ids;
  for (const auto& [id, client] : clients_) {
    ids.push_back(id);
    watch(client.channel.descriptor(), client.channel.hasOutput());
  }
  if (::poll(files.data(), files.size(), waitMilliseconds()) <= 0) return;
  if (files[0].revents != 0) handleOrder(orders, replies);
  if (files[1].revents != 0) accept();
  std::size_t at = 2;
  for (ContextChild* child : children) {
    const bool moves = files[at++].revents != 0;
    if (files[at++].revents != 0) child->process.readErrors();
    if (moves && isMine(*child)) receive(*child); // or it was retired for another
  }
  for (const std::uint64_t id : ids)
    if (files[at++].revents != 0) receive(id, clients_.at(id));
}

/// A frame asks for the GPU's usage; the end of `orders` stops the server.
void GpuServer::handleOrder(int orders, int replies) {
  const Result<std::optional<Frame>> order = readFrame(orders);
  stopped_ = !order || !*order;
  if (stopped_) return;
  description_.use.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
  stopped_ = !writeFrame(replies, static_cast<std::uint32_t>(ReplyKind::Result), wire::encode(description_.use));
}

int GpuServer::waitMilliseconds() const {
  if (!dying_.empty()) return reapMilliseconds;
  std::optional<Clock::time_point> first;
  forChildren([&](const ContextChild& child) {
    if (child.deadline && (!first || *child.deadline < *first)) first = child.deadline;
  });
  if (!first) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*first - Clock::now()).count();
  return static_cast<int>(std::max<std::int64_t>(0, left));
}

void GpuServer::accept() {
  Descriptor client(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (client.isOpen()) clients_.emplace(nextClient_++, Client(std::move(client)));
}

void GpuServer::receive(std::uint64_t id, Client& client) {
  client.channel.write();
  client.channel.read();
  while (std::optional<Frame> frame = client.channel.receive()) enqueue(id, std::move(*frame));
  if (!client.channel.ended()) return;
  const auto isGone = [&](const Job& job) { return job.client == id; };
  std::erase_if(queue_, isGone);
  std::erase_if(parked_, isGone);
  std::vector<Hash128> lost;
  for (const auto& [test, asked] : awaited_)
    if (asked == id) lost.push_back(test);
  for (const Hash128& test : lost) resume(test); // another one is asked
  clients_.erase(id);
  if (!current_ || current_->client != id || current_->kind != GpuRequest::Count) return;
  current_.reset(); // nobody waits for it, and it may take long
  if (active_) retire(*active_);
}

void GpuServer::enqueue(std::uint64_t client, Frame frame) {
  Job job{.client = client, .kind = static_cast<GpuRequest>(frame.kind)};
  if (job.kind == GpuRequest::Prepare) {
    Result<PrepareOrder> order = wire::decode<PrepareOrder>(frame.payload, "test for the GPU");
    if (!order) return sendError(job, order.error());
    job.test = order->test;
    job.own = order->own;
    if (!order->recipe.empty()) {
      job.recipe = share(std::move(order->recipe));
      const auto hand = [&](Job& other) { // else it would be asked for again
        if (other.kind == GpuRequest::Prepare && other.test == job.test && other.recipe == nullptr) other.recipe = job.recipe;
      };
      std::ranges::for_each(queue_, hand);
      std::ranges::for_each(parked_, hand);
      queue_.push_back(std::move(job));
      return resume(order->test);
    }
  } else if (job.kind == GpuRequest::Measure) {
    Result<MeasureOrder> order = wire::decode<MeasureOrder>(frame.payload, "variant for the GPU");
    if (!order) return sendError(job, order.error());
    job.test = order->test;
    job.code = hashBytes(order->image);
    if (!order->rejectWrongOutput) std::swap(job.code.high, job.code.low); // cached apart from the same code as a variant
    job.order = std::move(*order);
    if (!isPrepared(job.test)) return sendError(job, notPrepared);
  } else if (job.kind == GpuRequest::Count) {
    const Result<CountOrder> order = wire::decode<CountOrder>(frame.payload, "variant for the GPU");
    if (!order) return sendError(job, order.error());
    job.test = order->test;
    job.count = share(std::move(frame.payload));
    if (!isPrepared(job.test)) return sendError(job, notPrepared);
  } else if (job.kind != GpuRequest::Describe) {
    return sendError(job, {"the GPU's process does not know this request; are gevo and gevo-worker the same version?"});
  }
  queue_.push_back(std::move(job));
}

bool GpuServer::isPrepared(const Hash128& test) const {
  const auto known = tests_.find(test);
  return known != tests_.end() && known->second.adoption != nullptr;
}

/// Ends the wait for a recipe.
void GpuServer::resume(const Hash128& test) {
  awaited_.erase(test);
  for (Job& job : parked_)
    if (job.test == test) queue_.push_back(std::move(job));
  std::erase_if(parked_, [&](const Job& job) { return job.test == test; });
}

/// Of a preparation without one: asks its client for the recipe, or parks it while another one sends that.
bool GpuServer::awaitRecipe(Job& job) {
  if (job.kind != GpuRequest::Prepare || job.recipe != nullptr) return false;
  const auto [asked, isFirst] = awaited_.emplace(job.test, job.client);
  if (isFirst || asked->second == job.client)
    sendReply(job, wire::encode(PrepareReply{.needsRecipe = true}));
  else
    parked_.push_back(std::move(job));
  return true;
}

void GpuServer::dispatch() {
  while (!queue_.empty() && !current_) {
    Job& job = queue_.front();
    const bool isHopeless = startError_ && !active_ && spares_.empty();
    if (isHopeless || replyFromCache(job)) {
      if (isHopeless) sendError(job, *startError_);
      queue_.pop_front();
      continue;
    }
    if (awaitRecipe(job)) {
      queue_.pop_front();
      continue;
    }
    // A kernel that never ends occupies the GPU until its process is gone.
    const bool isOccupied = std::ranges::any_of(dying_, [](const auto& child) { return child->hung; });
    if (!active_ || isOccupied) return;
    current_ = std::move(queue_.front());
    queue_.pop_front();
    begin();
  }
}

bool GpuServer::replyFromCache(const Job& job) {
  if (job.kind == GpuRequest::Describe) {
    if (!active_) return false;
    sendReply(job, wire::encode(description_));
    return true;
  }
  const auto test = tests_.find(job.test);
  if (job.kind == GpuRequest::Prepare) {
    if (test == tests_.end()) return false;
    if (test->second.adoption)
      sendReply(job, wire::encode(test->second.reply));
    else
      sendError(job, test->second.error);
    return true;
  }
  if (job.kind == GpuRequest::Count) return false;
  const auto known = measured_.find(job.measurement());
  if (known == measured_.end() || job.order.remeasure) return false;
  if (job.order.exactly && known->second.valid() && known->second.relativeError > job.order.relativeError) return false;
  ++description_.use.reused;
  sendReply(job, wire::encode(known->second));
  return true;
}

void GpuServer::begin() {
  Job& job = *current_;
  job.begun = Clock::now();
  active_->deadline = Clock::now() + settings_.preparation;
  ++jobsBegun_;
  if (job.kind == GpuRequest::Prepare) {
    const auto own = tests_.find(job.own);
    if (own != tests_.end()) {
      own->second.used = jobsBegun_;
      adopt(*active_, job.own);
    }
    return active_->ask(GpuRequest::Prepare, job.recipe, job.test);
  }
  tests_.at(job.test).used = jobsBegun_;
  if (active_->tests.contains(job.test)) return askCurrent();
  adopt(*active_, job.test);
}

/// A former spare may know the test, or be adopting it: its reply will come.
void GpuServer::adopt(ContextChild& child, const Hash128& test) {
  const std::shared_ptr<const Bytes>& adoption = tests_.at(test).adoption;
  const bool isAsked = std::ranges::any_of(
      child.expected, [&](const ContextChild::Expectation& e) { return e.kind == GpuRequest::Adopt && e.test == test; });
  if (!isAsked && adoption != nullptr && !child.tests.contains(test)) child.ask(GpuRequest::Adopt, adoption, test);
}

void GpuServer::adoptInAdvance(ContextChild& child) {
  std::vector<std::pair<std::uint64_t, Hash128>> known;
  for (const auto& [name, test] : tests_)
    if (test.adoption) known.emplace_back(test.used, name);
  std::ranges::sort(known, std::greater());
  if (known.size() > mostAdoptedInAdvance) known.resize(mostAdoptedInAdvance);
  for (const auto& [used, name] : known) adopt(child, name);
}

void GpuServer::askCurrent() {
  Job& job = *current_;
  if (job.kind == GpuRequest::Count) return active_->ask(GpuRequest::Count, job.count, job.test);
  const auto known = measured_.find(job.measurement());
  if (known != measured_.end() && known->second.valid()) {
    job.order.ratios = known->second.ratios;
    job.order.energyRatios = known->second.energyRatios;
  }
  active_->ask(GpuRequest::Measure, share(wire::encode(job.order)), job.test);
}

void GpuServer::receive(ContextChild& child) {
  child.process.write();
  child.process.read();
  while (std::optional<Frame> frame = child.process.receive()) {
    handle(child, *frame);
    if (!isMine(child)) return; // it was retired
  }
  if (child.process.ended()) lose(child);
}

std::chrono::milliseconds GpuServer::replayDeadline() const {
  const auto test = current_ ? tests_.find(current_->test) : tests_.end();
  if (test == tests_.end()) return settings_.preparation; // the original itself
  const std::chrono::duration<double> usual(settings_.deadlineFactor * test->second.replaySeconds);
  return std::max(settings_.leastDeadline, std::chrono::ceil<std::chrono::milliseconds>(usual));
}

/// The process died without a reply, or its reply is malformed.
void GpuServer::lose(ContextChild& child) {
  const bool wasActive = isActive(child);
  const bool wasReady = child.ready;
  child.process.readErrors();
  const std::string output = child.process.stderrTail();
  retire(child);
  if (!wasReady) startFailed({"the process that opens the GPU crashes; see gevo doctor", output});
  if (!wasActive || !current_) return;
  ++description_.use.deaths;
  if (++current_->attempts < attempts) {
    queue_.push_front(std::move(*current_));
    current_.reset();
    return;
  }
  if (current_->kind == GpuRequest::Count) {
    sendError(*current_, {child.hung ? std::string("the GPU was still running a replay after a minute")
                                     : fmt::format("the process that holds the GPU ended {} times while it counted", attempts),
                          output});
    current_.reset();
    return;
  }
  if (current_->kind == GpuRequest::Prepare) {
    tests_[current_->test].error = {"the original crashes the GPU's process", output};
    sendError(*current_, tests_[current_->test].error);
    current_.reset();
    return;
  }
  Measurement crashed;
  crashed.reason = Reason::Crash;
  crashed.message = fmt::format("it crashed the process that holds the GPU {} times", attempts);
  finish(std::move(crashed));
}

void GpuServer::watchDeadlines() {
  std::vector<ContextChild*> late;
  forChildren([&](ContextChild& child) {
    if (child.deadline && Clock::now() >= *child.deadline) late.push_back(&child);
  });
  for (ContextChild* child : late) {
    child->hung = true;
    if (!isActive(*child) || !current_ || current_->kind != GpuRequest::Measure) {
      lose(*child);
      continue;
    }
    Measurement hung;
    hung.reason = Reason::Timeout;
    hung.message = fmt::format("it was still running after {} ms, where the original takes {:.3g} ms", replayDeadline().count(),
                               tests_.at(current_->test).replaySeconds * 1e3);
    ++description_.use.hangs;
    finish(std::move(hung));
    retire(*child);
  }
}

void GpuServer::sendError(const Job& job, const Error& error) {
  const auto client = clients_.find(job.client);
  if (client == clients_.end()) return;
  client->second.channel.send(static_cast<std::uint32_t>(ReplyKind::Error), share(wire::encode(ErrorReply{error.message, error.details})));
}

void GpuServer::sendReply(const Job& job, Bytes reply) {
  const auto client = clients_.find(job.client);
  if (client == clients_.end()) return;
  client->second.channel.send(static_cast<std::uint32_t>(ReplyKind::Result), share(std::move(reply)));
}

} // namespace gevo::cuda
