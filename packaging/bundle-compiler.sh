#!/usr/bin/env bash
# Puts a compiler into an installed prefix, for machines that have none: clang 22 with its headers, lld, and, where there is not even a
# C++ library, headers and start files of this system's. Debian's own programs, whose libraries lie beside those of GEVO. Called by bundle.sh and
# explorer-bundle.sh.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
    say "usage: packaging/bundle-compiler.sh PREFIX"
    say "Needs clang-22, lld-22, g++, patchelf and xz. PREFIX holds what cmake --install put there."
}

if [[ ${1:-} == --help ]]; then usage; exit 0; fi
if [[ $# -ne 1 || $1 == -* ]]; then usage >&2; exit 2; fi
prefix=$(realpath "$1")
source "$(dirname "${BASH_SOURCE[0]}")/carry.sh"
own=$prefix/lib/gevo-explorer
libraries=$own/carried
[[ -d $libraries ]] || fail "$prefix has no lib/gevo-explorer/carried; call this as bundle.sh does."

llvm=/usr/lib/llvm-22
[[ -e $llvm/bin/clang ]] || fail "clang is missing: apt-get install clang-22."
processor=$(uname -m)-linux-gnu
gcc=$(g++ -print-file-name=crtbegin.o)
gcc=$(dirname "$(realpath "$gcc")")

compiler=$own/clang
system=$own/system

copy_programs() {
    mkdir -p "$compiler/bin" "$compiler/lib/clang/22"
    install --strip "$llvm/bin/clang" "$compiler/bin/clang++"
    install --strip "$llvm/bin/lld" "$compiler/bin/ld.lld"
    cp -rL "$llvm/lib/clang/22/include" "$compiler/lib/clang/22/"
    carry "$libraries" "$llvm/bin/clang" "$llvm/bin/lld"
    # shellcheck disable=SC2016 # the loader expands it
    patchelf --set-rpath '$ORIGIN/../../carried' "$compiler/bin/clang++" "$compiler/bin/ld.lld"
}

# copy_packages REGEX PACKAGE...: those of the packages' files that match, below system/, links as what they lead to.
copy_packages() {
    local file
    dpkg -L "${@:2}" | grep -E "$1" | sort -u | while read -r file; do
        [[ -d $file ]] || printf '%s\n' "${file#/}"
    done | tar -C / --dereference -cf - --files-from=- | tar -C "$system" -xf - --no-same-owner
}

copy_system() {
    local file
    local c_libraries=(libc.so.6 libm.so.6 libmvec.so.1)
    mkdir -p "$system"
    copy_packages "^/usr/include/" libc6-dev linux-libc-dev libcrypt-dev "libstdc++-$(basename "$gcc")-dev"
    copy_packages "/$processor/[^/]*\.o$|/$processor/lib[^/]*\.so$|/lib(c_nonshared|dl|rt|util|pthread)\.a$" libc6-dev
    for file in crtbegin.o crtbeginS.o crtend.o crtendS.o libgcc.a libgcc_eh.a libgcc_s.so; do
        install -D --mode=644 "$gcc/$file" "$system/usr/lib/gcc/$processor/$(basename "$gcc")/$file"
    done
    for file in "${c_libraries[@]}"; do
        install -D --mode=644 "/lib/$processor/$file" "$system/lib/$processor/$file"
    done
    install -D --mode=755 /lib64/ld-linux-x86-64.so.2 "$system/lib64/ld-linux-x86-64.so.2"
    install -D --mode=644 "/lib/$processor/libgcc_s.so.1" "$system/lib/$processor/libgcc_s.so.1"
    install -D --mode=644 "$(g++ -print-file-name=libstdc++.so.6)" "$system/lib/$processor/libstdc++.so.6"
    ln -s libstdc++.so.6 "$system/lib/$processor/libstdc++.so"
}

# A configuration file of clang's would hold for the other way to start it as well.
write_starter() {
    cat >"$compiler/bin/clang++-alone" <<'END'
#!/bin/sh
# clang on a system without a C++ compiler: headers, libraries and linker are those of the bundle.
here=$(dirname "$(readlink -f "$0")")
exec "$here/clang++" --sysroot="$here/../../system" \
    --start-no-unused-arguments -fuse-ld=lld "-Wl,-rpath,$here/../../carried" --end-no-unused-arguments "$@"
END
    chmod 755 "$compiler/bin/clang++-alone"
}

# Licences of what was copied, as their packages state them.
copy_licences() {
    local file name package packages=(clang-22 lld-22 libclang-common-22-dev "libstdc++-$(basename "$gcc")-dev" libc6-dev libcrypt-dev linux-libc-dev)
    for file in "$libraries"/*.so*; do
        name=$processor/$(basename "$file")
        # Some are chosen among several packages by update-alternatives: libblas, liblapack.
        package=$( (dpkg -S "/usr/lib/$name" || dpkg -S "/lib/$name" || dpkg -S "$(realpath "/usr/lib/$name")") 2>/dev/null | sed -n 's/^\([^:, ]*\).*/\1/p' | head -n 1)
        if [[ -n $package ]]; then packages+=("$package"); fi
    done
    for package in "${packages[@]}"; do
        install -D --mode=644 "/usr/share/doc/$package/copyright" "$prefix/share/doc/gevo-explorer/licences/$package"
    done
}

copy_programs
copy_system
write_starter
copy_licences
