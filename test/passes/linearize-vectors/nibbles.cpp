// Fields of four bits, spelled as shifts and masks.
// RUN: %pto-rewrite --passes=linearize-vectors -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=linearize-vectors --expect-change %s
// RUN: %equal --passes='linearize-vectors{arch=aie2p f32-lanes=64}' --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <class T, Index... D> using L1 = mem::MemRef<T, mem::L1, D...>;

// Eight fields of each of eight words: 64 lanes.
// CHECK-LABEL: words_of_32(
// CHECK-NEXT: auto x = vec::transfer_read<8>(mem::rank_reduce<8>(w), {0});
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<8, 8>(vec::unpack4<std::int32_t>(vec::bitcast<std::uint8_t>(x))), out, {0, 0});
PTO_INCORE void words_of_32(In<L1<std::int32_t, 8, 1>> w, Out<L1<std::int32_t, 8, 8>> out) {
  auto x = vec::broadcast<8, 8>(vec::transfer_read<8, 1>(w, {0, 0}));  // SAYS: :[[@LINE]]:12: remark: 'x' and 'shifts' are rank 1: 4 ops work on 64 lanes in one row [-Rpass=linearize-vectors]
  // SAYS: :[[@LINE-1]]:33: remark: the vector is read without the dimensions of 'w' that have one element [-Rpass=linearize-vectors]
  auto shifts = vec::broadcast<8, 8>(vec::step<std::int32_t, 8>() * vec::splat<std::int32_t, 8>(4));
  vec::transfer_write((x >> shifts) & vec::splat<std::int32_t, 8, 8>(15), out, {0, 0});  // SAYS: :[[@LINE]]:23: remark: the vector is unpacked: 64 fields of four bits from 8 words [-Rpass=linearize-vectors]
}

// Four of each of sixteen, unsigned, the mask first, and everything has a name.
// CHECK-LABEL: words_of_16(
// CHECK-NEXT: const auto words = vec::transfer_read<8>(w, {0});
// CHECK-NEXT: vec::Vec<std::uint16_t, 4> by = vec::splat<std::uint16_t, 4>(0);
// CHECK-NEXT: by = vec::insert(4, by, 1);
// CHECK-NEXT: by = vec::insert(8, by, 2);
// CHECK-NEXT: by = vec::insert(12, by, 3);
// CHECK-NEXT: auto fields = vec::unpack4<std::uint16_t>(vec::bitcast<std::uint8_t>(words));
// CHECK-NEXT: vec::transfer_write(vec::shape_cast<8, 4>(vec::concat(vec::cast<float>(vec::extract_slice<16>(fields, {0})), vec::cast<float>(vec::extract_slice<16>(fields, {16})))), out, {0, 0});
PTO_INCORE void words_of_16(In<L1<std::uint16_t, 8>> w, Out<L1<float, 8, 4>> out) {
  const auto words = vec::transfer_read<8>(w, {0});
  auto x = vec::broadcast<8, 4>(vec::shape_cast<8, 1>(words));  // SAYS: :[[@LINE]]:12: remark: 'x', 'shifts', 'fifteen', 'shifted' and 'fields' are rank 1: 5 ops work on 32 lanes in one row [-Rpass=linearize-vectors]
  vec::Vec<std::uint16_t, 4> by = vec::splat<std::uint16_t, 4>(0);
  by = vec::insert(4, by, 1);
  by = vec::insert(8, by, 2);
  by = vec::insert(12, by, 3);
  auto shifts = vec::broadcast<8, 4>(by);
  const auto fifteen = vec::splat<std::uint16_t, 8, 4>(15);
  auto shifted = x >> shifts;
  auto fields = fifteen & shifted;  // SAYS: :[[@LINE]]:17: remark: 'fields' is unpacked: 32 fields of four bits from 8 words [-Rpass=linearize-vectors]
  vec::transfer_write(vec::cast<float>(fields), out, {0, 0});  // SAYS: :[[@LINE]]:23: remark: 1 op on 32 lanes is done in halves [-Rpass=linearize-vectors]
}

