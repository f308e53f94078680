#!/usr/bin/env bash
# Makes resources/samples/hotspot.gevo again: what quickstart.sh uses where there is no CUDA toolkit. Needs one itself, and a build.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [[ ${1:-} == --help ]]; then
    say "usage: packaging/make-sample-file.sh"
    say "Makes resources/samples/hotspot.gevo from the bundled sample with the programs of build/release; needs a CUDA toolkit."
    say "GEVO names another gevo than that of build/release."
    exit 0
fi
[[ $# -eq 0 ]] || { say "usage: packaging/make-sample-file.sh" >&2; exit 2; }

largest=$((1024 * 1024))
gevo=${GEVO:-$root/build/release/bin/gevo}
target=$root/resources/samples/hotspot.gevo
[[ -x $gevo ]] || fail "There is no build/release/bin/gevo; build it first with packaging/test.sh."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The sample's own held-out test would take 6 MB.
"$gevo" new "$folder/hotspot.gevo" --sample hotspot --heldout "300 180 4 4" || fail "gevo new could not make the file."
size=$(stat -c %s "$folder/hotspot.gevo")
[[ $size -le $largest ]] || fail "The file has $size bytes, and at most $largest may go into the repository."
mv "$folder/hotspot.gevo" "$target"
say "resources/samples/hotspot.gevo: $size bytes"
