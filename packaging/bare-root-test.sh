#!/usr/bin/env bash
# A developer's machine hides missing steps: makes a bare system in a folder, clones the last commit into it, and runs both
# commands of the README there, with times. Everything is mounted in a namespace of its own and gone when this ends.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    say "usage: packaging/bare-root-test.sh [--release NAME] [--without-cuda] FOLDER [COMMAND]"
    say "Needs root, git and debootstrap. FOLDER lies outside the checkout and must not exist; it is left for you to look into and remove."
    say "NAME is the codename of a release of this machine's distribution, such as trixie; by default its own."
    say "With COMMAND, that is run in the clone instead of quickstart.sh --headless (twice) and test.sh."
}

cuda=yes
if [[ ${1:-} == --help ]]; then usage; exit 0; fi
while [[ $# -gt 0 && $1 == -* ]]; do
    case $1 in
        --without-cuda) cuda=no; shift ;;
        --release) release=${2:-}; shift $(($# > 1 ? 2 : 1)) ;;
        *) usage >&2; exit 2 ;;
    esac
done
if [[ $# -lt 1 || $# -gt 2 ]]; then usage >&2; exit 2; fi
folder=$(realpath -m "$1")
command=${2:-}
source "$(dirname "${BASH_SOURCE[0]}")/bare-root.sh"
clone=/root/gevo-explorer

timed() {
    local start=$SECONDS status=0
    say "---- $1"
    inside "cd $clone && $1" || status=$?
    report+=("$(printf '%5d s  exit %d  %s' $((SECONDS - start)) $status "$1")")
    [[ $status -eq 0 ]]
}

if [[ -z ${GEVO_BARE_NAMESPACE:-} ]]; then
    check_folder
    command -v git >/dev/null || fail "git is missing: apt-get install git."
    make_bare_system
    git clone --quiet --no-hardlinks "$root" "$bare$clone"
    arguments=("$folder")
    if [[ $cuda == no ]]; then arguments=(--without-cuda "${arguments[@]}"); fi
    if [[ -n $command ]]; then arguments+=("$command"); fi
    in_own_namespace "${arguments[@]}"
fi

mount_into_bare_system
if [[ $cuda == yes ]]; then mount_cuda_toolkit; fi
report=()
passed=yes
if [[ -n $command ]]; then
    timed "$command" || passed=no
else
    timed "packaging/quickstart.sh --headless" || passed=no
    timed "packaging/quickstart.sh --headless" || passed=no
    timed "packaging/test.sh" || passed=no
fi
printf '%s\n' "" "${report[@]}"
[[ $passed == yes ]] || fail "Not everything passed in the bare system; look into $bare$clone/build/logs."
