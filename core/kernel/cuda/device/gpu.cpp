#include "core/kernel/cuda/device/gpu.h"

namespace gevo::cuda {

namespace {

std::string uuidText(const Uuid& uuid) {
  std::string text = "GPU";
  for (int i = 0; i < 16; ++i)
    fmt::format_to(std::back_inserter(text), "{}{:02x}", i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", uuid.bytes[i]);
  return text;
}

/// Keeps the first error of many queries.
class Questions {
public:
  Questions(const Driver& driver, Gpu& gpu) : driver_(driver), gpu_(gpu) {}

  Result<void> ask() {
    char name[256] = {};
    Uuid uuid{};
    std::size_t bytes = 0;
    take(driver_.deviceGet(&gpu_.device, gpu_.number));
    take(driver_.deviceGetName(name, sizeof name - 1, gpu_.device));
    take(driver_.deviceGetUuid(&uuid, gpu_.device));
    take(driver_.deviceTotalMem(&bytes, gpu_.device));
    gpu_.name = name;
    gpu_.uuid = uuidText(uuid);
    gpu_.memoryBytes = bytes;
    gpu_.pci = fmt::format("{:04x}:{:02x}:{:02x}.0", attributeOf(attribute::pciDomain), attributeOf(attribute::pciBus),
                           attributeOf(attribute::pciDevice));
    gpu_.major = attributeOf(attribute::computeMajor);
    gpu_.minor = attributeOf(attribute::computeMinor);
    gpu_.multiprocessors = static_cast<std::uint32_t>(attributeOf(attribute::multiprocessors));
    gpu_.l2Bytes = static_cast<std::uint32_t>(attributeOf(attribute::l2Bytes));
    gpu_.sharedBytes = static_cast<std::uint32_t>(attributeOf(attribute::maxSharedPerBlockOptIn));
    gpu_.fixedAddresses = attributeOf(attribute::virtualMemory) != 0;
    return driver_.check(status_, fmt::format("asking GPU {} what it is", gpu_.number));
  }

private:
  void take(Status status) {
    if (status_ == Status::Success) status_ = status;
  }
  int attributeOf(int which) {
    int value = 0;
    take(driver_.deviceGetAttribute(&value, which, gpu_.device));
    return value;
  }

  const Driver& driver_;
  Gpu& gpu_;
  Status status_ = Status::Success;
};

} // namespace

Result<std::vector<Gpu>> listGpus() {
  GEVO_TRY_ASSIGN(const auto* driver, Driver::load());
  int count = 0;
  GEVO_TRY(driver->check(driver->deviceGetCount(&count), "counting the GPUs"));
  if (count == 0) return fail("the NVIDIA driver shows no GPU; check nvidia-smi and CUDA_VISIBLE_DEVICES");
  std::vector<Gpu> gpus;
  for (int number = 0; number < count; ++number) {
    gpus.emplace_back().number = number;
    GEVO_TRY(Questions(*driver, gpus.back()).ask());
  }
  return gpus;
}

Result<Gpu> findGpu(int number) {
  GEVO_TRY_ASSIGN(const std::vector<Gpu> gpus, listGpus());
  if (number < 0 || static_cast<std::size_t>(number) >= gpus.size())
    return fail("there is no GPU {}; this machine has {}, counted from 0", number, gpus.size());
  return gpus[static_cast<std::size_t>(number)];
}

std::string versionText(int version) { return fmt::format("{}.{}", version / 1000, version % 1000 / 10); }

} // namespace gevo::cuda
