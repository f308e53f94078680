#include "core/kernel/cuda/capture/capture_gpu.h"

#include "core/kernel/cuda/capture/turn.h"
#include "core/kernel/cuda/code.h"
#include "core/kernel/cuda/helper_kernels.h"
#include "core/kernel/cuda/play.h"
#include "core/kernel/cuda/test_memory.h"
#include "core/kernel/cuda/textures.h"
#include "core/kernel/program/tape.h"
#include "core/kernel/sim/memory.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace gevo::cuda {

namespace {

using program::EventKind;

/// As what replays fill memory with: no number, as a float, and an index far out of bounds.
constexpr std::uint8_t poison = 0xff;

program::Tape tapeOf(EventKind kind, std::uint64_t address, std::uint64_t size, Bytes data) {
  program::Tape tape;
  program::Event& event = tape.events.emplace_back();
  event.kind = kind;
  event.address = address;
  event.size = size;
  event.data = std::move(data);
  return tape;
}

/// The words of some data, at multiples of 8.
void forEachWord(ByteView data, const std::function<void(std::size_t offset, std::uint64_t word)>& visit) {
  for (std::size_t offset = 0; offset + sizeof(std::uint64_t) <= data.size(); offset += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, data.data() + offset, sizeof word);
    visit(offset, word);
  }
}

} // namespace

struct CaptureGpu::State {
  std::unique_ptr<Session> session;
  AddressRange range;
  std::vector<SymbolPlace> symbols;
  std::optional<Code> code;
  std::map<std::uint64_t, TestMemory> memory;
  std::map<std::uint64_t, Textures> textures;
  Event begin = nullptr;
  Event end = nullptr;
  std::optional<Turn> turn; ///< of a GPU that is shared, with the next two
  std::optional<HelperKernels> helpers;
  std::chrono::microseconds launchLimit{};
  std::set<std::string> launched; ///< kernels

  const Turn* shared() const { return turn ? &*turn : nullptr; }
  const Driver& driver() const { return session->driver(); }

  /// The variable that the address lies in.
  std::optional<std::size_t> symbolAt(std::uint64_t address) const {
    const auto found = std::ranges::find_if(symbols, [&](const SymbolPlace& symbol) {
      return address >= symbol.address && address - symbol.address < std::max<std::uint64_t>(1, symbol.size);
    });
    return found == symbols.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - symbols.begin()));
  }
  /// Where the recorded address is on this GPU; 0: nowhere, of a variable that the code lacks.
  Address place(std::uint64_t address) const {
    const std::optional<std::size_t> symbol = symbolAt(address);
    if (!symbol) return address;
    const std::optional<Address> start = code ? code->symbol(*symbol) : std::nullopt;
    return start ? *start + (address - symbols[*symbol].address) : 0;
  }
  /// Queues what comes before a launch on a GPU that is shared.
  Result<void> prepareTiming(const std::string& kernel);
  /// Numbers of textures become the GPU's own.
  void nameTextures(Bytes& data) const {
    if (textures.empty()) return;
    forEachWord(data, [&](std::size_t offset, std::uint64_t word) {
      const auto found = textures.find(word);
      const std::optional<TextureObject> object = found != textures.end() ? found->second.object(word) : std::nullopt;
      if (object) std::memcpy(data.data() + offset, &*object, sizeof *object);
    });
  }
};

CaptureGpu::CaptureGpu(std::unique_ptr<State> state) : state_(std::move(state)) {}
CaptureGpu::~CaptureGpu() {
  for (const Event event : {state_->begin, state_->end})
    if (event != nullptr) (void)state_->driver().eventDestroy(event);
}

Result<std::unique_ptr<CaptureGpu>> CaptureGpu::open(int gpu) {
  auto state = std::make_unique<State>();
  Result<std::unique_ptr<Session>> session = Session::open(gpu);
  if (!session) return std::unexpected(session.error());
  state->session = std::move(*session);
  const Result<AddressRange> range = AddressRange::reserve(*state->session);
  if (!range) return std::unexpected(range.error());
  state->range = *range;
  for (Event* event : {&state->begin, &state->end})
    if (const Result<void> made = state->session->check(state->driver().eventCreate(event, 0), "making an event"); !made)
      return std::unexpected(made.error());
  return std::unique_ptr<CaptureGpu>(new CaptureGpu(std::move(state)));
}

