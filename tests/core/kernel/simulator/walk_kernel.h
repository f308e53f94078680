#pragma once

#include <string>

namespace gevo::sim::testing {

/// What a thread does depends on its number in `data`: choices, loops of its own length, a call, an early end, scattered and neighbouring
/// accesses, and barriers between.
inline const std::string walk = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@tile = internal addrspace(3) global [1024 x i32] undef
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define internal i32 @mix(i32 %v) noinline {
  %a = mul i32 %v, -1640531527
  %b = lshr i32 %a, 15
  %c = xor i32 %a, %b
  ret i32 %c
}
define ptx_kernel void @walk(ptr %data, ptr %table, ptr %out, ptr %bytes, i32 %rounds) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %bn = mul i32 %b, %n
  %g = add i32 %bn, %t
  %own = getelementptr i32, ptr %data, i32 %g
  %start = load i32, ptr %own
  %cell = getelementptr [1024 x i32], ptr addrspace(3) @tile, i32 0, i32 %t
  %result = getelementptr i32, ptr %out, i32 %g
  store i32 %start, ptr addrspace(3) %cell
  store i32 %start, ptr %result
  %last = and i32 %start, 60
  %ends = icmp eq i32 %last, 60
  br i1 %ends, label %leave, label %stay
leave:
  ret void
stay:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %round
round:
  %i = phi i32 [ 0, %stay ], [ %next, %joined ]
  %v = phi i32 [ %start, %stay ], [ %w, %joined ]
  %two = shl i32 %i, 1
  %shifted = lshr i32 %v, %two
  %choice = and i32 %shifted, 3
  switch i32 %choice, label %plain [ i32 1, label %turn i32 2, label %look i32 3, label %perhaps ]
plain:
  %p = add i32 %v, %t
  br label %meet
turn:
  %j = phi i32 [ 0, %round ], [ %k, %turn ]
  %x = phi i32 [ %v, %round ], [ %y, %turn ]
  %x3 = mul i32 %x, 3
  %y = add i32 %x3, %j
  %k = add i32 %j, 1
  %limit = and i32 %v, 7
  %more = icmp ult i32 %k, %limit
  br i1 %more, label %turn, label %meet
look:
  %at = and i32 %v, 63
  %place = getelementptr i32, ptr %table, i32 %at
  %found = load i32, ptr %place
  %odd = and i32 %found, 1
  %isOdd = icmp eq i32 %odd, 1
  br i1 %isOdd, label %far, label %near
far:
  %mixed = call i32 @mix(i32 %found)
  br label %meet
near:
  %q = xor i32 %v, %found
  br label %meet
perhaps:
  %r = sub i32 %v, %i
  br label %meet
meet:
  %u = phi i32 [ %p, %plain ], [ %y, %turn ], [ %mixed, %far ], [ %q, %near ], [ %r, %perhaps ]
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t1 = xor i32 %t, 1
  %inside = icmp ult i32 %t1, %n
  %other = select i1 %inside, i32 %t1, i32 %t
  %neighbour = getelementptr [1024 x i32], ptr addrspace(3) @tile, i32 0, i32 %other
  %seen = load i32, ptr addrspace(3) %neighbour
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %u, ptr addrspace(3) %cell
  %w = add i32 %u, %seen
  br label %joined
joined:
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %rounds
  br i1 %again, label %round, label %done
done:
  %flag = getelementptr i8, ptr %bytes, i32 %g
  %small = trunc i32 %w to i8
  store i8 %small, ptr %flag
  store i32 %w, ptr %result
  ret void
}
)";

} // namespace gevo::sim::testing
