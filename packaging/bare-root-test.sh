#!/usr/bin/env bash
# A developer's machine hides missing steps: makes a bare Debian 12 in a folder, clones the last commit into it, and runs both
# commands of the README there, with times. Everything is mounted in a namespace of its own and gone when this ends.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    say "usage: packaging/bare-root-test.sh [--without-cuda] FOLDER [COMMAND]"
    say "Needs root, git and debootstrap. FOLDER lies outside the checkout and must not exist; it is left for you to look into and remove."
    say "With COMMAND, that is run in the clone instead of quickstart.sh --headless (twice) and test.sh."
}

cuda=yes
if [[ ${1:-} == --help ]]; then usage; exit 0; fi
if [[ ${1:-} == --without-cuda ]]; then cuda=no; shift; fi
if [[ $# -lt 1 || $# -gt 2 || $1 == -* ]]; then usage >&2; exit 2; fi
folder=$(realpath -m "$1")
command=${2:-}
bare=$folder/root
clone=/root/gevo-explorer

check_folder() {
    [[ $EUID -eq 0 ]] || fail "Making a bare system needs root."
    [[ $folder/ != "$root"/* ]] || fail "$folder lies inside the checkout; name a folder outside it."
    [[ ! -e $folder ]] || fail "$folder exists already; remove it or name another."
    command -v debootstrap >/dev/null || fail "debootstrap is missing: apt-get install debootstrap."
    command -v git >/dev/null || fail "git is missing: apt-get install git."
}

make_bare_system() {
    local archive
    # shellcheck disable=SC2016 # apt expands these
    archive=$(apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(CODENAME)' 'Identifier: Packages' |
        sed -n '/^cdrom/d; s/ Debian bookworm$//p' | sort -u | head -n 1)
    [[ -n $archive ]] || fail "apt names no archive of Debian bookworm on this machine."
    mkdir -p "$bare"
    say "Debian 12 from this machine's mirror into $bare..."
    logged debootstrap "debootstrap failed." debootstrap --variant=minbase bookworm "$bare" "$archive"
    rm -rf "$bare/etc/apt/sources.list"
    cp -a /etc/apt/. "$bare/etc/apt/"
    cp -an /usr/share/keyrings/. "$bare/usr/share/keyrings/"
    cp -L /etc/resolv.conf /etc/hosts "$bare/etc/" 2>/dev/null || true
}

# The toolkit is bound in at the place it has here, read only.
mount_into_bare_system() {
    local toolkit
    mount -t proc proc "$bare/proc"
    mount --rbind /dev "$bare/dev"
    if [[ $cuda == yes ]]; then
        toolkit=$(realpath "${CUDA_PATH:-/usr/local/cuda}")
        [[ -d $toolkit ]] || fail "There is no CUDA toolkit at $toolkit; set CUDA_PATH or use --without-cuda."
        mkdir -p "$bare$toolkit"
        mount --bind "$toolkit" "$bare$toolkit"
        mount -o remount,bind,ro "$bare$toolkit"
        [[ $toolkit == /usr/local/cuda ]] || ln -sfn "$toolkit" "$bare/usr/local/cuda"
    fi
}

# Nothing of this machine's environment gets in, except how the network is reached.
inside() {
    chroot "$bare" env -i HOME=/root TERM="${TERM:-dumb}" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} ${no_proxy:+no_proxy="$no_proxy"} \
        bash -c "cd $clone && $1" </dev/null
}

timed() {
    local start=$SECONDS status=0
    say "---- $1"
    inside "$1" || status=$?
    report+=("$(printf '%5d s  exit %d  %s' $((SECONDS - start)) $status "$1")")
    [[ $status -eq 0 ]]
}

if [[ -z ${GEVO_BARE_NAMESPACE:-} ]]; then
    check_folder
    make_bare_system
    git clone --quiet --no-hardlinks "$root" "$bare$clone"
    arguments=("$folder")
    if [[ $cuda == no ]]; then arguments=(--without-cuda "${arguments[@]}"); fi
    if [[ -n $command ]]; then arguments+=("$command"); fi
    GEVO_BARE_NAMESPACE=yes unshare --mount --pid --fork --kill-child --propagation private "$0" "${arguments[@]}"
    exit
fi

mount_into_bare_system
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
