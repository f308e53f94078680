#!/usr/bin/env bash
# Installs the Debian package in a bare system with apt, and uses it there as a user without rights would: the command line on the
# bundled sample, a picture of the explorer, and a double click on a .gevo file.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    say "usage: packaging/deb-test.sh [--release NAME] FOLDER [PACKAGE.deb]"
    say "Needs root and debootstrap. FOLDER lies outside the checkout and must not exist; it is left for you to look into and remove."
    say "NAME is the codename of a release of this machine's distribution, such as trixie; by default its own."
    say "Without PACKAGE.deb, packaging/make-deb.sh makes it first."
}

if [[ ${1:-} == --help ]]; then usage; exit 0; fi
if [[ ${1:-} == --release ]]; then release=${2:-}; shift $(($# > 1 ? 2 : 1)); fi
if [[ $# -lt 1 || $# -gt 2 || $1 == -* ]]; then usage >&2; exit 2; fi
folder=$(realpath -m "$1")
package=${2:-}
source "$(dirname "${BASH_SOURCE[0]}")/bare-root.sh"

if [[ -z ${GEVO_BARE_NAMESPACE:-} ]]; then
    check_folder
    if [[ -z $package ]]; then
        "$root/packaging/make-deb.sh"
        package=$(echo "$root"/build/release/gevo-explorer_*.deb)
    fi
    [[ -e $package ]] || fail "There is no $package."
    make_bare_system
    cp "$package" "$bare/root/gevo-explorer.deb"
    in_own_namespace "$folder"
fi

# visitor "COMMAND": as a user that was just made.
visitor() {
    inside "su - visitor -c $(printf '%q' "$1")"
}

# check "WHAT" COMMAND...: one line, with what the command printed where it failed.
check() {
    local what=$1 output
    shift
    if output=$("$@" 2>&1); then
        say "ok    $what"
    else
        say "FAIL  $what" "$output"
        passed=no
    fi
}

# says "TEXT" "COMMAND": what the command prints to the visitor contains the text.
says() {
    local output
    output=$(visitor "$2" 2>&1) || { say "$output"; return 1; }
    [[ $output == *"$1"* ]] || { say "$output"; return 1; }
}

double_click() {
    # shellcheck disable=SC2016 # expanded inside
    visitor 'QT_QPA_PLATFORM=offscreen gio open ~/sample.gevo
        for i in $(seq 100); do
            for process in /proc/[0-9]*; do
                if [[ $(tr "\0" " " <$process/cmdline) == "gevo-explorer $HOME/sample.gevo " ]]; then kill ${process#/proc/}; exit 0; fi
            done 2>/dev/null
            sleep 0.1
        done
        exit 1'
}

mount_into_bare_system
passed=yes
aptitude="DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends"
check "apt-get update" inside "$aptitude update"
check "apt-get install of the package, without anything that it only recommends" inside "$aptitude install /root/gevo-explorer.deb"
inside "useradd --create-home --shell /bin/bash visitor"
check "gevo doctor" says "ok  simulated GPU" "gevo doctor"
check "the CUDA runtime replacement is found" says "/usr/lib/gevo-explorer/libgevocudart.so" "gevo doctor"
check "gevo samples" says hotspot "gevo samples"
check "gevo show of the bundled file, which is read only" says hotspot "gevo show /usr/share/gevo-explorer/samples/hotspot.gevo"
check "gevo run" visitor "cp /usr/share/gevo-explorer/samples/hotspot.gevo sample.gevo && gevo run sample.gevo --time 5s --quiet"
check "gevo show of its front" says speedup "gevo show sample.gevo --front"
check "gevo export" visitor "gevo export sample.gevo --variant original --ptx x.ptx && grep -q '^.visible .entry' x.ptx"
check "gevo-explorer --render" visitor "gevo-explorer sample.gevo --variant 0 --render picture.png && head -c 4 picture.png | grep -q PNG"
check "every library is found" visitor "! ldd /usr/bin/gevo* /usr/lib/gevo-explorer/*.so* | grep 'not found'"
cp "$bare/home/visitor/picture.png" "$folder/explorer.png" 2>/dev/null || true

desktop="libglib2.0-bin xdg-utils desktop-file-utils shared-mime-info man-db hicolor-icon-theme"
check "apt-get install of a desktop's tools" inside "$aptitude install $desktop"
check "a .gevo file has its type" says application/x-gevo "XDG_CURRENT_DESKTOP=GNOME xdg-mime query filetype sample.gevo"
check "so has one without the suffix" says application/x-gevo "cp sample.gevo other && gio info -a standard::content-type other"
check "an SQLite file of others has not" says application/vnd.sqlite3 \
    "sed s/GEVO/none/ sample.gevo >stranger && gio info -a standard::content-type stranger"
check "the explorer opens that type" says gevo-explorer.desktop "xdg-mime query default application/x-gevo"
check "a double click opens the explorer on the file" double_click
check "the man pages are found" says /usr/share/man/man1/gevo.1.gz "man -w gevo gevo-explorer gevo-worker"
check "apt-get remove leaves nothing behind" inside "$aptitude purge gevo-explorer && [[ ! -e /usr/share/gevo-explorer && ! -e /usr/lib/gevo-explorer ]]"
[[ $passed == yes ]] || fail "The package is not right; look into $bare."
