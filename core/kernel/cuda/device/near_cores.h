#pragma once

/// Cores beside a GPU. A machine with several processors has memory and buses of its own for each; what copies to a GPU from another one's
/// cores goes through the link between them.

#include <filesystem>
#include <string>
#include <vector>

namespace gevo::cuda {

/// Of the processor that the device at this place of the PCI bus hangs on, ascending, as Linux tells it under `system`. Empty: not known.
std::vector<int> coresNear(const std::string& pci, const std::filesystem::path& system = "/sys");

/// Keeps this thread, and threads and processes that it starts, on those of the cores that it may use. Where there are none it stays as it
/// is.
void stayOn(const std::vector<int>& cores);

} // namespace gevo::cuda
