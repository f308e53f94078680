#include "core/kernel/runtime/device.h"

#include "core/base/wire.h"
#include "core/kernel/demangle/demangle.h"
#include "core/kernel/outputs/rejection_rules.h"
#include "core/kernel/process/process.h"
#include "core/kernel/runtime/short_exit.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <unistd.h>

namespace gevo::cuda {

using program::EventKind;

namespace {

/// Warp instructions of one launch of a sampled run: some minutes.
constexpr std::uint64_t mostOfWorkload = 100'000'000'000;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

program::Event event(EventKind kind, std::uint64_t address) {
  program::Event made;
  made.kind = kind;
  made.address = address;
  return made;
}

Bytes bytesOf(const void* data, std::size_t size) {
  const auto* first = static_cast<const std::uint8_t*>(data);
  return {first, first + size};
}

Status statusOf(sim::FaultKind kind) {
  switch (kind) {
  case sim::FaultKind::OutOfBounds:
    return status::illegalAddress;
  case sim::FaultKind::Misaligned:
    return status::misalignedAddress;
  case sim::FaultKind::StackOverflow:
    return status::hardwareStackError;
  case sim::FaultKind::Budget:
  case sim::FaultKind::NoProgress:
    return status::launchTimeout;
  case sim::FaultKind::BadLaunch:
    return status::invalidConfiguration;
  case sim::FaultKind::Unsupported:
    return status::notSupported;
  default:
    return status::launchFailure;
  }
}

} // namespace

Device& Device::instance() {
  static Device* const device = std::unique_ptr<Device>(new Device).release();
  return *device;
}

Device::Device()
    : process_(getpid()), captureFile_(variable(program::captureVariable)), outline_(variable(program::outlineVariable) == "1"),
      hostRun_(HostRunReporter::ofEnvironment()), playback_(Playback::ofEnvironment()) {
  noteExitStatus();
}

Status Device::ready() {
  if (sticky_ != status::success || simulator_) return sticky_;
  const ThreadClock clock;
  const auto loaded = load();
  if (hostRun_) hostRun_->simulated(clock.microseconds());
  return loaded ? status::success : broken(status::initializationError, loaded.error().message);
}

Status Device::allocate(std::uint64_t size, std::uint64_t& address) {
  address = 0;
  if (size == 0) return status::success;
  if (size > capacity() - inUse_) return status::memoryAllocation;
  const auto allocated = memory_.allocate(size);
  if (!allocated) return status::memoryAllocation;
  if (const Status made = allocateOnGpu(*allocated, size); made != status::success) return made;
  address = *allocated;
  sizes_[address] = size;
  inUse_ += size;
  program::Event made = event(EventKind::Allocate, address);
  made.size = size;
  made.value = sites_.current();
  return record(std::move(made));
}

Status Device::allocateManaged(std::uint64_t size, std::uint64_t& address) {
  const Status allocated = allocate(size, address);
  if (allocated != status::success || size == 0) return allocated;
  if (const auto mapped = managed_.add(address, size, Managed::Kind::Managed); !mapped)
    return broken(status::memoryAllocation, mapped.error().message);
  return zero(address, size);
}

Status Device::allocatePinned(std::uint64_t size, std::uint64_t& address) {
  address = 0;
  if (size == 0) return status::success;
  const auto allocated = memory_.reserve(size);
  if (!allocated || !managed_.add(*allocated, size, Managed::Kind::Pinned)) return status::memoryAllocation;
  address = *allocated;
  return status::success;
}

Status Device::registerHost(void* host, std::uint64_t size) {
  if (host == nullptr || size == 0) return status::invalidValue;
  if (managed_.deviceAddress(host)) return status::hostMemoryAlreadyRegistered;
  const auto allocated = memory_.reserve(size);
  if (!allocated) return status::memoryAllocation;
  managed_.mirror(*allocated, size, host);
  return status::success;
}

Status Device::unregisterHost(const void* host) {
  const auto address = managed_.deviceAddress(host);
  const auto region = address ? managed_.find(*address) : std::nullopt;
  if (!region || region->kind != Managed::Kind::Registered || region->address != *address) return status::hostMemoryNotRegistered;
  return free(*address);
}

std::uint64_t Device::addressOf(const void* host) const { return managed_.deviceAddress(host).value_or(0); }

/// Allocates pinned memory on the device and copies its content there.
Status Device::wake(std::uint64_t address) {
  const auto region = managed_.find(address);
  if (!region || region->awake) return status::success;
  if (const auto made = memory_.allocateAt(region->address, region->size); !made)
    return broken(status::memoryAllocation, made.error().message);
  if (const Status made = allocateOnGpu(region->address, region->size); made != status::success) return made;
  managed_.wake(region->address);
  sizes_[region->address] = region->size;
  inUse_ += region->size;
  program::Event made = event(EventKind::Allocate, region->address);
  made.size = region->size;
  record(std::move(made));
  return zero(region->address, region->size);
}

/// Wakes pinned memory whose address is in the data, since kernels may follow it.
Status Device::wakeNamed(ByteView data) {
  if (!managed_.anyAsleep()) return status::success;
  for (std::size_t offset = 0; offset + sizeof(std::uint64_t) <= data.size(); offset += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, data.data() + offset, sizeof word);
    if (word < sim::deviceBase || word >= sim::symbolBase) continue;
    if (const Status woken = wake(word); woken != status::success) return woken;
  }
  return status::success;
}

