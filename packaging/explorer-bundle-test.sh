#!/usr/bin/env bash
# Starts the explorer's one file in a bare system, without a display and as a user without rights, and builds a program with what is inside.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    say "usage: packaging/explorer-bundle-test.sh [--release NAME] FOLDER [FILE.run]"
    say "Needs root and debootstrap. FOLDER lies outside the checkout and must not exist; it is left for you to look into and remove."
    say "NAME is the codename of a release of this machine's distribution, such as trixie; by default its own."
    say "Without FILE.run, packaging/explorer-bundle.sh makes it first."
}

if [[ ${1:-} == --help ]]; then usage; exit 0; fi
if [[ ${1:-} == --release ]]; then release=${2:-}; shift $(($# > 1 ? 2 : 1)); fi
if [[ $# -lt 1 || $# -gt 2 || $1 == -* ]]; then usage >&2; exit 2; fi
folder=$(realpath -m "$1")
file=${2:-}
source "$(dirname "${BASH_SOURCE[0]}")/bare-root.sh"

if [[ -z ${GEVO_BARE_NAMESPACE:-} ]]; then
    check_folder
    if [[ -z $file ]]; then
        "$root/packaging/explorer-bundle.sh"
        file=$(echo "$root"/build/explorer-bundle/gevo-explorer-*.run)
    fi
    [[ -e $file ]] || fail "There is no $file."
    make_bare_system
    # What any desktop has.
    chroot "$bare" bash -c 'apt-get -q update && apt-get -q -y --no-install-recommends install xz-utils' >"$logs/bare-xz.log" 2>&1
    mkdir -p "$bare/opt/down loads"
    cp "$file" "$bare/opt/down loads/gevo-explorer.run"
    cp "$root/resources/samples/hotspot.gevo" "$bare/opt/down loads/"
    in_own_namespace "$folder"
fi

# works "WHAT" "COMMAND": as a user that was just made.
works() {
    local output
    if output=$(inside "su - visitor -c $(printf '%q' "$2")" 2>&1); then
        say "ok    $1"
    else
        say "FAIL  $1" "$output"
        passed=no
    fi
}

explorer="QT_QPA_PLATFORM=offscreen '/opt/down loads/gevo-explorer.run'"
mount_into_bare_system
mount_cuda_toolkit
passed=yes
inside "useradd --create-home --shell /bin/bash visitor"
works "the explorer draws a file" "$explorer '/opt/down loads/hotspot.gevo' --render picture.png && head -c 4 picture.png | grep -q PNG"
works "the second start needs no unpacking" "ls -d .cache/gevo-explorer/*/AppRun && $explorer --help | grep -q usage -i"
works "--unpack" "'/opt/down loads/gevo-explorer.run' --unpack app && test -x app/AppRun"
works "every library is found" "! ldd app/usr/bin/gevo* app/usr/lib/qt6/plugins/*/*.so app/usr/lib/gevo-explorer/*.so* | grep 'not found'"
cp "$root"/packaging/bundle-test/* "$bare/home/visitor/"
works "gevo new builds a program" "app/usr/bin/gevo new scale.gevo scale.cu input.cpp --test 256 --screen 64"
works "the explorer draws it" "$explorer scale.gevo --render scale.png && head -c 4 scale.png | grep -q PNG"
cp "$bare/home/visitor/picture.png" "$folder/explorer.png" 2>/dev/null || true
[[ $passed == yes ]] || fail "The explorer's one file does not work in a bare system; look into $bare."
