#include "core/kernel/cuda/program_gpu/owned_gpu.h"

#include "core/kernel/cuda/device/code.h"
#include "core/kernel/cuda/device/device_textures.h"
#include "core/kernel/cuda/device/helper_kernels.h"
#include "core/kernel/cuda/device/test_memory.h"
#include "core/kernel/cuda/program_gpu/gpu_lock.h"
#include "core/kernel/cuda/replay/trace_player.h"
#include "core/kernel/simulator/machine/memory.h"
#include "core/kernel/trace/trace.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace gevo::cuda {

namespace {

using program::EventKind;

/// As in replays: NaN as a float, and far out of bounds as an index.
constexpr std::uint8_t poison = 0xff;

program::Trace traceOf(EventKind kind, std::uint64_t address, std::uint64_t size, Bytes data) {
  program::Trace trace;
  program::Event& event = trace.events.emplace_back();
  event.kind = kind;
  event.address = address;
  event.size = size;
  event.data = std::move(data);
  return trace;
}

/// The words of some data, at multiples of 8.
void forEachWord(ByteView data, const std::function<void(std::size_t offset, std::uint64_t word)>& visit) {
  for (std::size_t offset = 0; offset + sizeof(std::uint64_t) <= data.size(); offset += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, data.data() + offset, sizeof word);
    visit(offset, word);
  }
}

GpuTraits traitsOf(const Session& session) {
  const Gpu& gpu = session.gpu();
  GpuTraits traits;
  traits.name = gpu.name;
  traits.major = static_cast<std::uint32_t>(gpu.major);
  traits.minor = static_cast<std::uint32_t>(gpu.minor);
  traits.multiprocessors = gpu.multiprocessors;
  traits.memoryBytes = gpu.memoryBytes;
  traits.l2Bytes = gpu.l2Bytes;
  traits.sharedPerBlock = gpu.sharedBytes;
  const auto ask = [&](int which, std::uint32_t& figure) {
    int value = 0;
    if (session.driver().deviceGetAttribute(&value, which, gpu.device) == Status::Success && value > 0)
      figure = static_cast<std::uint32_t>(value);
  };
  ask(attribute::maxThreadsPerMultiprocessor, traits.threadsPerMultiprocessor);
  ask(attribute::maxBlocksPerMultiprocessor, traits.blocksPerMultiprocessor);
  ask(attribute::maxSharedPerMultiprocessor, traits.sharedPerMultiprocessor);
  return traits;
}

/// What a program has on the GPU; freed with the program.
struct ProgramState {
  std::vector<SymbolAddress> symbols;
  std::optional<Code> code;
  std::map<std::uint64_t, TestMemory> memory;
  std::map<std::uint64_t, Textures> textures; ///< by number, one in each
  std::optional<GpuLock> lock;                ///< of a GPU that is shared, with the next two
  std::chrono::microseconds launchLimit{};
  std::set<std::string> launched; ///< kernels
  int localBytes = 0;             ///< of a thread of those, at most

  const GpuLock* shared() const { return lock ? &*lock : nullptr; }

  /// The variable that the address lies in.
  std::optional<std::size_t> symbolAt(std::uint64_t address) const {
    const auto found = std::ranges::find_if(symbols, [&](const SymbolAddress& symbol) {
      return address >= symbol.address && address - symbol.address < std::max<std::uint64_t>(1, symbol.size);
    });
    return found == symbols.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - symbols.begin()));
  }
  /// The recorded address on this GPU; 0: in a variable that the code no longer has.
  Address deviceAddress(std::uint64_t address) const {
    const std::optional<std::size_t> symbol = symbolAt(address);
    if (!symbol) return address;
    const std::optional<Address> start = code ? code->symbol(*symbol) : std::nullopt;
    return start ? *start + (address - symbols[*symbol].address) : 0;
  }
  bool holds(std::uint64_t address, std::uint64_t bytes) const {
    if (const std::optional<std::size_t> symbol = symbolAt(address)) {
      const SymbolAddress& variable = symbols[*symbol];
      return bytes <= variable.size - std::min(variable.size, address - variable.address);
    }
    const auto after = memory.upper_bound(address);
    return after != memory.begin() && std::prev(after)->second.holds(address, bytes);
  }
  /// Replaces recorded texture numbers by the GPU's own.
  void nameTextures(Bytes& data) const {
    if (textures.empty()) return;
    forEachWord(data, [&](std::size_t offset, std::uint64_t word) {
      const auto found = textures.find(word);
      const std::optional<TextureObject> object = found != textures.end() ? found->second.object(word) : std::nullopt;
      if (object) std::memcpy(data.data() + offset, &*object, sizeof *object);
    });
  }
};

} // namespace