sim::Model CaptureGpu::describe(sim::Model model) const {
  const Gpu& gpu = state_->session->gpu();
  model.name = gpu.name;
  model.capabilityMajor = static_cast<unsigned>(gpu.major);
  model.capabilityMinor = static_cast<unsigned>(gpu.minor);
  model.multiprocessors = gpu.multiprocessors;
  model.memorySize = gpu.memoryBytes;
  model.levelTwoSize = gpu.l2Bytes;
  model.sharedBytesPerBlock = gpu.sharedBytes;
  const auto ask = [&](int which, unsigned& figure, unsigned unit) {
    int value = 0;
    if (state_->driver().deviceGetAttribute(&value, which, gpu.device) == Status::Success && value > 0)
      figure = static_cast<unsigned>(value) / unit;
  };
  ask(attribute::maxThreadsPerMultiprocessor, model.warpsPerMultiprocessor, 32);
  ask(attribute::maxBlocksPerMultiprocessor, model.blocksPerMultiprocessor, 1);
  ask(attribute::maxSharedPerMultiprocessor, model.sharedBytesPerMultiprocessor, 1);
  return model;
}

Result<void> CaptureGpu::share(int turn, std::chrono::microseconds launchLimit) {
  Result<Turn> taken = Turn::of(turn);
  if (!taken) return std::unexpected(taken.error());
  Result<HelperKernels> helpers = HelperKernels::load(*state_->session);
  if (!helpers) return std::unexpected(helpers.error());
  state_->turn.emplace(std::move(*taken));
  state_->helpers.emplace(std::move(*helpers));
  state_->launchLimit = launchLimit;
  return {};
}

Result<void> CaptureGpu::load(ByteView image, const std::vector<Variable>& variables) {
  const Turn::Held turn(state_->shared());
  for (const Variable& variable : variables) state_->symbols.push_back({variable.name, variable.address, variable.size});
  Result<Code> code = Code::load(*state_->session, image, state_->symbols);
  if (!code) return std::unexpected(code.error());
  state_->code.emplace(std::move(*code));
  return state_->session->wait("loading the program's kernels");
}

Result<bool> CaptureGpu::allocate(std::uint64_t address, std::uint64_t bytes) {
  Session& session = *state_->session;
  session.forgive();
  Result<TestMemory> made = TestMemory::make(session, state_->range, tapeOf(EventKind::Allocate, address, bytes, {}));
  if (!made) {
    const Result<std::size_t> free = session.freeBytes();
    if (free && *free < bytes + state_->range.granularity()) return false;
    return std::unexpected(made.error());
  }
  const Turn::Held turn(state_->shared());
  TestMemory& memory = state_->memory.emplace(address, std::move(*made)).first->second;
  Result<void> ready = memory.map();
  if (ready) ready = memory.fill(poison);
  if (ready) ready = session.wait("filling memory");
  if (ready) return true;
  state_->memory.erase(address);
  return std::unexpected(ready.error());
}

void CaptureGpu::free(std::uint64_t address) { state_->memory.erase(address); }

Result<void> CaptureGpu::write(std::uint64_t address, ByteView bytes) {
  std::optional<std::size_t> held;
  forEachWord(bytes, [&](std::size_t, std::uint64_t word) {
    if (word >= sim::symbolBase && word < sim::textureObjectBase && !held) held = state_->symbolAt(word);
  });
  if (held)
    return fail("the program copies the address of {} to the device, which on CUDA is another in each variant; use --device sim",
                state_->symbols[*held].name);
  const Address to = state_->place(address);
  if (to == 0) return {}; // no kernel uses it
  const Turn::Held turn(state_->shared());
  Bytes named;
  if (!state_->textures.empty()) {
    named.assign(bytes.begin(), bytes.end());
    state_->nameTextures(named);
    bytes = named;
  }
  Session& session = *state_->session;
  const Result<void> copied =
      session.check(session.driver().copyToDevice(to, bytes.data(), bytes.size(), session.stream()), "copying to the device");
  return copied ? session.wait("copying to the device") : copied;
}

