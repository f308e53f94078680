#!/usr/bin/env bash
# A relocatable archive of the command line tool for a GPU server or a cluster node: the programs with LLVM inside, the libraries they need
# beside them, and the bundled samples as ready .gevo files. Runs on any Linux with glibc 2.36; a GPU needs NVIDIA's driver, nothing else.

source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [[ ${1:-} == --help ]]; then
    say "usage: packaging/bundle.sh"
    say "Installs what is missing, builds into build/bundle, and makes build/bundle/gevo-VERSION-linux-PROCESSOR.tar.xz. Needs a CUDA toolkit for the samples."
    exit 0
fi
[[ $# -eq 0 ]] || { say "usage: packaging/bundle.sh" >&2; exit 2; }

command -v xz >/dev/null || fail "xz is missing: apt-get install xz-utils."
largest=$((50 * 1024 * 1024))
build=$root/build/bundle

step 1/4 "Set-up"
"$root/packaging/setup.sh"
step 2/4 "Building (build/bundle)"
build_preset bundle gevo gevo-worker gevocudart man_pages
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=gevo-$version-linux-$(uname -m)
rm -rf "$build/gevo-"*
logged bundle-install "The programs could not be installed." cmake --install "$build" --strip --prefix "$build/$name"

step 3/4 "Samples"
mkdir "$build/$name/projects"
for manifest in "$root"/resources/samples/*/sample.toml; do
    sample=$(basename "$(dirname "$manifest")")
    options=()
    # Inputs that nothing compresses: the held-out test of its own would take 6 MB.
    if [[ $sample == hotspot ]]; then options=(--heldout "300 180 4 4"); fi
    logged "bundle-$sample" "gevo new could not make the file of sample $sample." \
        "$build/$name/bin/gevo" new "$build/$name/projects/$sample.gevo" --sample "$sample" "${options[@]}"
done

step 4/4 "Packing"
archive=$build/$name.tar.xz
tar -C "$build" -cf - --owner=0 --group=0 --sort=name "$name" | xz -T1 -9 >"$archive"
size=$(stat -c %s "$archive")
[[ $size -le $largest ]] || fail "$archive has $size bytes, and at most $largest are allowed."
say "build/bundle/$name.tar.xz: $((size / 1024 / 1024)) MiB. Unpack it anywhere: $name/bin/gevo doctor"