struct OwnedGpu::State {
  std::unique_ptr<Session> session;
  GpuTraits traits;
  AddressRange range;
  Event begin = nullptr;
  Event end = nullptr;
  std::optional<HelperKernels> helpers; ///< where the GPU is shared
  bool broken = false;                  ///< by a failed launch, which may still be running
  std::unique_ptr<ProgramState> program = std::make_unique<ProgramState>();

  const Driver& driver() const { return session->driver(); }
  /// Queues what comes before a launch on a GPU that is shared.
  Result<void> prepareTiming(const std::string& kernel);
};

OwnedGpu::OwnedGpu(std::unique_ptr<State> state) : state_(std::move(state)) {}
OwnedGpu::~OwnedGpu() {
  for (const Event event : {state_->begin, state_->end})
    if (event != nullptr) (void)state_->driver().eventDestroy(event);
}

Result<std::unique_ptr<OwnedGpu>> OwnedGpu::open(int gpu) {
  auto state = std::make_unique<State>();
  GEVO_TRY_ASSIGN(std::unique_ptr<Session> session, Session::open(gpu));
  state->session = std::move(session);
  GEVO_TRY_ASSIGN(const AddressRange range, AddressRange::reserve(*state->session));
  state->range = range;
  for (Event* event : {&state->begin, &state->end})
    GEVO_TRY(state->session->check(state->driver().eventCreate(event, 0), "making an event"));
  state->traits = traitsOf(*state->session);
  return std::unique_ptr<OwnedGpu>(new OwnedGpu(std::move(state)));
}

const Gpu& OwnedGpu::gpu() const { return state_->session->gpu(); }
const GpuTraits& OwnedGpu::traits() const { return state_->traits; }

Result<void> OwnedGpu::prepareToShare() {
  GEVO_TRY_ASSIGN(HelperKernels helpers, HelperKernels::load(*state_->session));
  state_->helpers = helpers;
  return {};
}

Result<void> OwnedGpu::share(Descriptor lock, std::chrono::microseconds launchLimit) {
  GEVO_TRY_ASSIGN(GpuLock taken, GpuLock::of(std::move(lock)));
  state_->program->lock.emplace(std::move(taken));
  state_->program->launchLimit = launchLimit;
  const GpuLock::Held held(state_->program->shared());
  const Result<void> done = state_->helpers->scrubLocal();
  return done ? state_->session->wait("overwriting local memory") : done;
}

Result<void> OwnedGpu::clear() {
  if (state_->broken) return fail("a launch on {} went wrong", state_->traits.name);
  const std::unique_ptr<ProgramState> ended = std::exchange(state_->program, std::make_unique<ProgramState>());
  Session& session = *state_->session;
  session.forgive();
  ended->textures.clear();
  ended->memory.clear(); // reports to the session what can't be unmapped
  ended->code.reset();
  GEVO_TRY(session.wait("ending a program")); // a persistent error is reported again
  if (session.failure() != Status::Success) return fail("what a program had on {} can't be freed", state_->traits.name);
  // The next program could read what is left in local memory beyond that.
  if (ended->localBytes > HelperKernels::localScrubbed)
    return fail("kernels used {} bytes of local memory, of which {} are overwritten", ended->localBytes, HelperKernels::localScrubbed);
  return {};
}

