#include "core/kernel/simulator/machine/model_print.h"

#include "core/kernel/simulator/machine/model_fields.h"

namespace gevo::sim {

namespace {

/// Text that stays on its line, without what TOML does not allow in comments.
std::string oneLine(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return text;
}

std::string inQuotes(const std::string& text) {
  std::string result = "\"";
  for (const char c : oneLine(text)) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

class Writer {
public:
  explicit Writer(const ModelComments& comments) : comments_(comments) {}

  template <class T> void number(const char* section, const char* key, T figure) { line(section, key, fmt::format("{}", figure)); }
  void cost(const char* section, const char* key, const Cost& cost) {
    line(section, key, fmt::format("[{}, {}]", cost.issue, cost.latency));
  }
  std::string take() { return std::move(text_); }

private:
  void line(const char* section, const char* key, const std::string& figure) {
    if (section_ != section) {
      section_ = section;
      text_ += fmt::format("\n[{}]{}\n", section, commentOf(section));
    }
    text_ += fmt::format("{} = {}{}\n", key, figure, commentOf(fmt::format("{}.{}", section, key)));
  }
  std::string commentOf(const std::string& place) const {
    const auto found = comments_.figures.find(place);
    return found == comments_.figures.end() || found->second.empty() ? "" : " # " + oneLine(found->second);
  }

  const ModelComments& comments_;
  std::string section_;
  std::string text_;
};

} // namespace

std::string printModel(const Model& model, const ModelComments& comments) {
  Writer writer(comments);
  visitModel(writer, model);
  std::string text;
  for (const std::string& line : comments.head) text += fmt::format("# {}\n", oneLine(line));
  text += fmt::format("name = {}\n", inQuotes(model.name));
  return text + writer.take();
}

} // namespace gevo::sim
