#pragma once

/// Kernels of matrix operations, as text of LLVM IR.

#include "line_by_line.h"
#include "tests/core/kernel/simulator/lanes/small_float.h"

#include <sstream>

namespace gevo::sim::testing {

/// Fragments by the name of their type below: how many values of which type.
struct FragmentType {
  std::string name;
  unsigned count = 0;
  std::string type;
};

inline const std::vector<FragmentType>& fragmentTypes() {
  static const std::vector<FragmentType> types{{"F8", 8, "float"},  {"H8", 8, "<2 x half>"}, {"H4", 4, "<2 x half>"}, {"F4", 4, "float"},
                                               {"W8", 8, "i32"},    {"W4", 4, "i32"},        {"W2", 2, "i32"},        {"W1", 1, "i32"},
                                               {"D2", 2, "double"}, {"D1", 1, "double"},     {"D4", 4, "double"}};
  return types;
}

inline const FragmentType& fragmentType(const std::string& name) {
  for (const FragmentType& type : fragmentTypes())
    if (type.name == name) return type;
  throw std::runtime_error("there is no type of fragments " + name);
}

/// The values of fragment %NAME as operands of a call.
inline std::string fields(const std::string& name, const std::string& type) {
  const FragmentType& fragment = fragmentType(type);
  if (fragment.count == 1) return fragment.type + " %" + name; // no structure
  std::string text;
  for (unsigned i = 0; i < fragment.count; ++i) text += fmt::format("{}{} %{}.{}", i ? ", " : "", fragment.type, name, i);
  return text;
}

/// A kernel whose lines are its source lines. After each that makes a fragment %NAME, its values are %NAME.0 and so on.
/// `declarations`: of intrinsics that the body calls more than once.
inline std::string kernel(const std::string& body, const std::string& parameters = "ptr %in, ptr %out",
                          const std::string& declarations = "") {
  std::string types;
  for (const FragmentType& type : fragmentTypes()) {
    types += "%" + type.name + " = type {";
    for (unsigned i = 0; i < type.count; ++i) types += (i ? ", " : " ") + type.type;
    types += " }\n";
  }
  std::string text;
  std::string locations;
  std::istringstream stream(body);
  unsigned number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    const std::string location = fmt::format(", !dbg !{}\n", number + 100);
    text += line.ends_with(":") ? line + "\n" : line + location;
    locations += fmt::format("!{} = !DILocation(line: {}, scope: !3)\n", number + 100, number);
    if (const std::size_t call = line.find(" = call %"); call != std::string::npos && line.starts_with("  %")) {
      const std::string name = line.substr(3, call - 3);
      const FragmentType& type = fragmentType(line.substr(call + 9, 2));
      for (unsigned i = 0; i < type.count; ++i)
        text += fmt::format("  %{0}.{1} = extractvalue %{2} %{0}, {1}{3}", name, i, type.name, location);
    }
  }
  return R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
)" + types +
         declarations +
         R"(
@tile = internal addrspace(3) global [256 x half] undef, align 32
define ptx_kernel void @kernel()" +
         parameters + ") !dbg !3 {\n" + text + R"(  ret void
}
)" + lineTable +
         locations;
}

/// Copies a matrix of floats.
inline const std::string copyingText = "  %m = call %F8 @llvm.nvvm.wmma.m16n16k16.load.c.row.f32.p0(ptr %in)\n"
                                       "  call void @llvm.nvvm.wmma.m16n16k16.store.d.row.f32.p0(ptr %out, " +
                                       fields("m", "F8") + ")\n";
inline constexpr std::uint32_t storeLine = 2;

/// d = a * b + c.
struct Product {
  std::string shape;
  unsigned rows = 0;
  unsigned columns = 0;
  unsigned depth = 0;
  std::string layoutA;
  std::string layoutB;
  std::string typeAB = "f16";
  std::string typeD;
  std::string typeC;
  std::string stored;   ///< layout of c and d
  std::string modifier; ///< ".satfinite" or nothing

  /// `layouts`: of a and b; `types`: of d and c, where a and b are halves, or of a and b.
  static Product named(const std::string& shape, const std::string& layouts, const std::string& types, const std::string& stored) {
    Product product{shape, 0, 0, 0, layouts.substr(0, 3), layouts.substr(4), "f16", "f32", "f32", stored, ""};
    if (types.size() > 4) {
      product.typeD = types.substr(0, 3);
      product.typeC = types.substr(4);
    } else {
      product.typeAB = types;
      if (types.ends_with("8")) product.typeC = product.typeD = "s32";
      if (types == "f64") product.typeC = product.typeD = "f64";
    }
    if (std::sscanf(shape.c_str(), "m%un%uk%u", &product.rows, &product.columns, &product.depth) != 3)
      throw std::runtime_error(shape + " is not a shape");
    return product;
  }
  /// As the intrinsic has it.
  std::string types() const { return typeAB == "f16" ? typeD + "." + typeC : typeAB; }
};

