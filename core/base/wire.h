#pragma once

/// Values to bytes and back, for the worker protocol and for traces. Little-endian, no padding, lengths as u32/u64.
///
/// A type takes part by one function template that lists its fields, used in both directions:
///
///     template <class Archive> void fields(Archive& archive, Edit& edit) { archive(edit.uid, edit.target); }
///
/// and an enumeration by a function beside it that says how many values it has, counted from 0, so that no other is ever read:
///
///     constexpr std::uint32_t enumerators(Operator) { return 6; }
///
/// Reading never trusts a length: a container claims no more elements than bytes are left, and the first
/// malformed byte makes the whole read fail. Whoever reads may be reading from a hostile process or file.

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/base/shared_bytes.h"

#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace gevo::wire {

static_assert(std::endian::native == std::endian::little, "the wire format is the memory layout of little-endian machines");

template <class T>
concept Scalar = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// Where written bytes go: nowhere but into a count, so that those that follow go to memory of just that size.
class Counted {
public:
  void put(const std::uint8_t*, std::size_t size) { size_ += size; }
  std::size_t size() const { return size_; }

private:
  std::size_t size_ = 0;
};
class Kept {
public:
  /// `size`: of all that will be put, counted before.
  explicit Kept(std::size_t size) : bytes_(size) {}
  void put(const std::uint8_t* first, std::size_t size) {
    std::memcpy(bytes_.data() + used_, first, size);
    used_ += size;
  }
  Bytes take() { return std::move(bytes_); }

private:
  Bytes bytes_;
  std::size_t used_ = 0;
};

template <class Sink> class Writer {
public:
  static constexpr bool reading = false;

  explicit Writer(Sink& sink) : sink_(sink) {}
  template <class... T> void operator()(T&... values) { (write(values), ...); }

private:
  template <Scalar T> void write(const T& value) { raw(&value, sizeof value); }
  void write(std::string& text) { sized(text.data(), text.size(), 1); }
  template <class T> void write(std::vector<T>& values) {
    if constexpr (Scalar<T> && !std::is_same_v<T, bool>) {
      sized(values.data(), values.size(), sizeof(T));
    } else if constexpr (std::is_same_v<T, bool>) {
      length(values.size());
      for (const bool value : values) {
        const std::uint8_t byte = value ? 1 : 0;
        raw(&byte, 1);
      }
    } else {
      length(values.size());
      for (T& value : values) write(value);
    }
  }
  template <class T, std::size_t N> void write(std::array<T, N>& values) {
    for (T& value : values) write(value);
  }
  template <class T> void write(std::optional<T>& value) {
    const std::uint8_t present = value ? 1 : 0;
    raw(&present, 1);
    if (value) write(*value);
  }
  void write(SharedBytes& bytes) { sized(ByteView(bytes).data(), bytes.size(), 1); }
  template <class T>
  requires(std::is_class_v<T>) void write(T& value) { fields(*this, value); }
  void length(std::uint64_t size) { raw(&size, sizeof size); }
  void sized(const void* data, std::size_t count, std::size_t width) {
    length(count);
    raw(data, count * width);
  }
  void raw(const void* data, std::size_t size) {
    if (size == 0) return;
    sink_.put(static_cast<const std::uint8_t*>(data), size);
  }

  Sink& sink_;
};

class Reader {
public:
  static constexpr bool reading = true;

  explicit Reader(ByteView bytes) : left_(bytes) {}

  template <class... T> void operator()(T&... values) { (read(values), ...); }
  /// True when every byte was used and none was missing.
  bool complete() const { return good_ && left_.empty(); }

private:
  template <Scalar T> void read(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t byte = 0;
      raw(&byte, 1);
      if (byte > 1) good_ = false;
      value = byte == 1;
    } else if constexpr (std::is_enum_v<T>) {
      std::underlying_type_t<T> number = 0;
      raw(&number, sizeof number);
      if (number >= enumerators(T())) {
        good_ = false;
        number = 0;
      }
      value = static_cast<T>(number);
    } else {
      raw(&value, sizeof value);
    }
  }
  void read(std::string& text) {
    text.resize(length(1));
    raw(text.data(), text.size());
  }
  template <class T> void read(std::vector<T>& values) {
    if constexpr (std::is_same_v<T, bool>) {
      values.assign(length(1), false);
      for (std::size_t i = 0; i < values.size(); ++i) {
        bool value = false;
        read(value);
        values[i] = value;
      }
    } else if constexpr (std::is_arithmetic_v<T>) {
      values.resize(length(sizeof(T)));
      raw(values.data(), values.size() * sizeof(T));
    } else {
      const std::size_t count = length(1);
      values.clear();
      for (std::size_t i = 0; i < count && good_; ++i) read(values.emplace_back());
    }
  }
  template <class T, std::size_t N> void read(std::array<T, N>& values) {
    if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
      raw(values.data(), sizeof values); // not one by one: GCC 12 warns that the last one is out of bounds
    else
      for (T& value : values) read(value);
  }
  template <class T> void read(std::optional<T>& value) {
    bool present = false;
    read(present);
    value.reset();
    if (present && good_) read(value.emplace());
  }
  void read(SharedBytes& bytes) {
    Bytes own;
    read(own);
    bytes = std::move(own);
  }
  template <class T>
  requires(std::is_class_v<T>) void read(T& value) { fields(*this, value); }
  std::size_t length(std::size_t width) {
    std::uint64_t count = 0;
    raw(&count, sizeof count);
    if (count > left_.size() / width) {
      good_ = false;
      return 0;
    }
    return static_cast<std::size_t>(count);
  }
  void raw(void* data, std::size_t size) {
    if (!good_ || size > left_.size()) {
      good_ = false;
      return;
    }
    if (size == 0) return;
    std::memcpy(data, left_.data(), size);
    left_ = left_.subspan(size);
  }

  ByteView left_;
  bool good_ = true;
};

template <class T> Bytes encode(const T& value) {
  // Writing does not modify; one list of fields serves both directions.
  T& written = const_cast<T&>(value);
  Counted counted;
  Writer count(counted);
  count(written);
  Kept kept(counted.size());
  Writer keep(kept);
  keep(written);
  return kept.take();
}

template <class T> Result<T> decode(ByteView bytes, std::string_view what) {
  T value{};
  Reader reader(bytes);
  reader(value);
  if (!reader.complete()) return fail("the {} is damaged or of another version", what);
  return value;
}

} // namespace gevo::wire
