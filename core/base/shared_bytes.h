#pragma once

/// Bytes that never change and that copies share: recorded tests, which may be large and are part of every copy of a project.

#include "core/base/bytes.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace gevo {

class SharedBytes {
public:
  SharedBytes() = default;
  SharedBytes(Bytes bytes) : bytes_(bytes.empty() ? nullptr : std::make_shared<const Bytes>(std::move(bytes))) {}

  operator ByteView() const { return bytes_ ? ByteView(*bytes_) : ByteView(); }
  std::size_t size() const { return ByteView(*this).size(); }
  bool empty() const { return bytes_ == nullptr; }
  friend bool operator==(const SharedBytes& one, const SharedBytes& other) {
    return one.bytes_ == other.bytes_ || std::ranges::equal(ByteView(one), ByteView(other));
  }

private:
  std::shared_ptr<const Bytes> bytes_; ///< null: none
};

} // namespace gevo
