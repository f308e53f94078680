#!/usr/bin/env bash
# The explorer in one file, for a desktop on which nothing is installed: a self-extracting archive of a folder that is laid out as the
# AppDir of an AppImage. It is no AppImage: their tool and runtime are in no package of Debian.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [[ ${1:-} == --help ]]; then
    say "usage: packaging/explorer-bundle.sh"
    say "Installs what the build needs, builds Release, and makes build/explorer-bundle/gevo-explorer-VERSION-linux-PROCESSOR.run,"
    say "which unpacks itself once into the user's cache and starts. Needs lld-22, patchelf and xz."
    exit 0
fi
[[ $# -eq 0 ]] || { say "usage: packaging/explorer-bundle.sh" >&2; exit 2; }

source "$(dirname "${BASH_SOURCE[0]}")/carry.sh"
work=$root/build/explorer-bundle
folder=$work/gevo-explorer.AppDir
prefix=$folder/usr

# What Qt loads by itself: X11, Wayland and no display at all; pictures and icons. Nothing draws through OpenGL.
plugins=(platforms/libqxcb.so platforms/libqwayland-generic.so platforms/libqoffscreen.so platforms/libqminimal.so
    imageformats/libqsvg.so imageformats/libqjpeg.so imageformats/libqico.so iconengines/libqsvgicon.so
    platforminputcontexts/libcomposeplatforminputcontextplugin.so platforminputcontexts/libibusplatforminputcontextplugin.so
    wayland-shell-integration/libxdg-shell.so wayland-decoration-client/libbradient.so)

copy_plugins() {
    local from plugin
    from=$(echo /usr/lib/*/qt6/plugins)
    for plugin in "${plugins[@]}"; do
        [[ ! -e $from/$plugin ]] || install -D --mode=644 "$from/$plugin" "$prefix/lib/qt6/plugins/$plugin"
    done
    [[ -e $prefix/lib/qt6/plugins/platforms/libqxcb.so ]] || fail "Qt's plugin platforms/libqxcb.so is missing: apt-get install libqt6gui6."
    printf '%s\n' '[Paths]' 'Prefix = ..' 'Plugins = lib/qt6/plugins' >"$prefix/bin/qt.conf"
}

copy_fonts() {
    local file
    for file in /usr/share/fonts/opentype/inter/Inter-{Regular,Italic,Medium,SemiBold,Bold}.otf \
        /usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-{Regular,Italic,Bold,BoldItalic}.ttf; do
        [[ ! -e $file ]] || install -D --mode=644 "$file" "$prefix/share/fonts/$(basename "$file")"
    done
    cat >"$prefix/share/fonts/fonts.conf" <<'END'
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">.</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
END
}

write_starter() {
    cat >"$folder/AppRun" <<'END'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export FONTCONFIG_FILE="${FONTCONFIG_FILE:-$here/usr/share/fonts/fonts.conf}"
exec "$here/usr/bin/gevo-explorer" "$@"
END
    chmod 755 "$folder/AppRun"
    ln -s usr/share/applications/gevo-explorer.desktop usr/share/icons/hicolor/scalable/apps/gevo-explorer.svg "$folder/"
    ln -s gevo-explorer.svg "$folder/.DirIcon"
}

# The first lines of the archive. What follows them is a tar archive, compressed by xz.
starter() {
    cat <<END
#!/bin/sh
# GEVO Explorer $version in one file: unpacks itself once into the user's cache and starts. With --unpack FOLDER it only unpacks.
set -e
command -v xz >/dev/null || { echo "\$0: xz is missing; install the package xz-utils or xz" >&2; exit 1; }
unpack() { tail -n +$(($1 + 1)) "\$0" | xz -dc | tar -C "\$1" -xf - --strip-components=1; }
if [ "\$1" = --unpack ]; then
    [ -n "\$2" ] || { echo "usage: \$0 --unpack FOLDER" >&2; exit 2; }
    mkdir -p "\$2"
    unpack "\$2"
    exit
fi
folder=\${XDG_CACHE_HOME:-\$HOME/.cache}/gevo-explorer/$version-$2
if [ ! -e "\$folder/AppRun" ]; then
    mkdir -p "\$(dirname "\$folder")"
    new=\$(mktemp -d "\$folder.XXXXXX")
    trap 'rm -rf "\$new"' EXIT
    unpack "\$new"
    mv -T "\$new" "\$folder" 2>/dev/null || [ -e "\$folder/AppRun" ]
    rm -rf "\$new"
fi
exec "\$folder/AppRun" "\$@"
END
}

step 1/4 "Set-up"
"$root/packaging/setup.sh"
step 2/4 "Building (build/release)"
build_release gevo gevo-explorer gevo-mpi gevo-worker gevocudart man_pages
version=$(release_version)

step 3/4 "Libraries, plugins, fonts and the compiler"
rm -rf "$work"
mkdir -p "$folder"
logged explorer-install "The programs could not be installed." cmake --install "$root/build/release" --strip --prefix "$prefix"
copy_plugins
carry_for_prefix "$prefix" "$prefix"/lib/qt6/plugins/*/*.so
copy_fonts
write_starter
logged bundle-compiler "The compiler could not be copied." "$root/packaging/bundle-compiler.sh" "$prefix"

step 4/4 "Packing"
name=gevo-explorer-$version-linux-$(uname -m)
tar -C "$work" -cf - --owner=0 --group=0 --sort=name gevo-explorer.AppDir | xz -T1 -9 >"$work/contents"
contents=$(sha256sum "$work/contents" | cut -c 1-12)
lines=$(starter 0 "$contents" | wc -l)
{ starter "$lines" "$contents"; cat "$work/contents"; } >"$work/$name.run"
chmod 755 "$work/$name.run"
rm "$work/contents"
say "build/explorer-bundle/$name.run: $(($(stat -c %s "$work/$name.run") / 1024 / 1024)) MiB. Copy it anywhere and start it."
