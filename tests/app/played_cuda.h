#pragma once

/// A CUDA toolkit with a played runtime for programs that gevo builds; apart from command.h, whose gevo() is no namespace.

#include <QString>

bool hasClangAndFatbinary();
/// What went wrong; empty where nothing did.
QString makePlayedCuda(const QString& folder);