Result<void> OwnedGpu::load(ByteView image, const std::vector<Variable>& variables) {
  const GpuLock::Held lock(state_->program->shared());
  for (const Variable& variable : variables) state_->program->symbols.push_back({variable.name, variable.address, variable.size});
  GEVO_TRY_ASSIGN(Code code, Code::load(*state_->session, image, state_->program->symbols));
  state_->program->code.emplace(std::move(code));
  return state_->session->wait("loading the program's kernels");
}

Result<bool> OwnedGpu::allocate(std::uint64_t address, std::uint64_t bytes) {
  Session& session = *state_->session;
  session.forgive();
  Result<TestMemory> made = TestMemory::make(session, state_->range, traceOf(EventKind::Allocate, address, bytes, {}));
  if (!made) {
    const Result<std::size_t> free = session.freeBytes();
    if (free && *free < bytes + state_->range.granularity()) return false;
    return std::unexpected(made.error());
  }
  const GpuLock::Held lock(state_->program->shared());
  TestMemory& memory = state_->program->memory.emplace(address, std::move(*made)).first->second;
  Result<void> ready = memory.map();
  if (ready) ready = memory.fill(poison);
  if (ready) ready = session.wait("filling memory");
  if (ready) return true;
  state_->program->memory.erase(address);
  return std::unexpected(ready.error());
}

void OwnedGpu::free(std::uint64_t address) { state_->program->memory.erase(address); }

namespace {

Error outside(std::uint64_t address, std::uint64_t bytes) {
  return {fmt::format("{} bytes at {:#x} lie outside of the program's memory", bytes, address), {}};
}

} // namespace

Result<void> OwnedGpu::write(std::uint64_t address, ByteView bytes) {
  std::optional<std::size_t> held;
  forEachWord(bytes, [&](std::size_t, std::uint64_t word) {
    if (word >= sim::symbolBase && word < sim::textureObjectBase && !held) held = state_->program->symbolAt(word);
  });
  if (held)
    return fail("the program copies the address of {} to the device, which on CUDA differs from variant to variant; use --device sim",
                state_->program->symbols[*held].name);
  if (!state_->program->holds(address, bytes.size())) return std::unexpected(outside(address, bytes.size()));
  const Address to = state_->program->deviceAddress(address);
  if (to == 0) return {}; // no kernel uses it
  const GpuLock::Held lock(state_->program->shared());
  Bytes named;
  if (!state_->program->textures.empty()) {
    named.assign(bytes.begin(), bytes.end());
    state_->program->nameTextures(named);
    bytes = named;
  }
  Session& session = *state_->session;
  const Result<void> copied =
      session.check(session.driver().copyToDevice(to, bytes.data(), bytes.size(), session.stream()), "copying to the device");
  return copied ? session.wait("copying to the device") : copied;
}

Result<bool> OwnedGpu::read(std::uint64_t address, std::uint8_t* to, std::uint64_t bytes) {
  if (!state_->program->holds(address, bytes)) return std::unexpected(outside(address, bytes));
  const Address from = state_->program->deviceAddress(address);
  if (from == 0) return false;
  const GpuLock::Held lock(state_->program->shared());
  Session& session = *state_->session;
  const Result<void> copied = session.check(session.driver().copyToHost(to, from, bytes, session.stream()), "copying to the host");
  const Result<void> done = copied ? session.wait("copying to the host") : copied;
  return done ? Result<bool>(true) : std::unexpected(done.error());
}

Result<void> OwnedGpu::createTexture(std::uint64_t number, const Bytes& texture) {
  state_->program->textures.erase(number);
  GEVO_TRY_ASSIGN(Textures made, Textures::make(*state_->session, traceOf(EventKind::CreateTexture, number, 0, texture)));
  if (const auto address = made.surfaceAddress(0))
    for (const auto& [other, existing] : state_->program->textures)
      if (existing.surfaceAddress(0) == address)
        return fail("the program has two surface objects of one array at once, which runs on the simulated GPU only; use --device sim");
  const Textures& kept = state_->program->textures.emplace(number, std::move(made)).first->second;
  const TextureObject* object = kept.bound(0);
  const Address to = object != nullptr ? state_->program->deviceAddress(number) : 0;
  if (to == 0) return {};
  const GpuLock::Held lock(state_->program->shared());
  Session& session = *state_->session;
  GEVO_TRY(session.check(session.driver().copyToDevice(to, object, sizeof *object, session.stream()), "binding a texture"));
  return session.wait("binding a texture");
}

