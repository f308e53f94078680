/// seeds FOLDER: what real programs say to each other, one file an input, in a folder per target. The fuzzer starts from them.

#include "tests/fuzz/messages.h"

#include "core/base/compress.h"
#include "core/base/file.h"
#include "core/edit/edit_text.h"
#include "core/kernel/simulator/machine/texture.h"
#include "core/protocol/frames.h"

#include <cstdio>
#include <filesystem>

using namespace gevo;

namespace {

constexpr const char* editText = R"(; one of each kind
delete 4f21c0de00000001 @17 use @12
copy 4f21c0de00000002 @17 before @30 with +4f21c0de00000002.0=@3 @35.1=+4f21c0de00000002
operand 4f21c0de00000003 @41 with @41.0=#4
)";

EditList someEdits() {
  const InstructionRef created = InstructionRef::created(0x4f21c0de00000002);
  Edit copy{0x4f21c0de00000002, Operator::Copy, InstructionRef::base(17), InstructionRef::base(30), {}, {}};
  copy.choices = {{created, 0, {ValueRef::Kind::Instruction, InstructionRef::base(3), 0}},
                  {InstructionRef::base(35), 1, {ValueRef::Kind::Instruction, created, 0}}};
  Edit removal{0x4f21c0de00000001, Operator::Delete, InstructionRef::base(17), {}, {ValueRef::Kind::Argument, {}, 2}, {}};
  Edit operand{3, Operator::ReplaceOperand, InstructionRef::base(41), {}, {}, {{InstructionRef::base(41), 0, {ValueRef::Kind::Default}}}};
  return {copy, removal, operand};
}

EvaluationResult someOutcome() {
  EvaluationResult outcome;
  outcome.stage = Stage::Done;
  outcome.reason = Reason::None;
  outcome.fitness = {12.5, 0.001};
  outcome.code = hashText("code");
  outcome.message = "hotspot.cu:61: out of bounds";
  return outcome;
}

program::Trace someTape() {
  program::Trace trace;
  trace.events.push_back({program::EventKind::Allocate, 0x200000000000, 0, 64});
  program::Event launch;
  launch.kind = program::EventKind::Launch;
  launch.name = "_Z7hotspotPfi";
  launch.grid = {4, 2, 1};
  launch.data = Bytes(12, 3);
  trace.events.push_back(launch);
  return trace;
}

Project someProject() {
  Project project;
  project.name = "hotspot";
  project.build.files = {"hotspot.cu"};
  project.build.defines = {"X=1"};
  project.sources = {{"hotspot.cu", "__global__ void k() {}"}};
  project.base = Bytes{'B', 'C', 0xc0, 0xde};
  project.kernels = {{"_Z1kv", "k", 5}};
  project.outputs = {{"out", "f32", "assumed"}};
  project.tests = {{TestRole::Test, "48 40 3 2", wire::encode(someTape())}};
  return project;
}

/// An archive that leaves nothing empty: an element in every container, a value in every optional, a text in every string, and so on
/// within them. So a message that gets a field needs nothing here.
class OneOfEach {
public:
  static constexpr bool reading = false;
  template <class... T> void operator()(T&... values) { (fill(values), ...); }

private:
  template <wire::Scalar T> void fill(T&) {}
  void fill(std::string& text) {
    if (text.empty()) text = "text";
  }
  void fill(SharedBytes& bytes) {
    if (bytes.empty()) bytes = Bytes{0};
  }
  template <class T> void fill(std::vector<T>& values) {
    if (values.empty()) values.push_back(T());
    if constexpr (!wire::Scalar<T>)
      for (T& value : values) fill(value);
  }
  template <class T, std::size_t N> void fill(std::array<T, N>& values) {
    for (T& value : values) fill(value);
  }
  template <class T> void fill(std::optional<T>& value) {
    if (!value) value.emplace();
    fill(*value);
  }
  template <class T>
  requires(std::is_class_v<T>) void fill(T& value) { fields(*this, value); }
};

