# shellcheck shell=bash
# Sourced after common.sh by the scripts that try something in a bare system made in a folder: $folder, which must lie outside the
# checkout and not exist. $release is the codename of its release, by default this machine's own. Everything is mounted in a namespace
# of its own and gone when the script ends.

bare=$folder/root

check_folder() {
    [[ $EUID -eq 0 ]] || fail "Making a bare system needs root."
    [[ $folder/ != "$root"/* ]] || fail "$folder lies inside the checkout; name a folder outside it."
    [[ ! -e $folder ]] || fail "$folder exists already; remove it or name another."
    command -v debootstrap >/dev/null || fail "debootstrap is missing: apt-get install debootstrap."
}

release=${release:-$(os_release VERSION_CODENAME)}

# The archives that this machine's apt uses, for another release of the same distribution: "deb URI SUITE COMPONENT" on a line.
archives_of_release() {
    local own distribution
    own=$(os_release VERSION_CODENAME)
    distribution=$(os_release ID)
    # shellcheck disable=SC2016 # apt expands these
    apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(RELEASE) $(COMPONENT)' 'Identifier: Packages' |
        sed -n "/^cdrom/d; s/^\([^ ]*\) ${distribution^} $own\(-[a-z]*\)\? /deb \1 $1\2 /p" | sort -u
}

make_bare_system() {
    local archives archive
    archives=$(archives_of_release "$release")
    archive=$(sed -n "s/^deb \([^ ]*\) $release main$/\1/p" <<<"$archives" | head -n 1)
    [[ -n $archive ]] || fail "apt names no archive of $release on this machine."
    mkdir -p "$bare"
    say "A bare $release from this machine's mirror into $bare..."
    logged debootstrap "debootstrap failed." debootstrap --variant=minbase "$release" "$bare" "$archive"
    cp -a /etc/apt/apt.conf.d/. "$bare/etc/apt/apt.conf.d/"
    if [[ -d /etc/apt/auth.conf.d ]]; then cp -a /etc/apt/auth.conf.d "$bare/etc/apt/"; fi
    printf '%s\n' "$archives" >"$bare/etc/apt/sources.list"
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
