#pragma once

/// Loads of neighbouring places as one load of a vector. LLVM makes these itself where it knows that the address is aligned to the whole
/// vector. Of pointers that come from a launch it does not: here the vector's load promises it, and each access is held to its alignment,
/// by the simulator and by a GPU alike.

#include <memory>
#include <vector>

namespace llvm {
class Function;
class Instruction;
class LoadInst;
class Module;
} // namespace llvm

namespace gevo::ir {

/// Of a function, as long as it does not change.
class NeighbouringLoads {
public:
  explicit NeighbouringLoads(llvm::Function& function);
  ~NeighbouringLoads();

  /// `lowest` and the loads of the `count - 1` places that follow its own, by address, which a vector's can take the place of. Empty: some
  /// place is not loaded in the same block, as the same type, without a write that may come between them; or `lowest` is a load that PTX
  /// has no such vector of (2 or 4 elements, 16 bytes at most).
  std::vector<llvm::LoadInst*> from(const llvm::Instruction& lowest, unsigned count) const;
  /// What ends a round of the load's innermost loop, if each round loads the place after that of the round before: unrolled, they are
  /// neighbours. Null: it does not.
  const llvm::Instruction* endOfRounds(const llvm::Instruction& load) const;

  /// Compilers make a vector of these anyway: LLVM where it knows that the first one is aligned to all of it, ptxas where shared memory,
  /// which it places itself, may be.
  bool areKnownToBeAligned(const std::vector<llvm::LoadInst*>& loads) const;

  /// Nor will they ever be aligned if their array is, such as the second and third element.
  bool areMisalignedInArray(const std::vector<llvm::LoadInst*>& loads) const;

private:
  struct Analyses;
  std::unique_ptr<Analyses> analyses_;
};

/// Where marks (marks.h) ask for a vector, its first load is held to the alignment of all of it from now on.
void promiseAlignment(llvm::Module& module);
/// Does what the marks ask for, and drops them: last, since LLVM's passes would take such vectors apart again. False: nothing changed.
bool vectoriseAsMarked(llvm::Function& function);
bool hasVectorMarks(const llvm::Module& module);

} // namespace gevo::ir
