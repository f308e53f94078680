#pragma once

/// Visits every figure of a model file, in the file's order: for code that reads, writes or measures models.

#include "core/kernel/simulator/machine/model.h"

namespace gevo::sim {

/// `visitor.number(section, key, figure)` and `visitor.cost(section, key, cost)`; `M` is Model or const Model.
template <class Visitor, class M> void visitMachine(Visitor& visitor, M& model) {
  visitor.number("machine", "clock_ghz", model.clockGhz);
  visitor.number("machine", "multiprocessors", model.multiprocessors);
  visitor.number("machine", "warps", model.warpsPerMultiprocessor);
  visitor.number("machine", "blocks", model.blocksPerMultiprocessor);
  visitor.number("machine", "shared_bytes", model.sharedBytesPerMultiprocessor);
  visitor.number("machine", "shared_bytes_per_block", model.sharedBytesPerBlock);
  visitor.number("machine", "reserved_shared_per_block", model.reservedSharedPerBlock);
  visitor.number("machine", "schedulers", model.schedulers);
  visitor.number("machine", "shared_unit", model.sharedUnit);
  visitor.number("machine", "registers", model.registers);
  visitor.number("machine", "register_unit", model.registerUnit);
  visitor.number("machine", "registers_per_thread", model.registersPerThread);
  visitor.number("machine", "overlap", model.overlap);
  visitor.number("identity", "capability_major", model.capabilityMajor);
  visitor.number("identity", "capability_minor", model.capabilityMinor);
  visitor.number("identity", "memory_bytes", model.memorySize);
  visitor.number("identity", "memory_ghz", model.memoryGhz);
  visitor.number("identity", "memory_bus_bits", model.memoryBusBits);
  visitor.number("identity", "level_two_bytes", model.levelTwoSize);
  visitor.number("identity", "double_ratio", model.doubleRatio);
}

template <class Visitor, class M> void visitMemory(Visitor& visitor, M& model) {
  visitor.number("launch", "cycles", model.launchCycles);
  visitor.number("launch", "block_cycles", model.blockCycles);
  visitor.number("launch", "dispatch_cycles", model.dispatchCycles);
  visitor.number("control", "barrier_base", model.barrierBase);
  visitor.number("control", "barrier_per_warp", model.barrierPerWarp);
  visitor.number("control", "divergence", model.divergence);
  visitor.number("memory", "shared_latency", model.sharedLatency);
  visitor.number("memory", "shared_conflict", model.sharedConflict);
  visitor.number("memory", "order_latency", model.orderLatency);
  visitor.number("memory", "cache_latency", model.cacheLatency);
  visitor.number("memory", "cache_bytes", model.cacheBytes);
  visitor.number("memory", "level_two_latency", model.levelTwoLatency);
  visitor.number("memory", "level_two_far", model.levelTwoFar);
  visitor.number("memory", "level_two_bytes", model.levelTwoBytes);
  visitor.number("memory", "memory_latency", model.memoryLatency);
  visitor.number("memory", "memory_far", model.memoryFar);
  visitor.number("memory", "texture_latency", model.textureLatency);
  visitor.number("memory", "atomic_latency", model.atomicLatency);
  visitor.number("memory", "shared_atomic_latency", model.sharedAtomicLatency);
  visitor.number("throughput", "shared_accesses", model.sharedAccessesPerCycle);
  visitor.number("throughput", "cache_sectors", model.cacheSectorsPerCycle);
  visitor.number("throughput", "level_two_sectors", model.levelTwoSectorsPerCycle);
  visitor.number("throughput", "texture_fetches", model.textureFetchesPerCycle);
  visitor.number("throughput", "memory_bytes", model.memoryBytesPerCycle);
  visitor.number("throughput", "atomics", model.atomicsPerCycle);
}

template <class Visitor, class Costs> void visitCosts(Visitor& visitor, Costs& costs) {
  visitor.cost("instructions", "arithmetic", costs.arithmetic);
  visitor.cost("instructions", "multiply", costs.multiply);
  visitor.cost("instructions", "predicate", costs.predicate);
  visitor.cost("instructions", "wide_arithmetic", costs.wideArithmetic);
  visitor.cost("instructions", "wide_multiply", costs.wideMultiply);
  visitor.cost("instructions", "divide", costs.divide);
  visitor.cost("instructions", "remainder", costs.remainder);
  visitor.cost("instructions", "wide_divide", costs.wideDivide);
  visitor.cost("instructions", "wide_remainder", costs.wideRemainder);
  visitor.cost("instructions", "divide_by_constant", costs.divideByConstant);
  visitor.cost("instructions", "double_arithmetic", costs.doubleArithmetic);
  visitor.cost("instructions", "double_divide", costs.doubleDivide);
  visitor.cost("instructions", "float_divide", costs.floatDivide);
  visitor.cost("instructions", "root", costs.root);
  visitor.cost("instructions", "transcendental", costs.transcendental);
  visitor.cost("instructions", "library", costs.library);
  visitor.cost("instructions", "conversion", costs.conversion);
  visitor.cost("instructions", "shuffle", costs.shuffle);
  visitor.cost("instructions", "vote", costs.vote);
  visitor.cost("instructions", "matrix", costs.matrix);
  visitor.cost("instructions", "special_register", costs.specialRegister);
  visitor.cost("instructions", "branch", costs.branch);
  visitor.cost("instructions", "jump", costs.jump);
  visitor.cost("instructions", "call", costs.call);
  visitor.cost("instructions", "address", costs.address);
}

template <class Visitor, class M> void visitModel(Visitor& visitor, M& model) {
  visitMachine(visitor, model);
  visitMemory(visitor, model);
  visitCosts(visitor, model.costs);
}

} // namespace gevo::sim
