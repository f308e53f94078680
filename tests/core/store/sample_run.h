#pragma once

/// Projects, individuals and generations to store.

#include "core/edit/operators.h"
#include "core/search/random.h"
#include "core/store/store.h"

namespace gevo::sample {

inline Bytes noise(std::size_t size, std::uint64_t seed) {
  Bytes bytes(size);
  RandomStream stream({seed, 0, 0, 0, Purpose::Test});
  for (std::uint8_t& byte : bytes) byte = std::uint8_t(stream.next());
  return bytes;
}

/// Traces above 4 MiB take more than one chunk.
inline Project project(std::size_t tapeBytes = 20'000) {
  Project project;
  project.name = "stencil";
  project.compiler = "clang version 22.1";
  project.build = {{"stencil.cu", "main.cpp"},
                   {"X=1"},
                   {"include"},
                   {"m"},
                   {"step"},
                   "sm_90",
                   {"result"},
                   {"512 {seed}"},
                   {"9 {seed}"},
                   0,
                   {2.5, 0.25},
                   {"lib"},
                   {"-std=c++20"}};
  project.build.perSource = {{"stencil.cu", "cuda", {"A=1 2", "B"}, {"inc"}, {"-std=c++17"}}, {"main.cpp", "c++", {}, {}, {}}};
  project.build.root = "src";
  project.sources = {{"stencil.cu", "__global__ void step() {}\n"}, {"empty.h", ""}};
  project.base = noise(1000, 1);
  project.baseText = "define void @step()";
  project.build.device = "sim:a100";
  project.build.toleratesUndefined = true;
  project.kernels = {{"_Z4stepv", "step", 42, 0}, {"_Z4haltv", "halt", 7, 34, false, true}};
  project.outputs = {{"result", "f32", "debug info", std::nullopt, {}},
                     {"count", "i32", "--output", 0.1, {{false, -1, 0.25}, {true, 3, 3}}}};
  project.tests = {
      {TestRole::Screen, "64 64", noise(10, 2)}, {TestRole::Test, "128 128", noise(tapeBytes, 3)}, {TestRole::HeldOut, "", {}}};
  return project;
}

inline Edit edit(std::uint64_t uid) {
  Edit edit;
  edit.uid = uid;
  edit.op = Operator(uid % gevoOperators().size());
  edit.target = InstructionRef::base(uid % 40);
  edit.other = InstructionRef::base(uid % 7);
  return edit;
}

inline Individual individual(std::int64_t id, std::uint32_t generation, double runtime, double error) {
  Individual individual;
  individual.id = id;
  individual.generation = generation;
  individual.slot = std::uint32_t(id);
  individual.origin = Origin::Mutation;
  individual.parent = id - 1;
  for (std::int64_t i = 0; i < id % 4 + 1; ++i) individual.edits.push_back(edit(std::uint64_t(id / 2 + i + 1)));
  individual.active.assign(individual.edits.size(), true);
  individual.result.stage = Stage::Done;
  individual.result.reason = Reason::None;
  individual.result.fitness = {runtime, error};
  individual.result.code = {std::uint64_t(id), 77};
  individual.result.stageMicroseconds = {1, 2, 3, 4, 5, 6, std::uint32_t(id)};
  return individual;
}

inline Individual original() {
  Individual original = individual(0, 0, 100, 0);
  original.origin = Origin::Original;
  original.parent = -1;
  original.edits.clear();
  original.active.clear();
  return original;
}

/// Ten evaluations; every third is wrong, the others are the population.
inline GenerationResult generation(std::uint32_t number) {
  GenerationResult result;
  result.generation = number;
  result.seconds = 1.5;
  for (std::int64_t i = 1; i <= 10; ++i) {
    const std::int64_t id = std::int64_t(number) * 10 + i;
    Individual one = individual(id, number, 100.0 - double(id), i % 2 == 0 ? 0.001 * double(i) : 0);
    if (i % 3 == 0) {
      one.result.reason = Reason::WrongOutput;
      one.result.stage = Stage::Tests;
      one.result.message = "result differs at element 3";
      one.active.back() = false;
    } else {
      result.population.push_back(id);
      result.rank.push_back(std::uint32_t(i / 4));
    }
    result.evaluations.push_back(one);
  }
  return result;
}

} // namespace gevo::sample
