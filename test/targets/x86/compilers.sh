#!/bin/sh
# compilers.sh REPOSITORY - the vector functions with each compiler that is there: no warning, and the same bits
# whatever compiler, level and way to allow the instructions (an attribute, or -march).
set -u
here=$1/test/targets/x86
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
flags="-std=c++20 -Wall -Wextra -Wpedantic -Wconversion -Werror -I$1/dsl"
expected=
failed=0

# What does not depend on the compiler, once.
for part in functions oracle ulp; do
  # shellcheck disable=SC2086
  g++ $flags -Wno-conversion -O1 -c "$here/$part.cpp" -o "$work/$part.o" || exit 1
done

try() { # compiler and options; {} is where a target stands
  for target in skylake-avx512 haswell; do
    [ $target = haswell ] && short=avx2 || short=avx512
    for part in kernels_$short helpers_$short; do
      # shellcheck disable=SC2046,SC2086
      $(echo "$*" | sed "s/{}/$target/") $flags -c "$here/$part.cpp" -o "$work/$part.o" ||
        { echo "failed: $* $part"; failed=1; return; }
    done
  done
  g++ "$work/functions.o" "$work/oracle.o" "$work/ulp.o" "$work/kernels_avx512.o" "$work/kernels_avx2.o" -o "$work/ulp" &&
    bits=$("$work/ulp" --bits --every=40009) || { echo "failed: $*: does not link or run"; failed=1; return; }
  [ -n "$expected" ] || expected=$bits
  [ "$bits" = "$expected" ] || { echo "failed: $*: other bits"; echo "$expected"; echo "$bits"; failed=1; }
}

# Intrinsics between our functions.
try_intrinsics() { # compiler and options
  # shellcheck disable=SC2086
  "$@" $flags "$here/intrinsics.cpp" -o "$work/intrinsics" || { echo "failed: $* intrinsics"; failed=1; return; }
  "$work/intrinsics" || { echo "failed: $*: a product is joined with a sum"; failed=1; }
}

for compiler in g++ clang++-14 clang++-22; do
  command -v $compiler >/dev/null || { echo "skipped: no $compiler"; continue; }
  try $compiler -O0
  try $compiler -O2
  try_intrinsics $compiler -O1
  try_intrinsics $compiler -O3
  # The instructions for all of the file; products and sums may be joined.
  try $compiler -O3 -march={} -ffp-contract=fast
done
exit $failed
