// The device code that the host program registers, and the names of file-local kernels and variables.

#include "core/kernel/runtime/device.h"

namespace gevo::cuda {

void Device::addImage(const void* wrapper, ByteView bitcode, std::string mark) {
  images_.push_back(bitcode);
  if (!mark.empty()) marks_[wrapper] = std::move(mark);
}

void Device::note(const void* wrapper, const void* handle) {
  const auto mark = marks_.find(wrapper);
  if (mark != marks_.end()) markOf_[handle] = mark->second;
}

/// A file requests "fill", while the module has it with the file's mark.
void Device::findMarkedNames() {
  for (const auto& [handle, mark] : markOf_) {
    if (const auto function = functions_.find(handle); function != functions_.end() && isKernel(function->second + mark))
      function->second += mark;
    if (const auto variable = variables_.find(handle); variable != variables_.end() && symbol(variable->second + mark))
      variable->second += mark;
  }
}

} // namespace gevo::cuda
