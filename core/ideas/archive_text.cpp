#include "core/ideas/archive_text.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

namespace gevo {

namespace {

using nlohmann::json;

constexpr const char* kind = "gevo ideas";
constexpr int version = 1;

Result<PaidEdit> editFrom(const json& object) {
  PaidEdit edit{object.at("idea").get<std::string>(), object.at("gain").get<double>()};
  if (!(edit.gain > 1) || !std::isfinite(edit.gain)) return fail("a gain of {} is none", edit.gain);
  if (!operatorOfContext(edit.context)) return fail("\"{}\" begins with no operator that this version knows", edit.context);
  return edit;
}

Result<PaidProgram> programFrom(const json& object) {
  PaidProgram program{object.at("key").get<std::string>(), object.at("program").get<std::string>(), {}};
  for (const json& one : object.at("variants")) {
    PaidVariant& variant =
        program.variants.emplace_back(PaidVariant{one.at("run").get<std::int64_t>(), one.at("variant").get<std::string>(), {}});
    for (const json& edit : one.at("edits")) {
      GEVO_TRY_ASSIGN(PaidEdit paid, editFrom(edit));
      variant.edits.push_back(std::move(paid));
    }
  }
  return program;
}

json jsonOf(const PaidVariant& variant) {
  json edits = json::array();
  for (const PaidEdit& edit : variant.edits) edits.push_back({{"idea", edit.context}, {"gain", edit.gain}});
  return {{"run", variant.run}, {"variant", variant.variant}, {"edits", std::move(edits)}};
}

} // namespace

std::string printIdeaArchive(const IdeaArchive& archive) {
  json programs = json::array();
  for (const PaidProgram& program : archive.programs) {
    json variants = json::array();
    for (const PaidVariant& variant : program.variants) variants.push_back(jsonOf(variant));
    programs.push_back({{"program", program.name}, {"key", program.key}, {"variants", std::move(variants)}});
  }
  const json object{{"kind", kind}, {"version", version}, {"programs", std::move(programs)}};
  return object.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

Result<IdeaArchive> parseIdeaArchive(std::string_view text) {
  // nlohmann's typed access throws; nothing of it leaves this function.
  try {
    const json object = json::parse(text);
    if (!object.is_object() || object.value("kind", "") != kind) return fail("it holds something else");
    if (const int written = object.at("version").get<int>(); written > version) return fail("a newer gevo wrote it");
    IdeaArchive archive;
    std::set<std::string> keys;
    for (const json& one : object.at("programs")) {
      GEVO_TRY_ASSIGN(PaidProgram program, programFrom(one));
      if (!keys.insert(program.key).second) return fail("program {} is in it twice", program.name);
      archive.programs.push_back(std::move(program));
    }
    return archive;
  } catch (const json::exception& problem) {
    return std::unexpected(Error{"its text is damaged", problem.what()});
  }
}

} // namespace gevo
