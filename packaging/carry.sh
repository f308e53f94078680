# shellcheck shell=bash
# Sourced after common.sh by the scripts that put libraries of this system beside our programs, so that they run where those are not installed.

for tool in patchelf:patchelf xz:xz-utils /usr/lib/llvm-22/bin/lld:lld-22; do
    command -v "${tool%:*}" >/dev/null || fail "$(basename "${tool%:*}") is missing: apt-get install ${tool#*:}."
done

# needed_libraries FILE...: the libraries that these load, as found here, without those of the C library, of which there is one everywhere.
needed_libraries() {
    local file
    for file in "$@"; do
        ldd "$file" | sed -n 's/^\t[^ ]* => \(\/[^ ]*\) .*/\1/p'
    done | grep -vE '/lib(c|m|dl|rt|pthread|resolv|mvec)\.so' | sort -u
}

# carry FOLDER FILE...: copies the libraries that the files need into the folder, where they find each other wherever it lies.
carry() {
    local folder=$1 file
    shift
    mkdir -p "$folder"
    needed_libraries "$@" | while read -r file; do
        [[ -e $folder/$(basename "$file") ]] || install --mode=644 "$file" "$folder/"
    done
    for file in "$folder"/*.so*; do
        # shellcheck disable=SC2016 # the loader expands it
        [[ -L $file || $(patchelf --print-rpath "$file") == '$ORIGIN' ]] || patchelf --set-rpath '$ORIGIN' "$file"
    done
}

# carry_for_prefix PREFIX [PLUGIN...]: what our programs and libraries, as cmake --install put them there, and Qt's plugins need. It does
# not lie beside libgevocudart, where the user's programs would find a C++ library older than the one that they are built with.
carry_for_prefix() {
    local file programs=("$1"/bin/gevo*) ours=("$1"/lib/gevo-explorer/*.so*) carried=$1/lib/gevo-explorer/carried
    shift
    # KSyntaxHighlighting may be ours, of which the system knows nothing.
    LD_LIBRARY_PATH=$(dirname "${ours[0]}") carry "$carried" "${programs[@]}" "${ours[@]}" "$@"
    for file in "${ours[@]}"; do rm -f "$carried/$(basename "$file")"; done
    # shellcheck disable=SC2016 # the loader expands it
    for file in "${programs[@]}"; do patchelf --set-rpath '$ORIGIN/../lib/gevo-explorer/carried:$ORIGIN/../lib/gevo-explorer' "$file"; done
    # shellcheck disable=SC2016
    for file in "${ours[@]}"; do [[ -L $file ]] || patchelf --set-rpath '$ORIGIN/carried' "$file"; done
    # shellcheck disable=SC2016
    for file in "$@"; do patchelf --set-rpath '$ORIGIN/../../../gevo-explorer/carried' "$file"; done
}
