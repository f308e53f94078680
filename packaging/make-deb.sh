#!/usr/bin/env bash
# Builds the Debian package of the programs in build/release.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [[ ${1:-} == --help ]]; then
    say "usage: packaging/make-deb.sh"
    say "Installs what is missing, builds Release, and makes build/release/gevo-explorer_VERSION_ARCHITECTURE.deb."
    say "DEBFULLNAME and DEBEMAIL name the maintainer that stands in it."
    exit 0
fi
[[ $# -eq 0 ]] || { say "usage: packaging/make-deb.sh" >&2; exit 2; }

step 1/3 "Set-up"
"$root/packaging/setup.sh"
step 2/3 "Building (build/release)"
build_release gevo gevo-explorer gevo-mpi gevo-worker gevocudart man_pages
step 3/3 "Packaging"
command -v dpkg-shlibdeps >/dev/null || fail "dpkg-shlibdeps is missing: apt-get install dpkg-dev."
cd "$root/build/release"
rm -f gevo-explorer_*.deb
logged cpack "cpack could not make the package." cpack -G DEB
say "build/release/$(echo gevo-explorer_*.deb)"