void OwnedGpu::destroyTexture(std::uint64_t number) { state_->program->textures.erase(number); }

Result<void> OwnedGpu::State::prepareTiming(const std::string& kernel) {
  // Long enough for a launch and two events to be queued; a kernel's first takes the driver longer, though it is loaded.
  constexpr double held = 30e-6;
  constexpr double heldFirst = 300e-6;
  Result<void> done = helpers->scrubShared();
  return done ? helpers->hold(program->launched.insert(kernel).second ? heldFirst : held) : done;
}

OwnedGpu::Launched OwnedGpu::launch(const Launch& launch) {
  GpuLock::Held lock(state_->program->shared());
  Session& session = *state_->session;
  const Driver& driver = session.driver();
  session.forgive();
  Launched launched;
  const auto ended = [&](const Result<void>& result) {
    if (!result) {
      if (launched.begun) {
        state_->broken = true;
        lock.keep(); // it may still run
      }
      launched.status = static_cast<int>(session.failure());
      launched.reason = reasonOf(session.failure());
      launched.complaint = fmt::format("kernel {} on {}: {}", launch.kernel, session.gpu().name, result.error().message);
    }
    return launched;
  };
  if (!state_->program->code) return ended(session.check(Status::NotFound, "finding a kernel before any code is loaded"));
  const Result<Function> kernel = state_->program->code->kernel(launch.kernel, launch.dynamicShared);
  if (!kernel) return ended(std::unexpected(kernel.error()));
  int localBytes = 0;
  if (driver.functionGetAttribute(&localBytes, function_attribute::localBytes, *kernel) == Status::Success)
    state_->program->localBytes = std::max(state_->program->localBytes, localBytes);
  Bytes parameters = launch.parameters;
  bool lacks = false;
  forEachWord(launch.parameters, [&](std::size_t offset, std::uint64_t word) {
    const Address here = state_->program->deviceAddress(word);
    lacks = lacks || (here == 0 && word != 0);
    if (here != word) std::memcpy(parameters.data() + offset, &here, sizeof here);
  });
  if (lacks) return ended(session.check(Status::NotFound, "finding a variable that the launch is given"));
  state_->program->nameTextures(parameters);
  Result<void> done;
  for (auto& [number, texture] : state_->program->textures)
    if (done) done = texture.refresh(0);
  std::size_t bytes = parameters.size();
  void* extra[] = {reinterpret_cast<void*>(launch_extra::buffer), parameters.data(), reinterpret_cast<void*>(launch_extra::bufferBytes),
                   &bytes, reinterpret_cast<void*>(launch_extra::end)};
  if (done && state_->program->lock) done = state_->prepareTiming(launch.kernel);
  if (done) done = session.check(driver.eventRecord(state_->begin, session.stream()), "the launch");
  if (!done) return ended(done);
  done = session.check(driver.launchKernel(*kernel, launch.grid[0], launch.grid[1], launch.grid[2], launch.block[0], launch.block[1],
                                           launch.block[2], launch.dynamicShared, session.stream(), nullptr, extra),
                       "the launch");
  if (!done) return ended(done);
  launched.begun = true;
  done = session.check(driver.eventRecord(state_->end, session.stream()), "the launch");
  const bool isLimited = state_->program->launchLimit.count() > 0;
  if (done) done = isLimited ? session.wait("the launch", state_->program->launchLimit) : session.wait("the launch");
  bool hasSurfaces = false;
  for (auto& [number, texture] : state_->program->textures) {
    if (done) done = texture.store(0);
    hasSurfaces |= texture.surfaceAddress(0).has_value();
  }
  if (done && hasSurfaces) done = session.wait("reading surfaces");
  float milliseconds = 0;
  if (done) done = session.check(driver.eventElapsedTime(&milliseconds, state_->begin, state_->end), "reading an event");
  launched.microseconds = static_cast<double>(milliseconds) * 1e3;
  return ended(done);
}

} // namespace gevo::cuda
