#include "core/kernel/cuda/device/code.h"

#include <array>
#include <cstring>

namespace gevo::cuda {

namespace {

constexpr std::size_t logBytes = 16U << 10;
constexpr std::size_t alignment = 256;

/// What a log holds before its terminating zero.
std::string logText(const std::string& log) { return log.substr(0, log.find('\0')); }

bool isElf(ByteView image) { return image.size() > 4 && std::memcmp(image.data(), "\177ELF", 4) == 0; }

} // namespace

Result<DriverCubin> linkByDriver(Session& session, ByteView ptx) {
  const Driver& driver = session.driver();
  std::string info(logBytes, '\0');
  std::string errors(logBytes, '\0');
  const auto number = [](std::uintptr_t value) { return reinterpret_cast<void*>(value); };
  std::array<int, 5> keys{jit::infoLog, jit::infoLogBytes, jit::errorLog, jit::errorLogBytes, jit::verboseLog};
  std::array<void*, 5> values{info.data(), number(logBytes), errors.data(), number(logBytes), number(1)};
  LinkState state = nullptr;
  GEVO_TRY(session.check(driver.linkCreate(keys.size(), keys.data(), values.data(), &state), "starting the driver's linker"));
  // The driver wants a text that ends with a zero.
  std::string text(reinterpret_cast<const char*>(ptx.data()), ptx.size());
  void* code = nullptr;
  std::size_t bytes = 0;
  Result<void> linked =
      session.check(driver.linkAddData(state, jit::inputPtx, text.data(), text.size() + 1, "variant", 0, nullptr, nullptr),
                    "making machine code by the driver");
  if (linked) linked = session.check(driver.linkComplete(state, &code, &bytes), "making machine code by the driver");
  DriverCubin cubin;
  if (linked) cubin.code.assign(static_cast<std::uint8_t*>(code), static_cast<std::uint8_t*>(code) + bytes);
  cubin.log = logText(info);
  (void)driver.linkDestroy(state);
  if (!linked) return std::unexpected(Error{linked.error().message, logText(errors)});
  return cubin;
}

Result<Code> Code::load(Session& session, ByteView image, const std::vector<SymbolAddress>& symbols) {
  DriverCubin linked;
  if (!isElf(image)) {
    GEVO_TRY_ASSIGN(DriverCubin made, linkByDriver(session, image));
    linked = std::move(made);
    image = linked.code;
  }
  Module module = nullptr;
  GEVO_TRY(session.check(session.driver().moduleLoadData(&module, image.data()), "loading the variant's machine code"));
  Code code(session, module, std::move(linked.log));
  GEVO_TRY(code.keepSymbols(symbols));
  return code;
}

Code::Code(Code&& other) noexcept
    : session_(other.session_), module_(std::exchange(other.module_, nullptr)), log_(std::move(other.log_)),
      kernels_(std::move(other.kernels_)), addresses_(std::move(other.addresses_)), kept_(std::move(other.kept_)),
      values_(std::move(other.values_)) {}

Code::~Code() {
  if (module_ != nullptr) (void)session_->driver().moduleUnload(module_);
}

Result<void> Code::keepSymbols(const std::vector<SymbolAddress>& symbols) {
  const Driver& driver = session_->driver();
  std::size_t total = 0;
  for (const SymbolAddress& symbol : symbols) {
    Kept kept{.offset = total};
    const Status status = driver.moduleGetGlobal(&kept.address, &kept.size, module_, symbol.name.c_str());
    addresses_.push_back(status == Status::Success ? std::optional(kept.address) : std::nullopt);
    if (status == Status::NotFound) continue;
    GEVO_TRY(session_->check(status, "finding the variable " + symbol.name));
    total += (kept.size + alignment - 1) / alignment * alignment;
    kept_.push_back(kept);
  }
  if (kept_.empty()) return {};
  GEVO_TRY_ASSIGN(Buffer values, Buffer::make(*session_, total));
  values_ = std::move(values);
  for (const Kept& kept : kept_)
    if (const Result<void> copied =
            session_->check(driver.copyOnDevice(values_.address() + kept.offset, kept.address, kept.size, session_->stream()),
                            "keeping a variable's value");
        !copied)
      return copied;
  return {};
}

Result<void> Code::restoreSymbols() {
  for (const Kept& kept : kept_)
    if (const Result<void> copied =
            session_->check(session_->driver().copyOnDevice(kept.address, values_.address() + kept.offset, kept.size, session_->stream()),
                            "restoring a variable's value");
        !copied)
      return copied;
  return {};
}

Result<Function> Code::kernel(const std::string& name, std::uint32_t dynamicShared) {
  const Driver& driver = session_->driver();
  Kernel& kernel = kernels_[name];
  if (kernel.function == nullptr)
    GEVO_TRY(session_->check(driver.moduleGetFunction(&kernel.function, module_, name.c_str()), "finding the kernel " + name));
  if (dynamicShared > kernel.dynamicShared) {
    const Result<void> set =
        session_->check(driver.functionSetAttribute(kernel.function, function_attribute::maxDynamicShared, static_cast<int>(dynamicShared)),
                        fmt::format("asking for {} bytes of shared memory for {}", dynamicShared, name));
    GEVO_TRY(set);
    kernel.dynamicShared = dynamicShared;
  }
  return kernel.function;
}

} // namespace gevo::cuda