// On rank 1 from the beginning, all in one expression.
// CHECK-LABEL: in_one_expression(
// CHECK-NEXT: vec::store(vec::unpack4<std::int32_t>(vec::bitcast<std::uint8_t>(vec::load<2>(w, {0}))), out, {0});
PTO_INCORE void in_one_expression(In<L1<int, 2>> w, Out<L1<int, 16>> out) {
  vec::store((vec::shuffle<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(vec::load<2>(w, {0})) >> vec::concat(vec::step<int, 8>() * vec::splat<int, 8>(4), vec::step<int, 8>() << vec::splat<int, 8>(2))) & vec::splat<int, 16>(15), out, {0});  // SAYS: :[[@LINE]]:14: remark: the vector is unpacked: 16 fields of four bits from 2 words [-Rpass=linearize-vectors]
}

// The words may be used elsewhere, too, the copies and the shift may not vanish then.
// CHECK-LABEL: used_elsewhere(
// CHECK-NEXT: auto words = vec::load<2>(w, {0});
// CHECK-NEXT: auto x = vec::shuffle<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(words);
// CHECK-NEXT: auto shifts = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::step<int, 8>() * vec::splat<int, 8>(4));
// CHECK-NEXT: auto shifted = x >> shifts;
// CHECK-NEXT: vec::store(vec::unpack4<std::int32_t>(vec::bitcast<std::uint8_t>(words)), out, {0});
// CHECK-NEXT: vec::store(shifted + x, other, {0});
PTO_INCORE void used_elsewhere(In<L1<int, 2>> w, Out<L1<int, 16>> out, Out<L1<int, 16>> other) {
  auto words = vec::load<2>(w, {0});
  auto x = vec::shuffle<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(words);
  auto shifts = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::step<int, 8>() * vec::splat<int, 8>(4));
  auto shifted = x >> shifts;
  vec::store(shifted & vec::splat<int, 16>(15), out, {0});  // SAYS: :[[@LINE]]:14: remark: the vector is unpacked: 16 fields of four bits from 2 words [-Rpass=linearize-vectors]
  vec::store(shifted + x, other, {0});
}

// Copies of what has no name, which somebody else wants: nothing names the words.
// CHECK-LABEL: copies_without_a_name(
// CHECK-NEXT: auto x = vec::shuffle<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(vec::load<2>(w, {0}));
// CHECK-NEXT: auto shifts = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::step<int, 8>() * vec::splat<int, 8>(4));
// CHECK-NEXT: auto fields = (x >> shifts) & vec::splat<int, 16>(15);
// CHECK-NEXT: vec::store(fields + x, out, {0});
PTO_INCORE void copies_without_a_name(In<L1<int, 2>> w, Out<L1<int, 16>> out) {
  auto x = vec::shuffle<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(vec::load<2>(w, {0}));
  auto shifts = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::step<int, 8>() * vec::splat<int, 8>(4));
  auto fields = (x >> shifts) & vec::splat<int, 16>(15);  // SAYS: :[[@LINE]]:17: remark: 'fields' kept: nothing names the words here that it unpacks [-Rpass-missed=linearize-vectors,no-name]
  // SAYS-NEXT: :[[@LINE-3]]:73: note: made here
  vec::store(fields + x, out, {0});
}

// CHECK-LABEL: words_assigned_again(
// CHECK-NEXT: auto words = vec::load<2>(w, {0});
// CHECK-NEXT: auto x = words;
// CHECK-NEXT: words = words + words;
// CHECK-NEXT: auto fields = vec::unpack4<std::int32_t>(vec::bitcast<std::uint8_t>(x));
// CHECK-NEXT: vec::store(fields + vec::shuffle<0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1>(words), out, {0});
PTO_INCORE void words_assigned_again(In<L1<int, 2>> w, Out<L1<int, 16>> out) {
  auto words = vec::load<2>(w, {0});
  auto x = vec::shuffle<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(words);
  auto shifts = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::step<int, 8>() * vec::splat<int, 8>(4));
  words = words + words;
  auto fields = (x >> shifts) & vec::splat<int, 16>(15);  // SAYS: :[[@LINE]]:17: remark: 'fields' is unpacked: 16 fields of four bits from 2 words [-Rpass=linearize-vectors]
  vec::store(fields + vec::shuffle<0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1>(words), out, {0});
}

// Fields of bytes are left as shifts.
// CHECK-LABEL: bytes(
// CHECK-NEXT: auto x = vec::shuffle<0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7>(vec::load<8>(w, {0}));
// CHECK-NEXT: auto shifts = vec::shuffle<0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1>(vec::step<std::int8_t, 2>() * vec::splat<std::int8_t, 2>(4));
// CHECK-NEXT: vec::store((x >> shifts) & vec::splat<std::int8_t, 16>(15), out, {0});
PTO_INCORE void bytes(In<L1<std::int8_t, 8>> w, Out<L1<std::int8_t, 16>> out) {
  auto x = vec::shuffle<0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7>(vec::load<8>(w, {0}));
  auto shifts = vec::shuffle<0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1>(vec::step<std::int8_t, 2>() * vec::splat<std::int8_t, 2>(4));
  vec::store((x >> shifts) & vec::splat<std::int8_t, 16>(15), out, {0});
}

