#pragma once

/// libclang's handles as values that free what they hold.

#include <clang-c/Index.h>

#include <memory>
#include <string>
#include <vector>

namespace gevo::program {

struct DisposeIndex {
  void operator()(void* index) const { clang_disposeIndex(index); }
};
struct DisposeUnit {
  void operator()(CXTranslationUnitImpl* unit) const { clang_disposeTranslationUnit(unit); }
};
using Index = std::unique_ptr<void, DisposeIndex>;
using TranslationUnit = std::unique_ptr<CXTranslationUnitImpl, DisposeUnit>;

inline std::string textOf(CXString string) {
  const char* const characters = clang_getCString(string);
  std::string text = characters ? characters : "";
  clang_disposeString(string);
  return text;
}

/// In order.
inline std::vector<CXCursor> childrenOf(CXCursor cursor) {
  std::vector<CXCursor> children;
  clang_visitChildren(
      cursor,
      [](CXCursor child, CXCursor, CXClientData data) {
        static_cast<std::vector<CXCursor>*>(data)->push_back(child);
        return CXChildVisit_Continue;
      },
      &children);
  return children;
}

} // namespace gevo::program
