#!/usr/bin/env bash
# A relocatable archive of the command line tool for a GPU server or a cluster node: the programs, the libraries they need beside them, a
# compiler, and the bundled samples as ready .gevo files. Runs on any Linux with this system's glibc or a newer one. A GPU needs NVIDIA's
# driver, and new programs need the headers and libdevice of a CUDA toolkit; nothing else has to be installed.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [[ ${1:-} == --help ]]; then
    say "usage: packaging/bundle.sh"
    say "Installs what the build needs, builds Release, and makes build/bundle/gevo-VERSION-linux-PROCESSOR.tar.xz. Needs a CUDA toolkit for the samples,"
    say "and lld-22, patchelf and xz."
    exit 0
fi
[[ $# -eq 0 ]] || { say "usage: packaging/bundle.sh" >&2; exit 2; }

source "$(dirname "${BASH_SOURCE[0]}")/carry.sh"
largest=$((100 * 1024 * 1024))
build=$root/build/bundle

step 1/5 "Set-up"
"$root/packaging/setup.sh"
step 2/5 "Building (build/release)"
build_release gevo gevo-mpi gevo-worker gevocudart man_pages
version=$(release_version)
name=gevo-$version-linux-$(uname -m)
prefix=$build/$name

step 3/5 "Libraries and the compiler"
rm -rf "$build/gevo-"*
mkdir -p "$build"
# Without the explorer, which is a component.
logged bundle-install "The programs could not be installed." \
    cmake --install "$root/build/release" --strip --component Unspecified --prefix "$prefix"
carry_for_prefix "$prefix"
logged bundle-compiler "The compiler could not be copied." "$root/packaging/bundle-compiler.sh" "$prefix"

step 4/5 "Samples"
mkdir "$prefix/projects"
for manifest in "$root"/resources/samples/*/sample.toml; do
    sample=$(basename "$(dirname "$manifest")")
    options=()
    # Inputs that nothing compresses: the held-out test of its own would take 6 MB.
    if [[ $sample == hotspot ]]; then options=(--heldout "300 180 4 4"); fi
    logged "bundle-$sample" "gevo new could not make the file of sample $sample." \
        "$prefix/bin/gevo" new "$prefix/projects/$sample.gevo" --sample "$sample" "${options[@]}"
done

step 5/5 "Packing"
archive=$build/$name.tar.xz
tar -C "$build" -cf - --owner=0 --group=0 --sort=name "$name" | xz -T1 -9 >"$archive"
size=$(stat -c %s "$archive")
[[ $size -le $largest ]] || fail "$archive has $size bytes, and at most $largest are allowed."
say "build/bundle/$name.tar.xz: $((size / 1024 / 1024)) MiB. Unpack it anywhere: $name/bin/gevo doctor"
