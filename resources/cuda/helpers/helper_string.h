// Command lines ("-name", "--name=value") and files, as CUDA's samples ask for them. Written for GEVO Explorer.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <strings.h>

#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#endif
#ifndef STRNCASECMP
#define STRNCASECMP strncasecmp
#endif
#ifndef STRCPY
#define STRCPY(target, size, source) strcpy(target, source)
#endif
#ifndef FOPEN
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#endif
#ifndef FOPEN_FAIL
#define FOPEN_FAIL(result) (result == NULL)
#endif
#ifndef SSCANF
#define SSCANF sscanf
#endif
#ifndef SPRINTF
#define SPRINTF sprintf
#endif
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

inline int stringRemoveDelimiter(char delimiter, const char* text) {
  int start = 0;
  while (text[start] == delimiter) ++start;
  return start < static_cast<int>(std::strlen(text)) - 1 ? start : 0;
}

inline int getFileExtension(char* file, char** extension) {
  char* const dot = std::strrchr(file, '.');
  *extension = dot != nullptr ? dot + 1 : nullptr;
  return dot != nullptr ? static_cast<int>(dot - file) : 0;
}

/// What follows "-name" or "--name" on the command line: "" for a flag, the text after "=", null where the name is not given.
inline const char* gevoArgument(int argc, const char** argv, const char* name) {
  const std::size_t length = std::strlen(name);
  for (int i = 1; i < argc; ++i) {
    const char* word = argv[i];
    if (*word != '-') continue;
    while (*word == '-') ++word;
    if (strncasecmp(word, name, length) != 0) continue;
    if (word[length] == '\0') return word + length;
    if (word[length] == '=') return word + length + 1;
  }
  return nullptr;
}

inline bool checkCmdLineFlag(const int argc, const char** argv, const char* name) { return gevoArgument(argc, argv, name) != nullptr; }

inline int getCmdLineArgumentInt(const int argc, const char** argv, const char* name) {
  const char* const value = gevoArgument(argc, argv, name);
  return value != nullptr ? std::atoi(value) : 0;
}

inline float getCmdLineArgumentFloat(const int argc, const char** argv, const char* name) {
  const char* const value = gevoArgument(argc, argv, name);
  return value != nullptr ? static_cast<float>(std::atof(value)) : 0.0f;
}

inline bool getCmdLineArgumentString(const int argc, const char** argv, const char* name, char** result) {
  const char* const value = gevoArgument(argc, argv, name);
  *result = const_cast<char*>(value);
  return value != nullptr;
}

template <class Value> inline bool getCmdLineArgumentValue(const int argc, const char** argv, const char* name, Value* value) {
  const char* const text = gevoArgument(argc, argv, name);
  if (text == nullptr) return false;
  std::istringstream stream(text);
  stream >> *value;
  return true;
}

/// A file beside the program's data, or as it is given; null where there is none. The caller frees it.
inline char* sdkFindFilePath(const char* file, const char*) {
  for (const char* folder : {"./", "./data/", "../data/", "../../data/", "./common/data/", "../common/data/"}) {
    const std::string path = std::string(folder) + file;
    if (std::ifstream(path).good()) return strdup(path.c_str());
  }
  return std::ifstream(file).good() ? strdup(file) : nullptr;
}