/// Sends first what the host wrote to shared memory, since the following request might overwrite it.
Status Device::bringHostWrites() {
  Status pushed = status::success;
  const auto brought = managed_.toDevice(memory_, [&](std::uint64_t address, ByteView bytes) {
    if (pushed == status::success) pushed = push(address, bytes.size());
    program::Event made = event(EventKind::CopyToDevice, address);
    made.data = bytesOf(bytes.data(), bytes.size());
    record(std::move(made));
  });
  return brought ? pushed : broken(status::unknown, brought.error().message);
}

Status Device::free(std::uint64_t address) {
  if (address == 0) return status::success;
  const auto shared = managed_.find(address);
  if (shared && shared->address == address && !shared->awake) {
    managed_.remove(address);
    return status::success;
  }
  const auto known = sizes_.find(address);
  if (known == sizes_.end() || !memory_.free(address)) return status::invalidValue;
  if (gpu_) gpu_->free(address);
  inUse_ -= known->second;
  sizes_.erase(known);
  managed_.remove(address);
  return record(event(EventKind::Free, address));
}

Status Device::copyToDevice(std::uint64_t destination, const void* source, std::size_t size) {
  if (size == 0) return status::success;
  program::Event made = event(EventKind::CopyToDevice, destination);
  made.data = bytesOf(source, size);
  if (const Status woken = wake(destination); woken != status::success) return woken;
  if (const Status woken = wakeNamed(made.data); woken != status::success) return woken;
  if (const Status brought = bringHostWrites(); brought != status::success) return brought;
  if (!memory_.write(destination, made.data)) return status::invalidValue;
  if (const Status pushed = push(destination, size); pushed != status::success) return pushed;
  managed_.toHost(memory_);
  return record(std::move(made));
}

Status Device::copyToHost(void* destination, std::uint64_t source, std::size_t size) {
  if (size == 0) return status::success;
  if (const Status brought = bringHostWrites(); brought != status::success) return brought;
  return deliver(destination, event(EventKind::CopyToHost, source), source, size);
}

/// Copies from the address to the host and records it.
Status Device::deliver(void* destination, program::Event copy, std::uint64_t address, std::size_t size) {
  const std::optional<Bytes> recorded = playback_ ? playback_->deliver(copy, size) : std::nullopt;
  if (recorded) {
    std::memcpy(destination, recorded->data(), size);
    return status::success;
  }
  if (const Status fetched = fetch(address, size); fetched != status::success) return fetched;
  const std::uint8_t* bytes = memory_.view(address, size);
  if (bytes == nullptr) return status::invalidValue;
  std::memcpy(destination, bytes, size);
  copy.data = bytesOf(bytes, size);
  return playback_ ? status::success : record(std::move(copy));
}

