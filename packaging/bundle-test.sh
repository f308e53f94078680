#!/usr/bin/env bash
# Unpacks the bundle in a bare system, where neither a compiler nor a package of what it was built with is installed, and uses it there as
# a user without rights would. This machine's CUDA toolkit is bound in for its headers and libdevice.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    say "usage: packaging/bundle-test.sh [--release NAME] FOLDER [BUNDLE.tar.xz]"
    say "Needs root and debootstrap. FOLDER lies outside the checkout and must not exist; it is left for you to look into and remove."
    say "NAME is the codename of a release of this machine's distribution, such as trixie; by default its own."
    say "Without BUNDLE.tar.xz, packaging/bundle.sh makes it first."
}

if [[ ${1:-} == --help ]]; then usage; exit 0; fi
if [[ ${1:-} == --release ]]; then release=${2:-}; shift $(($# > 1 ? 2 : 1)); fi
if [[ $# -lt 1 || $# -gt 2 || $1 == -* ]]; then usage >&2; exit 2; fi
folder=$(realpath -m "$1")
bundle=${2:-}
source "$(dirname "${BASH_SOURCE[0]}")/bare-root.sh"

if [[ -z ${GEVO_BARE_NAMESPACE:-} ]]; then
    check_folder
    if [[ -z $bundle ]]; then
        "$root/packaging/bundle.sh"
        bundle=$(echo "$root"/build/bundle/gevo-*.tar.xz)
    fi
    [[ -e $bundle ]] || fail "There is no $bundle."
    make_bare_system
    mkdir -p "$bare/opt/somewhere else"
    xz -dc "$bundle" | tar -C "$bare/opt/somewhere else" -xf - --strip-components=1
    in_own_namespace "$folder"
fi

gevo="'/opt/somewhere else/bin/gevo'"
projects="'/opt/somewhere else/projects'"

# says "TEXT" "WHAT" "COMMAND": what the command prints contains the text; one line, with all of it where it does not.
says() {
    local output
    if output=$(inside "su - visitor -c $(printf '%q' "$3")" 2>&1) && [[ $output == *"$1"* ]]; then
        say "ok    $2"
    else
        say "FAIL  $2" "$output"
        passed=no
    fi
}

mount_into_bare_system
mount_cuda_toolkit
passed=yes
inside "useradd --create-home --shell /bin/bash visitor"
says "ok  simulated GPU" "gevo doctor" "$gevo doctor"
says "heartwall" "gevo samples" "$gevo samples"
says "hotspot" "gevo show of a project that is read only" "$gevo show $projects/hotspot.gevo"
says "" "gevo run" "cp $projects/pathfinder.gevo . && $gevo run pathfinder.gevo --population 8 --generations 1 --quiet"
says "speedup" "gevo show of its front" "$gevo show pathfinder.gevo --front"
says "" "gevo export" "$gevo export pathfinder.gevo --variant original --ptx x.ptx && grep -q '^.visible .entry' x.ptx"
cp "$root"/packaging/bundle-test/* "$bare/home/visitor/"
says "clang/bin/clang++-alone" "gevo doctor finds the bundle's compiler" "$gevo doctor"
says "recorded: 2 tests" "gevo new of a program in two files, with CUB" "$gevo new scale.gevo scale.cu input.cpp --test 256 --screen 64"
says "" "gevo run of that program" "$gevo run scale.gevo --population 8 --generations 1 --quiet"
says "recorded" "gevo new of a sample" "$gevo new nw.gevo --sample nw"
[[ $passed == yes ]] || fail "The bundle does not work in a bare system."
