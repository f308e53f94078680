#!/usr/bin/env bash
# Builds KSyntaxHighlighting for Qt 6 into build/deps/ksyntaxhighlighting. Debian 12 has none, and its Qt is too old for
# KDE Frameworks 6, but 5.116.0 builds on it. The source comes from the next Debian release through the machine's own
# mirror, and is checked against Debian's keys. Called by setup.sh; needs no root.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

version=5.116.0
this_release=bookworm
next_release=trixie
prefix=$root/build/deps/ksyntaxhighlighting
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

# The address of the archive that this machine's own Debian release comes from, as its apt is configured.
debian_archive() {
    # shellcheck disable=SC2016 # apt expands these
    apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(CODENAME)' 'Identifier: Packages' |
        sed -n "/^cdrom/d; s/ Debian $this_release\$//p" | sort -u | head -n 1
}

# Package lists, cache and source list lie in the working folder, so nothing stays behind in the machine's apt.
fetch() {
    local archive options
    [[ $(os_release VERSION_CODENAME) == "$this_release" ]] || fail "This makes KSyntaxHighlighting for Debian 12 only."
    archive=$(debian_archive)
    [[ -n $archive ]] || fail "apt names no archive of Debian $this_release."
    mkdir -p lists/partial cache/archives/partial
    echo "deb-src [signed-by=$keyring] $archive $next_release main" >next.list
    options=(-q -o "Dir::Etc::SourceList=$PWD/next.list" -o Dir::Etc::SourceParts=/dev/null
        -o "Dir::State::Lists=$PWD/lists" -o "Dir::Cache=$PWD/cache" -o "APT::Sandbox::User=$(id -un)")
    apt-get "${options[@]}" update || true # hooks of the machine may fail without root; the next line is what counts
    apt-get "${options[@]}" source --download-only --tar-only "ksyntax-highlighting=$version-1"
}

# Asks for a newer extra-cmake-modules than Debian 12 has, without using anything of it. Translations would need Qt's Linguist tools.
unpack() {
    mkdir source
    tar -xf "ksyntax-highlighting_$version.orig.tar.xz" -C source --strip-components=1
    sed -i 's/find_package(ECM [0-9.]* /find_package(ECM 5.103.0 /' source/CMakeLists.txt
    rm -r source/poqm
}

# Installed aside and moved into place, so that an interrupted build is never taken for a finished one.
build() {
    cmake -S source -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DQT_MAJOR_VERSION=6 -DBUILD_TESTING=OFF \
        -DKDE_INSTALL_LIBDIR=lib -DCMAKE_INSTALL_PREFIX="$prefix"
    cmake --build build
    cmake --install build --prefix "$PWD/installed"
    rm -rf "$prefix"
    mv installed "$prefix"
}

work=$root/build/deps/ksyntaxhighlighting.work
rm -rf "$work"
mkdir -p "$work"
trap 'rm -rf "$work"; hand_back_files' EXIT
cd "$work"
fetch
unpack
build