Result<void> CaptureGpu::read(std::uint64_t address, std::uint8_t* to, std::uint64_t bytes) {
  const Address from = state_->place(address);
  if (from == 0) return {};
  const Turn::Held turn(state_->shared());
  Session& session = *state_->session;
  const Result<void> copied = session.check(session.driver().copyToHost(to, from, bytes, session.stream()), "copying to the host");
  return copied ? session.wait("copying to the host") : copied;
}

Result<void> CaptureGpu::createTexture(std::uint64_t number, const Bytes& texture) {
  state_->textures.erase(number);
  Result<Textures> made = Textures::make(*state_->session, tapeOf(EventKind::CreateTexture, number, 0, texture));
  if (!made) return std::unexpected(made.error());
  state_->textures.emplace(number, std::move(*made));
  return {};
}

void CaptureGpu::destroyTexture(std::uint64_t number) { state_->textures.erase(number); }

Result<void> CaptureGpu::State::prepareTiming(const std::string& kernel) {
  // Long enough for a launch and two events to be queued; the driver may have to load a kernel when it is first launched.
  constexpr double held = 30e-6;
  constexpr double heldFirst = 2e-3;
  Result<void> done = helpers->scrubShared();
  return done ? helpers->hold(launched.insert(kernel).second ? heldFirst : held) : done;
}

CaptureGpu::Launched CaptureGpu::launch(const Launch& launch) {
  const Turn::Held turn(state_->shared());
  Session& session = *state_->session;
  const Driver& driver = session.driver();
  session.forgive();
  Launched launched;
  const auto ended = [&](const Result<void>& result) {
    if (!result) {
      launched.status = static_cast<int>(session.failure());
      launched.reason = reasonOf(session.failure());
      launched.complaint = fmt::format("kernel {} on {}: {}", launch.kernel, session.gpu().name, result.error().message);
    }
    return launched;
  };
  const Result<Function> kernel = state_->code->kernel(launch.kernel, launch.dynamicShared);
  if (!kernel) return ended(std::unexpected(kernel.error()));
  Bytes parameters = launch.parameters;
  bool lacks = false;
  forEachWord(launch.parameters, [&](std::size_t offset, std::uint64_t word) {
    const Address here = state_->place(word);
    lacks = lacks || (here == 0 && word != 0);
    if (here != word) std::memcpy(parameters.data() + offset, &here, sizeof here);
  });
  if (lacks) return ended(session.check(Status::NotFound, "finding a variable that the launch is given"));
  state_->nameTextures(parameters);
  Result<void> done;
  for (auto& [number, texture] : state_->textures)
    if (done) done = texture.refresh(number);
  std::size_t bytes = parameters.size();
  void* extra[] = {reinterpret_cast<void*>(launch_extra::buffer), parameters.data(), reinterpret_cast<void*>(launch_extra::bufferBytes),
                   &bytes, reinterpret_cast<void*>(launch_extra::end)};
  if (done && state_->turn) done = state_->prepareTiming(launch.kernel);
  if (done) done = session.check(driver.eventRecord(state_->begin, session.stream()), "the launch");
  if (!done) return ended(done);
  done = session.check(driver.launchKernel(*kernel, launch.grid[0], launch.grid[1], launch.grid[2], launch.block[0], launch.block[1],
                                           launch.block[2], launch.dynamicShared, session.stream(), nullptr, extra),
                       "the launch");
  if (!done) return ended(done);
  launched.begun = true;
  done = session.check(driver.eventRecord(state_->end, session.stream()), "the launch");
  const bool isLimited = state_->launchLimit.count() > 0;
  if (done) done = isLimited ? session.wait("the launch", state_->launchLimit) : session.wait("the launch");
  float milliseconds = 0;
  if (done) done = session.check(driver.eventElapsedTime(&milliseconds, state_->begin, state_->end), "reading an event");
  launched.microseconds = static_cast<double>(milliseconds) * 1e3;
  return ended(done);
}

} // namespace gevo::cuda