inline unsigned bytesOfType(const std::string& type) { return type.ends_with("8") ? 1 : type.ends_with("f16") ? 2 : type == "f64" ? 8 : 4; }

/// A fragment of a or b of so many elements, or of an accumulator.
inline std::string operandFragment(const std::string& type, unsigned elements) {
  return type == "f16" ? "H8" : type == "f64" ? fmt::format("D{}", elements / 32) : fmt::format("W{}", elements * bytesOfType(type) / 128);
}
inline std::string accumulatorFragment(const std::string& type) {
  return type == "f32" ? "F8" : type == "f64" ? "D2" : type == "s32" ? "W8" : "H4";
}

/// Row by row to or from another layout.
inline std::vector<int> relaid(const std::vector<int>& values, unsigned rows, unsigned columns, const std::string& layout, bool back) {
  if (layout == "row") return values;
  std::vector<int> result(values.size());
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned column = 0; column < columns; ++column) {
      const unsigned byRow = row * columns + column;
      const unsigned byColumn = column * rows + row;
      result[back ? byRow : byColumn] = values[back ? byColumn : byRow];
    }
  return result;
}

inline std::uint64_t uploadNumbers(Device& device, const std::vector<int>& values, const std::string& type) {
  if (type.ends_with("32") && type != "s32") return device.upload(std::vector<float>(values.begin(), values.end()));
  if (type == "s32") return device.upload(values);
  if (type == "f64") return device.upload(std::vector<double>(values.begin(), values.end()));
  if (type.ends_with("8")) return device.upload(std::vector<std::uint8_t>(values.begin(), values.end()));
  const SmallFloat& format = type == "f16" ? halfFormat : brainFormat;
  std::vector<std::uint16_t> bits;
  for (const int value : values) bits.push_back(static_cast<std::uint16_t>(format.nearest(value)));
  return device.upload(bits);
}

inline std::vector<int> downloadNumbers(Device& device, std::uint64_t address, std::size_t count, const std::string& type) {
  if (type == "s32") return device.download<int>(address, count);
  std::vector<int> values;
  if (type == "f64")
    for (const double value : device.download<double>(address, count)) values.push_back(static_cast<int>(value));
  else if (type == "f32")
    for (const float value : device.download<float>(address, count)) values.push_back(static_cast<int>(value));
  else
    for (const std::uint16_t bits : device.download<std::uint16_t>(address, count)) {
      const double size = halfFormat.value(bits & 0x7fffU);
      values.push_back(static_cast<int>(bits & 0x8000U ? -size : size));
    }
  return values;
}

/// What the simulated GPU computes; all matrices are given row by row.
inline std::vector<int> multiplied(const Product& product, const std::vector<int>& a, const std::vector<int>& b,
                                   const std::vector<int>& c) {
  const std::string typeA = operandFragment(product.typeAB, product.rows * product.depth);
  const std::string typeB = operandFragment(product.typeAB, product.depth * product.columns);
  const std::string typeC = accumulatorFragment(product.typeC);
  const std::string typeD = accumulatorFragment(product.typeD);
  const auto returned = [](const std::string& type) { return fragmentType(type).count == 1 ? fragmentType(type).type : "%" + type; };
  const std::string wmma = "@llvm.nvvm.wmma." + product.shape;
  const std::string text =
      fmt::format("  %a = call {} {}.load.a.{}.{}.p0(ptr %pa)\n", returned(typeA), wmma, product.layoutA, product.typeAB) +
      fmt::format("  %b = call {} {}.load.b.{}.{}.p0(ptr %pb)\n", returned(typeB), wmma, product.layoutB, product.typeAB) +
      fmt::format("  %c = call %{} {}.load.c.{}.{}.p0(ptr %pc)\n", typeC, wmma, product.stored, product.typeC) +
      fmt::format("  %d = call %{} {}.mma.{}.{}.{}{}({}, {}, {})\n", typeD, wmma, product.layoutA, product.layoutB, product.types(),
                  product.modifier, fields("a", typeA), fields("b", typeB), fields("c", typeC)) +
      fmt::format("  call void {}.store.d.{}.{}.p0(ptr %pd, {})\n", wmma, product.stored, product.typeD, fields("d", typeD));
  Device device(valueOf(simulatorOfText(kernel(text, "ptr %pa, ptr %pb, ptr %pc, ptr %pd"))));
  const auto pa = uploadNumbers(device, relaid(a, product.rows, product.depth, product.layoutA, false), product.typeAB);
  const auto pb = uploadNumbers(device, relaid(b, product.depth, product.columns, product.layoutB, false), product.typeAB);
  const auto pc = uploadNumbers(device, relaid(c, product.rows, product.columns, product.stored, false), product.typeC);
  const auto pd = device.reserve<double>(c.size());
  if (const LaunchReport report = device.launch("kernel", {1, 1, 1}, {32, 1, 1}, pa, pb, pc, pd); report.fault)
    throw std::runtime_error(report.fault->message());
  return relaid(downloadNumbers(device, pd, c.size(), product.typeD), product.rows, product.columns, product.stored, true);
}

} // namespace gevo::sim::testing