// Other masks, other shifts, another order of words, fields of the same word only, shifts of what the run tells.
// CHECK-LABEL: other_fields(
// CHECK-NEXT: auto words = vec::load<2>(w, {0});
// CHECK-NEXT: auto x = vec::shuffle<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(words);
// CHECK-NEXT: auto shifts = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::step<int, 8>() * vec::splat<int, 8>(4));
// CHECK-NEXT: auto mask = (x >> shifts) & vec::splat<int, 16>(7);
// CHECK-NEXT: auto swapped = vec::shuffle<1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0>(words);
// CHECK-NEXT: auto order = (swapped >> shifts) & vec::splat<int, 16>(15);
// CHECK-NEXT: auto reversed = vec::splat<int, 16>(28) - shifts;
// CHECK-NEXT: auto last_first = (x >> reversed) & vec::splat<int, 16>(15);
// CHECK-NEXT: auto one = vec::shuffle<0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>(words);
// CHECK-NEXT: auto same = (one >> shifts) & vec::splat<int, 16>(15);
// CHECK-NEXT: auto unknown = (x >> (shifts + vec::splat<int, 16>(static_cast<int>(n)))) & vec::splat<int, 16>(15);
// CHECK-NEXT: auto half = (vec::shuffle<0, 0, 0, 0>(words) >> (vec::step<int, 4>() * vec::splat<int, 4>(4))) & vec::splat<int, 4>(15);
// CHECK-NEXT: vec::store(mask + order + last_first + same + unknown + vec::shuffle<0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3>(half), out, {0});
PTO_INCORE void other_fields(In<L1<int, 2>> w, Index n, Out<L1<int, 16>> out) {
  auto words = vec::load<2>(w, {0});
  auto x = vec::shuffle<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(words);
  auto shifts = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::step<int, 8>() * vec::splat<int, 8>(4));
  auto mask = (x >> shifts) & vec::splat<int, 16>(7);
  auto swapped = vec::shuffle<1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0>(words);
  auto order = (swapped >> shifts) & vec::splat<int, 16>(15);
  auto reversed = vec::splat<int, 16>(28) - shifts;
  auto last_first = (x >> reversed) & vec::splat<int, 16>(15);
  auto one = vec::shuffle<0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>(words);
  auto same = (one >> shifts) & vec::splat<int, 16>(15);
  auto unknown = (x >> (shifts + vec::splat<int, 16>(static_cast<int>(n)))) & vec::splat<int, 16>(15);
  auto half = (vec::shuffle<0, 0, 0, 0>(words) >> (vec::step<int, 4>() * vec::splat<int, 4>(4))) & vec::splat<int, 4>(15);
  vec::store(mask + order + last_first + same + unknown + vec::shuffle<0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3>(half), out, {0});
}

// CHECK-LABEL: with_a_comment(
// CHECK-NEXT: auto words = vec::load<2>(w, {0});
// CHECK-NEXT: auto x = vec::shuffle<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(words);
// CHECK-NEXT: auto shifts = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::step<int, 8>() * vec::splat<int, 8>(4));
// CHECK-NEXT: vec::store((x >> /* field by field */ shifts) & vec::splat<int, 16>(15), out, {0});
PTO_INCORE void with_a_comment(In<L1<int, 2>> w, Out<L1<int, 16>> out) {
  auto words = vec::load<2>(w, {0});
  auto x = vec::shuffle<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(words);
  auto shifts = vec::shuffle<0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7>(vec::step<int, 8>() * vec::splat<int, 8>(4));
  vec::store((x >> /* field by field */ shifts) & vec::splat<int, 16>(15), out, {0});  // SAYS: :[[@LINE]]:14: remark: kept: the edit would delete a comment [-Rpass-missed=linearize-vectors,comment]
  // SAYS-NEXT: :[[@LINE-1]]:14: note: in this statement
}

PTO_TEST_MAIN(words_of_32, words_of_16, in_one_expression, used_elsewhere, copies_without_a_name, words_assigned_again,
              bytes, other_fields, with_a_comment)
