#pragma once

/// Ideas that paid in other programs, tried in this one.

#include "core/kernel/operators/mutation_sampler.h"

namespace gevo::ir {

/// Of mutations, those that try an idea: one of so many.
inline constexpr std::uint64_t mutationsPerIdea = 5;
/// Proposals of an idea's operator, of which the first with the idea's context is taken.
inline constexpr int drawsPerIdea = 64;

/// An edit with the context of one of the ideas, applied already. Nothing where this mutation tries none, or no proposal is like it. Draws
/// ideas by weight, of operators that this mutation may draw. Without ideas the random stream stays as it was.
std::optional<Edit> proposeIdea(MutationSampler& sampler, const MutationChoice& choice);

/// A name for a new edit.
std::uint64_t drawUid(RandomStream& stream);

} // namespace gevo::ir
