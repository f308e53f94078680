// Images and raw data in files, as CUDA's samples read, write and compare them. Written for GEVO Explorer.
#pragma once

#include "helper_string.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#ifndef MIN
#define MIN(a, b) ((a < b) ? a : b)
#endif
#ifndef MAX
#define MAX(a, b) ((a > b) ? a : b)
#endif

/// Between the bytes of a file and an image's elements: floats are shares of 255.
template <class Element> struct gevoPixel {
  static Element fromByte(unsigned char byte) { return static_cast<Element>(byte); }
  static unsigned char toByte(Element value) { return static_cast<unsigned char>(value); }
};
template <> struct gevoPixel<float> {
  static float fromByte(unsigned char byte) { return byte / 255.0f; }
  static unsigned char toByte(float value) { return static_cast<unsigned char>(value * 255.0f); }
};

/// The bytes of a binary PGM (P5) or PPM (P6) file. `data` is allocated with malloc if it is null, else the sizes have to fit.
inline bool __loadPPM(const char* file, unsigned char** data, unsigned int* width, unsigned int* height, unsigned int* channels) {
  std::ifstream stream(file, std::ios::binary);
  std::string magic;
  stream >> magic;
  *channels = magic == "P5" ? 1 : magic == "P6" ? 3 : 0;
  if (*channels == 0) {
    std::fprintf(stderr, "%s is not a PGM or PPM file\n", file);
    return false;
  }
  unsigned values[3] = {};
  for (unsigned& value : values) {
    while (stream >> std::ws && stream.peek() == '#') stream.ignore(1 << 20, '\n');
    stream >> value;
  }
  stream.get(); // one blank before the bytes
  if (!stream || values[2] > 255 || (*data != nullptr && (*width != values[0] || *height != values[1]))) return false;
  *width = values[0];
  *height = values[1];
  const std::size_t size = std::size_t(*width) * *height * *channels;
  if (*data == nullptr) *data = static_cast<unsigned char*>(std::malloc(size));
  return bool(stream.read(reinterpret_cast<char*>(*data), static_cast<std::streamsize>(size)));
}

inline bool __savePPM(const char* file, unsigned char* data, unsigned int width, unsigned int height, unsigned int channels) {
  std::ofstream stream(file, std::ios::binary);
  stream << (channels == 1 ? "P5\n" : "P6\n") << width << '\n' << height << "\n255\n";
  stream.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(std::size_t(width) * height * channels));
  return bool(stream.flush());
}

template <class Element> inline bool sdkLoadPGM(const char* file, Element** data, unsigned int* width, unsigned int* height) {
  unsigned char* bytes = nullptr;
  unsigned channels = 0;
  if (!__loadPPM(file, &bytes, width, height, &channels)) return false;
  const std::size_t size = std::size_t(*width) * *height * channels;
  if (*data == nullptr) *data = static_cast<Element*>(std::malloc(sizeof(Element) * size));
  for (std::size_t i = 0; i < size; ++i) (*data)[i] = gevoPixel<Element>::fromByte(bytes[i]);
  std::free(bytes);
  return true;
}
template <class Element> inline bool sdkSavePGM(const char* file, Element* data, unsigned int width, unsigned int height) {
  std::vector<unsigned char> bytes(std::size_t(width) * height);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = gevoPixel<Element>::toByte(data[i]);
  return __savePPM(file, bytes.data(), width, height, 1);
}

/// Four channels in memory, of which the file has three.
template <class Element> inline bool sdkLoadPPM4(const char* file, Element** data, unsigned int* width, unsigned int* height) {
  unsigned char* bytes = nullptr;
  unsigned channels = 0;
  if (!__loadPPM(file, &bytes, width, height, &channels)) return false;
  const std::size_t pixels = std::size_t(*width) * *height;
  if (*data == nullptr) *data = static_cast<Element*>(std::malloc(sizeof(Element) * pixels * 4));
  for (std::size_t i = 0; i < pixels * 4; ++i)
    (*data)[i] = i % 4 == 3 ? Element() : gevoPixel<Element>::fromByte(bytes[channels == 1 ? i / 4 : i / 4 * 3 + i % 4]);
  std::free(bytes);
  return true;
}
inline bool sdkSavePPM4ub(const char* file, unsigned char* data, unsigned int width, unsigned int height) {
  std::vector<unsigned char> bytes;
  bytes.reserve(std::size_t(width) * height * 3);
  for (std::size_t i = 0; i < std::size_t(width) * height * 4; ++i)
    if (i % 4 != 3) bytes.push_back(data[i]);
  return __savePPM(file, bytes.data(), width, height, 3);
}