Status Device::copyOnDevice(std::uint64_t destination, std::uint64_t source, std::size_t size) {
  if (size == 0) return status::success;
  for (const std::uint64_t address : {destination, source})
    if (const Status woken = wake(address); woken != status::success) return woken;
  if (const Status brought = bringHostWrites(); brought != status::success) return brought;
  if (const Status fetched = fetch(source, size); fetched != status::success) return fetched;
  if (!memory_.copy(destination, source, size)) return status::invalidValue;
  if (const Status pushed = push(destination, size); pushed != status::success) return pushed;
  managed_.toHost(memory_);
  program::Event made = event(EventKind::CopyOnDevice, destination);
  made.source = source;
  made.size = size;
  return record(std::move(made));
}

Status Device::fill(std::uint64_t address, int value, std::size_t size) {
  if (size == 0) return status::success;
  const auto byte = static_cast<std::uint8_t>(value);
  if (const Status woken = wake(address); woken != status::success) return woken;
  if (const Status brought = bringHostWrites(); brought != status::success) return brought;
  if (!memory_.fill(address, byte, size)) return status::invalidValue;
  if (const Status pushed = push(address, size); pushed != status::success) return pushed;
  managed_.toHost(memory_);
  program::Event made = event(EventKind::Memset, address);
  made.size = size;
  made.value = byte;
  return record(std::move(made));
}

/// New memory shared by host and device: zero on both sides.
Status Device::zero(std::uint64_t address, std::uint64_t size) {
  if (!memory_.fill(address, 0, size)) return status::invalidValue;
  if (const Status pushed = push(address, size); pushed != status::success) return pushed;
  program::Event made = event(EventKind::Memset, address);
  made.size = size;
  return record(std::move(made));
}

Status Device::writeSymbol(const std::string& name, std::size_t offset, const void* source, std::size_t size) {
  const auto variable = symbol(name);
  if (!variable) return status::invalidSymbol;
  if (offset > variable->size || size > variable->size - offset) return status::invalidValue;
  program::Event made = event(EventKind::WriteSymbol, offset);
  made.name = name;
  made.data = bytesOf(source, size);
  if (!memory_.write(variable->address + offset, made.data)) return status::invalidValue;
  if (const Status pushed = push(variable->address + offset, size); pushed != status::success) return pushed;
  return record(std::move(made));
}

Status Device::readSymbol(void* destination, const std::string& name, std::size_t offset, std::size_t size) {
  const auto variable = symbol(name);
  if (!variable) return status::invalidSymbol;
  if (offset > variable->size || size > variable->size - offset) return status::invalidValue;
  program::Event made = event(EventKind::ReadSymbol, offset);
  made.name = name;
  return deliver(destination, std::move(made), variable->address + offset, size);
}

Status Device::launch(const void* function, Dim3 grid, Dim3 block, void** arguments, std::size_t dynamicShared, bool isCooperative) {
  const std::string* kernel = functionName(function);
  if (kernel == nullptr) return status::invalidDeviceFunction;
  if (const auto reason = simulator_->unsupported().find(*kernel); reason != simulator_->unsupported().end())
    return broken(status::notSupported, reason->second);
  if (!isKernel(*kernel))
    return broken(status::invalidDeviceFunction,
                  fmt::format("kernel {} is launched, but its code is not among what GEVO compiled", qualifiedName(*kernel)));
  Status launched = launchKernel(*kernel, grid, block, arguments, dynamicShared, isCooperative);
  if (launched == status::success && !playback_) launched = fetchShared();
  managed_.toHost(memory_);
  return launched;
}