/// Contents that resemble those of a run, where there are any, and something everywhere else.
void fill(auto& message) {
  using Message = std::remove_reference_t<decltype(message)>;
  if constexpr (std::is_same_v<Message, EditList>) message = someEdits();
  if constexpr (std::is_same_v<Message, Project>) message = someProject();
  if constexpr (std::is_same_v<Message, program::Trace>) message = someTape();
  if constexpr (requires { message.edits = someEdits(); }) message.edits = someEdits();
  if constexpr (requires { message.result = someOutcome(); }) message.result = someOutcome();
  if constexpr (requires { message.original = someOutcome(); }) message.original = someOutcome();
  if constexpr (requires { message.active = {true}; }) message.active = {true, false, true};
  if constexpr (requires { message.project = someProject(); }) message.project = someProject();
  if constexpr (requires { message.trace = someTape(); }) message.trace = someTape();
  if constexpr (requires { message.text = "text"; }) message.text = "text";
  if constexpr (std::is_same_v<Message, ValidationReport>) message.tests = {{TestRole::HeldOut, "70 50", someOutcome(), 3.5, {"a race"}}};
  if constexpr (std::is_same_v<Message, VariantTexts>) {
    message.ir = {"define void @k()\n", {0}, {3}};
    message.edits = {{true, "delete barrier", {{"hotspot.cu", 61, 3, "k"}}, {}, false}};
  }
  if constexpr (std::is_same_v<Message, MachineReport>) message.findings = {{"clang", true, "22"}};
  OneOfEach()(message);
}

class Seeds {
public:
  explicit Seeds(std::filesystem::path folder) : folder_(std::move(folder)) {}
  void add(const std::string& target, ByteView bytes) {
    std::filesystem::create_directories(folder_ / target);
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (const auto written = writeFile(folder_ / target / std::to_string(++count_), text); !written) {
      std::fprintf(stderr, "%s\n", written.error().message.c_str());
      std::exit(1);
    }
  }
  void add(const std::string& target, std::string_view text) {
    add(target, ByteView(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  }
  template <std::size_t... I> void addMessages(std::index_sequence<I...>) { (addMessage<I>(), ...); }

private:
  template <std::size_t I> void addMessage() {
    std::tuple_element_t<I, fuzz::Messages> message{};
    for (int pass = 0; pass < 2; ++pass) {
      Bytes bytes = wire::encode(message);
      bytes.insert(bytes.begin(), static_cast<std::uint8_t>(I));
      add("wire_messages", bytes);
      fill(message);
    }
  }

  std::filesystem::path folder_;
  int count_ = 0;
};

/// A plane of floats that is read between its elements.
sim::Texture someTexture() {
  sim::Texture texture;
  texture.shape = sim::TextureShape::Plane;
  texture.address = 0x200000000000;
  texture.width = 48;
  texture.height = 40;
  texture.pitch = 512;
  texture.modes = {sim::AddressMode::Wrap, sim::AddressMode::Border, sim::AddressMode::Mirror};
  texture.filters = texture.normalisedPositions = true;
  return texture;
}

sim::Texture someSurface() {
  sim::Texture surface = someTexture();
  surface.modes = sim::Texture{}.modes;
  surface.filters = surface.normalisedPositions = false;
  surface.isSurface = surface.isLayered = true;
  surface.depth = 9;
  return surface;
}

Bytes framesOf(std::initializer_list<Bytes> payloads) {
  Bytes stream{7}; // the size of the pieces
  for (const Bytes& payload : payloads) {
    const auto header = encodeFrameHeader({std::uint32_t(ReplyKind::Result), payload.size()});
    stream.insert(stream.end(), header.begin(), header.end());
    stream.insert(stream.end(), payload.begin(), payload.end());
  }
  return stream;
}

} // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  Seeds seeds(words[1]);
  seeds.addMessages(std::make_index_sequence<fuzz::messageCount>());
  seeds.add("edit_text", editText);
  seeds.add("edit_text", printEdits(someEdits()));
  seeds.add("settings_json", printRunSettings({}));
  seeds.add("settings_json", R"({"search": {"seed": 7}})");
  seeds.add("frames", framesOf({{}, Bytes(30, 1), wire::encode(someOutcome())}));
  seeds.add("frames", framesOf({Bytes(300, 2)}));
  seeds.add("compress", compress(Bytes(1000, 5)));
  seeds.add("compress", compress(wire::encode(someProject())));
  seeds.add("texture", sim::encodeTexture(someTexture()));
  seeds.add("texture", sim::encodeTexture(someSurface()));
}
