#!/usr/bin/env bash
# Installs what the build needs: packages of Debian or Ubuntu, and KSyntaxHighlighting for Qt 6. Safe to repeat; quick when all is there.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [[ ${1:-} == --help ]]; then
    say "usage: packaging/setup.sh"
    say "Installs the packages of packaging/debian-packages.txt that are missing, as root or through sudo,"
    say "and puts KSyntaxHighlighting for Qt 6 into build/deps where the system has none."
    exit 0
fi
[[ $# -eq 0 ]] || { say "usage: packaging/setup.sh" >&2; exit 2; }

# missing NAME...: those of the packages that are not installed.
missing() {
    comm -23 <(printf '%s\n' "$@" | sort) \
        <(dpkg-query --show --showformat '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p' | sort -u)
}

# Never waits for a password: either we may, or we say what to type.
as_root() {
    if [[ $EUID -eq 0 ]]; then
        env "$@"
    else
        sudo -n env "$@"
    fi
}

need_root_for() {
    if [[ $EUID -ne 0 ]] && ! sudo -n true 2>/dev/null; then
        fail "Installing $* needs root: run \`sudo packaging/setup.sh\` once, then start again."
    fi
}

# The lists are fetched once per set-up, and only when something is to be installed.
update_package_lists() {
    [[ -z ${lists_are_fresh:-} ]] || return 0
    say "    apt-get update"
    logged apt-update "apt-get update failed, so the missing packages can't be fetched." \
        as_root DEBIAN_FRONTEND=noninteractive apt-get update -q
    lists_are_fresh=yes
}

# unavailable NAME...: those of the packages that no archive of this machine's apt has.
unavailable() {
    comm -23 <(printf '%s\n' "$@" | sort) \
        <(apt-cache madison "$@" 2>/dev/null | sed 's/ *|.*//; s/^ *//' | sort -u)
}

# What to add where LLVM 22 is missing; its own packages have Debian's names.
where_to_get() {
    if [[ " $* " == *" llvm-22-dev "* || " $* " == *" clang-22 "* ]]; then
        if [[ $(os_release ID) == debian ]]; then
            printf ' Debian has LLVM 22 in its security archive (%s-security).' "$(os_release VERSION_CODENAME)"
        else
            printf ' LLVM 22 comes from LLVM'"'"'s own repository, apt.llvm.org.'
        fi
    fi
}

install_packages() {
    local absent
    need_root_for "$@"
    update_package_lists
    mapfile -t absent < <(unavailable "$@")
    if [[ ${#absent[@]} -gt 0 ]]; then
        fail "$(os_release PRETTY_NAME) as its apt is configured has no package ${absent[*]}.$(where_to_get "${absent[@]}") README.md names the supported releases."
    fi
    say "    apt-get install $*"
    logged apt-install "apt-get could not install the missing packages." \
        as_root DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=300 "$@"
}

install_missing() {
    local absent
    mapfile -t absent < <(missing "$@")
    if [[ ${#absent[@]} -gt 0 ]]; then install_packages "${absent[@]}"; fi
}

set_up_packages() {
    local wanted
    command -v apt-get >/dev/null || fail "This set-up knows Debian's apt-get only; see resources/docs/internals/building.md for what to install by hand."
    mapfile -t wanted < <(sed -e '/^#/d' -e '/^$/d' "$root/packaging/debian-packages.txt")
    install_missing "${wanted[@]}"
}

has_highlighting() {
    [[ -d $root/build/deps/ksyntaxhighlighting ]] || compgen -G '/usr/lib/*/cmake/KF6SyntaxHighlighting' >/dev/null
}

# A release that packages it for Qt 6 gives us the package; otherwise we build it. Without it the code views show plain text,
# so that ends nothing; a new try is made after a day.
set_up_highlighting() {
    local failed=$root/build/deps/ksyntaxhighlighting.failed
    local without="KSyntaxHighlighting for Qt 6 can't be had here (see build/logs), so code is shown as plain text."
    if has_highlighting; then return 0; fi
    if [[ -n $(find "$failed" -mtime -1 2>/dev/null) ]]; then
        say "    $without"
        return 0
    fi
    say "    KSyntaxHighlighting for Qt 6, which colours the code..."
    # With no lists yet, nothing can be looked up.
    if [[ -z $(apt-cache madison g++ 2>/dev/null) ]]; then (update_package_lists) || true; fi
    if [[ -n $(apt-cache madison libkf6syntaxhighlighting-dev 2>/dev/null) ]]; then
        install_missing libkf6syntaxhighlighting-dev
        return 0
    fi
    mkdir -p "$root/build/deps"
    if ! (install_missing extra-cmake-modules perl xz-utils &&
        "$root/packaging/ksyntaxhighlighting.sh" >"$logs/ksyntaxhighlighting.log" 2>&1 </dev/null); then
        touch "$failed"
        say "    $without"
    fi
}

set_up_packages
set_up_highlighting
