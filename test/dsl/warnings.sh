#!/bin/sh
# warnings.sh REPOSITORY - compiles each header alone and every_op.cpp, with each compiler that is there, in each build
# mode, warnings being errors; and checks that every_op.cpp has every op.
set -u
root=$1
here=$root/test/dsl
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
flags="-std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wconversion -Werror -I$root/dsl"

# Each header has to stand alone; one file that includes one header each is quicker as one compiler run.
find "$root/dsl/pto" -name '*.h' | sort | while read -r header; do
  name=$(echo "${header#"$root"/dsl/}" | tr './' '__')
  echo "#include <${header#"$root"/dsl/}>" >"$work/$name.cpp"
done

for cxx in g++ clang++-14 clang++-22; do
  command -v $cxx >/dev/null || { echo "skipped: no $cxx"; continue; }
  # shellcheck disable=SC2086
  $cxx $flags "$work"/*.cpp || { echo "failed: headers alone, $cxx"; failed=1; }
  for mode in "" -DPTO_CHECKED -DPTO_TRACE "-DPTO_CHECKED -DPTO_TRACE" -DPTO_POISON=0xA5; do
    # shellcheck disable=SC2086
    $cxx $flags $mode "$here/every_op.cpp" || { echo "failed: every op, $cxx $mode"; failed=1; }
  done
done

# Ops are spelled as they are annotated, but for keywords (tile.and is tile::and_).
grep -ho 'PTO_OP("[a-z]*\.[a-z_0-9]*' "$root"/dsl/pto/dsl/*.h | sed 's/PTO_OP("//' | sort -u | while read -r op; do
  space=${op%%.*} name=${op#*.}
  case $op in
  vec.add | vec.sub | vec.mul | vec.div | vec.neg | vec.and | vec.or | vec.xor | vec.not | vec.shl | vec.shr)
    continue ;; # operators
  *.and | *.or | *.xor | *.not) name=${name}_ ;;
  esac
  case $op in
  tensor.element | tensor.wrap | tensor.convert | tile.element | tile.convert | mem.element | mem.wrap | mem.convert)
    continue ;; # (), constructors
  math.add | math.sub | math.mul | math.div | math.neg | math.convert | math.bits | math.from_bits) continue ;; # half's own
  mem.extent | mem.stride | mem.data | mem.is_null | mem.size | \
    tile.at | tensor.extent | tensor.stride | tensor.valid | tensor.data | tensor.is_null | tensor.size | tensor.is_contiguous | \
    tile.rows | tile.cols | tile.valid_rows | tile.valid_cols | tile.is_null)
    grep -q "\.$name(" "$here/every_op.cpp" || echo "$op" ;;
  *) grep -q "$space::$name[<(]" "$here/every_op.cpp" || echo "$op" ;;
  esac
done >"$work/missing"
if [ -s "$work/missing" ]; then
  echo "failed: not in every_op.cpp:" $(cat "$work/missing")
  failed=1
fi
exit $failed