Status Device::launchKernel(const std::string& kernel, Dim3 grid, Dim3 block, void** arguments, std::size_t dynamicShared,
                            bool isCooperative) {
  program::Event made = event(EventKind::Launch, 0);
  made.name = kernel;
  made.grid = {grid.x, grid.y, grid.z};
  made.block = {block.x, block.y, block.z};
  made.dynamicShared = static_cast<std::uint32_t>(dynamicShared);
  made.value = isCooperative ? 1 : 0;
  made.data.resize(*simulator_->parameterBytes(kernel));
  const auto parameters = simulator_->parameters(kernel);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    std::memcpy(made.data.data() + parameters[i].offset, arguments[i], parameters[i].size);
  if (const Status woken = wakeNamed(made.data); woken != status::success) return woken;
  if (const Status brought = bringHostWrites(); brought != status::success) return brought;
  if (playback_) return playLaunch(std::move(made));
  if (gpu_) return launchOnGpu(std::move(made));

  sim::Limits limits;
  limits.checkRaces = false; // replay checks the original for races
  limits.schedule = schedule_;
  if (hostRun_) {
    const auto allowed = hostRun_->limits(kernel);
    if (!allowed) return broken(status::launchTimeout, allowed.error().message, Reason::Budget);
    limits = *allowed;
  }
  if (toleratesUndefined_) limits.undefinedByte = 0;
  if (workload_) limits.warpInstructions = mostOfWorkload;
  const ThreadClock clock;
  const sim::Launch launch{kernel, made.grid, made.block, made.dynamicShared, made.data, &textures_, isCooperative};
  const sim::LaunchReport report =
      workload_ ? workload_->launch(*simulator_, launch, memory_, limits) : simulator_->launch(launch, memory_, limits);
  microseconds_ += model_.microseconds(report.statistics.cycles);
  std::fwrite(report.printed.data(), 1, report.printed.size(), stdout);
  if (hostRun_) {
    hostRun_->simulated(clock.microseconds());
    hostRun_->launched(kernel, report);
  }
  if (report.fault) return faulted(*report.fault);
  if (!captureFile_.empty()) capture_.launchMicroseconds.push_back(model_.microseconds(report.statistics.cycles));
  return record(std::move(made));
}

/// Executes nothing, but refuses what the simulated GPU refused when the program was recorded.
Status Device::playLaunch(program::Event made) {
  const sim::Limits nothing{.warpInstructions = 0, .checkRaces = false};
  const auto report = simulator_->launch(
      {made.name, made.grid, made.block, made.dynamicShared, made.data, &textures_, program::isCooperative(made)}, memory_, nothing);
  if (report.fault && report.fault->kind == sim::FaultKind::BadLaunch) return faulted(*report.fault);
  microseconds_ += playback_->nextLaunch();
  return record(std::move(made));
}

Status Device::synchronise() {
  if (playback_) return deliverShared();
  managed_.takeChanged([&](std::uint64_t address, ByteView bytes) {
    program::Event made = event(EventKind::CopyToHost, address);
    made.data = bytesOf(bytes.data(), bytes.size());
    record(std::move(made));
  });
  return status::success;
}

/// Of a playback: what launches left in memory that host and device share.
Status Device::deliverShared() {
  while (const program::Event* copy = playback_->nextCopy()) {
    const auto region = managed_.find(copy->address);
    const bool isShared = region && region->awake && region->address == copy->address && region->size == copy->data.size();
    if (!isShared || memory_.view(copy->address, region->size) == nullptr) break;
    const Bytes bytes = playback_->take();
    if (memory_.write(region->address, bytes)) managed_.deliver(region->address, bytes);
  }
  managed_.takeChanged([](std::uint64_t, ByteView) {});
  return status::success;
}

Status Device::faulted(const sim::Fault& fault) {
  // A launch that never began leaves the device usable, as on hardware.
  if (fault.kind == sim::FaultKind::BadLaunch) return refused(fault.message());
  std::string message = fault.message();
  // A program that is recorded may go on.
  if (fault.isUndefinedRead && !hostRun_)
    message += fmt::format("; {}, or let such loads give zero with --tolerate-undefined",
                           fault.kind == sim::FaultKind::OutOfBounds ? "check the index before the load"
                                                                     : "write these bytes first, or check the condition before the load");
  return broken(statusOf(fault.kind), std::move(message), program::reasonOf(fault.kind));
}

Status Device::refused(std::string launch) {
  auto& launches = capture_.refusedLaunches;
  constexpr std::size_t most = 4;
  if (launches.size() < most && std::ranges::find(launches, launch) == launches.end()) launches.push_back(std::move(launch));
  return status::invalidConfiguration;
}

