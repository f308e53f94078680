# shellcheck shell=bash
# Sourced after common.sh by the scripts that try something in a bare Debian 12 made in a folder: $folder, which must lie outside the
# checkout and not exist. Everything is mounted in a namespace of its own and gone when the script ends.

bare=$folder/root

check_folder() {
    [[ $EUID -eq 0 ]] || fail "Making a bare system needs root."
    [[ $folder/ != "$root"/* ]] || fail "$folder lies inside the checkout; name a folder outside it."
    [[ ! -e $folder ]] || fail "$folder exists already; remove it or name another."
    command -v debootstrap >/dev/null || fail "debootstrap is missing: apt-get install debootstrap."
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

# This script once more, in a mount and process namespace: "$0" with the arguments given.
in_own_namespace() {
    GEVO_BARE_NAMESPACE=yes unshare --mount --pid --fork --kill-child --propagation private "$0" "$@"
    exit
}

mount_into_bare_system() {
    mount -t proc proc "$bare/proc"
    mount --rbind /dev "$bare/dev"
}

# The toolkit is bound in at the place it has here, read only.
mount_cuda_toolkit() {
    local toolkit
    toolkit=$(realpath "${CUDA_PATH:-/usr/local/cuda}")
    [[ -d $toolkit ]] || fail "There is no CUDA toolkit at $toolkit; set CUDA_PATH or use --without-cuda."
    mkdir -p "$bare$toolkit"
    mount --bind "$toolkit" "$bare$toolkit"
    mount -o remount,bind,ro "$bare$toolkit"
    [[ $toolkit == /usr/local/cuda ]] || ln -sfn "$toolkit" "$bare/usr/local/cuda"
}

# inside "COMMAND": nothing of this machine's environment gets in, except how the network is reached.
inside() {
    chroot "$bare" env -i HOME=/root TERM="${TERM:-dumb}" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} ${no_proxy:+no_proxy="$no_proxy"} \
        bash -c "$1" </dev/null
}