/// Numbers as text. `data` is allocated with malloc if it is null.
template <class Element> inline bool sdkReadFile(const char* file, Element** data, unsigned int* length, bool verbose) {
  std::ifstream stream(file);
  if (!stream) {
    if (verbose) std::fprintf(stderr, "%s can't be opened\n", file);
    return false;
  }
  while (stream >> std::ws && stream.peek() == '#') stream.ignore(1 << 20, '\n'); // the epsilon that it was written with
  const std::vector<Element> values{std::istream_iterator<Element>(stream), std::istream_iterator<Element>()};
  if (*data != nullptr && *length != values.size()) return false;
  *length = static_cast<unsigned>(values.size());
  if (*data == nullptr) *data = static_cast<Element*>(std::malloc(sizeof(Element) * values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) (*data)[i] = values[i];
  return true;
}
template <class Element, class Error>
inline bool sdkWriteFile(const char* file, const Element* data, unsigned int length, const Error epsilon, bool, bool append = false) {
  std::ofstream stream(file, append ? std::ios::app : std::ios::out);
  stream << "# " << epsilon << '\n';
  for (unsigned i = 0; i < length; ++i) stream << data[i] << ' ';
  return bool(stream.flush());
}

inline void sdkDumpBin(void* data, unsigned int bytes, const char* file) {
  std::ofstream(file, std::ios::binary).write(static_cast<const char*>(data), bytes);
}

/// The file of bytes that a sample's reference is in.
inline bool gevoReadBinary(const char* file, const char* program, void* data, std::size_t bytes) {
  char* const path = sdkFindFilePath(file, program);
  if (path == nullptr) return false;
  std::ifstream stream(path, std::ios::binary);
  std::free(path);
  return bool(stream.read(static_cast<char*>(data), static_cast<std::streamsize>(bytes)));
}

/// Whether at most the share `threshold` of the elements differs by more than epsilon; of 0: none.
template <class Element>
inline bool gevoIsAlike(const Element* reference, const Element* data, std::size_t length, double epsilon, double threshold) {
  std::size_t apart = 0;
  for (std::size_t i = 0; i < length; ++i)
    if (!(std::abs(double(reference[i]) - double(data[i])) <= epsilon)) ++apart;
  return double(apart) <= threshold * double(length);
}
template <class Element>
inline bool sdkCompareBin2BinUint(const char* file, const char* referenceFile, unsigned int length, const float epsilon,
                                  const float threshold, char* program) {
  std::vector<Element> data(length), reference(length);
  if (!gevoReadBinary(file, program, data.data(), length * sizeof(Element))) return false;
  if (!gevoReadBinary(referenceFile, program, reference.data(), length * sizeof(Element))) return false;
  return gevoIsAlike(reference.data(), data.data(), length, epsilon, threshold);
}
template <class Element>
inline bool sdkCompareBin2BinFloat(const char* file, const char* referenceFile, unsigned int length, const float epsilon,
                                   const float threshold, char* program) {
  return sdkCompareBin2BinUint<Element>(file, referenceFile, length, epsilon, threshold, program);
}

inline bool gevoImagesAreAlike(const char* file, const char* referenceFile, float epsilon, float threshold, bool verbose) {
  unsigned char *data = nullptr, *reference = nullptr;
  unsigned width = 0, height = 0, otherWidth = 0, otherHeight = 0, channels = 0, otherChannels = 0;
  bool alike = __loadPPM(file, &data, &width, &height, &channels);
  alike = __loadPPM(referenceFile, &reference, &otherWidth, &otherHeight, &otherChannels) && alike;
  alike = alike && width == otherWidth && height == otherHeight && channels == otherChannels;
  alike = alike && gevoIsAlike(reference, data, std::size_t(width) * height * channels, epsilon, threshold);
  std::free(data);
  std::free(reference);
  if (verbose) std::printf("%s %s %s\n", file, alike ? "is like" : "differs from", referenceFile);
  return alike;
}
inline bool sdkComparePPM(const char* file, const char* reference, const float epsilon, const float threshold, bool verbose) {
  return gevoImagesAreAlike(file, reference, epsilon, threshold, verbose);
}
inline bool sdkComparePGM(const char* file, const char* reference, const float epsilon, const float threshold, bool verbose) {
  return gevoImagesAreAlike(file, reference, epsilon, threshold, verbose);
}
