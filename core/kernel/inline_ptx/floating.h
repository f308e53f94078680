#pragma once

/// The floating-point forms of instructions that exist for integers too.

namespace gevo::ir::assembly {

class Translation;
struct Type;

void addFloats(Translation& t, Type type);
void subtractFloats(Translation& t, Type type);
void multiplyFloats(Translation& t, Type type);
void multiplyAddFloats(Translation& t, Type type);
void divideFloats(Translation& t, Type type);
void absoluteFloat(Translation& t, Type type);
void negateFloat(Translation& t, Type type);
/// min and max.
void extremeFloat(Translation& t, Type type, bool isMaximum);

} // namespace gevo::ir::assembly
