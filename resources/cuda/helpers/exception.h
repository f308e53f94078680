// Exceptions with a place, as CUDA's samples use them. Written for GEVO Explorer.
#pragma once

#include <exception>
#include <sstream>
#include <stdexcept>
#include <string>

template <class Base> class Exception : public Base {
public:
  static void throw_it(const char* file, const int line, const char* detailed = "-") {
    std::ostringstream words;
    words << file << ":" << line << ": " << detailed;
    throw Exception(words.str());
  }
  static void throw_it(const char* file, const int line, const std::string& detailed) { throw_it(file, line, detailed.c_str()); }

private:
  explicit Exception(const std::string& words) : Base(words) {}
};

template <class Kind> inline void handleException(const Kind& exception) { throw Kind(exception); }

#define RUNTIME_EXCEPTION(text) Exception<std::runtime_error>::throw_it(__FILE__, __LINE__, text)
#define LOGIC_EXCEPTION(text) Exception<std::logic_error>::throw_it(__FILE__, __LINE__, text)
#define RANGE_EXCEPTION(text) Exception<std::range_error>::throw_it(__FILE__, __LINE__, text)
