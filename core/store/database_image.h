#pragma once

/// A database as bytes: what its file would hold without a write-ahead log.

#include "core/store/database.h"

#include <functional>
#include <vector>

namespace gevo {

/// Of one state of it, whatever another process commits meanwhile.
Bytes imageOf(const Database& database);

/// Statements that change an image with these tables before it is written.
using ImageStatements = std::function<std::string(const std::vector<std::string>& tables)>;

/// In one transaction: readers see all of the image, or all of what was before. Throws as well where the bytes are no database.
void replaceWith(Database& database, const Bytes& image, const ImageStatements& statements);

} // namespace gevo