Status Device::broken(Status status, std::string message, Reason reason) {
  if (hostRun_) {
    // The result is final, so the program ends here. Its child processes write no report.
    if (getpid() == process_) hostRun_->write(reason, std::move(message), capture_.unsupportedCalls, microseconds_);
    _exit(0);
  }
  sticky_ = status;
  if (captureFile_.empty()) std::fprintf(stderr, "GEVO: %s\n", message.c_str());
  if (capture_.fault.empty()) capture_.fault = std::move(message);
  // A recording with a fault is of no use, so the program ends here. Its child processes write none.
  if (!captureFile_.empty() && getpid() == process_) {
    writeCapture();
    std::fflush(nullptr);
    _exit(1);
  }
  return status;
}

bool Device::contains(const void* address) const {
  const auto number = reinterpret_cast<std::uint64_t>(address);
  if (const auto shared = managed_.find(number)) return shared->kind == Managed::Kind::Managed;
  if (memory_.view(number, 1) != nullptr) return true;
  constexpr std::uint64_t reserved = 1ULL << 40;
  return number >= sim::deviceBase && number - sim::deviceBase < reserved;
}

std::optional<sim::Simulator::Symbol> Device::allocationOf(std::uint64_t address) const {
  const auto after = sizes_.upper_bound(address);
  if (after == sizes_.begin()) return std::nullopt;
  const auto& [first, size] = *std::prev(after);
  if (address - first >= size) return std::nullopt;
  return sim::Simulator::Symbol{first, size};
}

const std::string* Device::functionName(const void* handle) const {
  const auto found = functions_.find(handle);
  return found != functions_.end() ? &found->second : nullptr;
}

const std::string* Device::variableName(const void* handle) const {
  const auto found = variables_.find(handle);
  return found != variables_.end() ? &found->second : nullptr;
}

std::uint32_t Device::staticShared(const std::string& kernel) const {
  const auto found = staticShared_.find(kernel);
  return found != staticShared_.end() ? found->second : 0;
}

std::uint32_t Device::registers(const std::string& kernel) const {
  const auto found = registers_.find(kernel);
  return found != registers_.end() ? found->second : 0;
}

Status Device::record(program::Event event) {
  if (playback_) {
    playback_->expect(event);
  } else if (hostRun_) {
    Bytes written;
    if (copiesToHost(event)) {
      const std::uint64_t address = event.kind == EventKind::ReadSymbol ? symbol(event.name)->address + event.address : event.address;
      if (const std::uint8_t* mask = memory_.written(address, event.data.size())) written = bytesOf(mask, event.data.size());
    }
    hostRun_->keep(std::move(event), std::move(written));
  } else if (!captureFile_.empty() && !workload_) {
    if (outline_) shorten(event, program::outlinedWords);
    capture_.trace.events.push_back(std::move(event));
  }
  return status::success;
}

void Device::finish() {
  const std::lock_guard lock(mutex_);
  synchronise();
  if (playback_) playback_->finish();
  if (hostRun_ && getpid() == process_) hostRun_->write(Reason::None, {}, capture_.unsupportedCalls, microseconds_);
  if (capture_.fault.empty()) writeCapture();
}

void Device::writeCapture() {
  // Child processes inherit the device but must not write.
  if (captureFile_.empty() || getpid() != process_) return;
  if (workload_ && capture_.fault.empty()) capture_.trace = workload_->trace();
  if (workload_ && capture_.fault.empty() && !workload_->unsampled().empty())
    capture_.fault = fmt::format("kernel {} can't be timed by some of its blocks, since they wait for others; leave out --workload, or "
                                 "measure it on a GPU with --device cuda",
                                 qualifiedName(workload_->unsampled()));
  const Bytes bytes = wire::encode(capture_);
  const std::string unfinished = captureFile_ + ".unfinished";
  if (!program::writeFile(unfinished, {reinterpret_cast<const char*>(bytes.data()), bytes.size()})) return;
  std::error_code ignored;
  std::filesystem::rename(unfinished, captureFile_, ignored);
}

} // namespace gevo::cuda

/// After the destructors of the program's static objects, so that the trace includes their calls.
__attribute__((destructor)) static void finishDevice() {
  gevo::cuda::Device::instance().finish();
  gevo::cuda::exitShortly();
}
