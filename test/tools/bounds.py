"""How far two outputs of PTO_TEST_MAIN may be apart: --ulp=N, --within=R, --small=bf16|half."""

import struct


def value(word, small):
    """The number that PTO_TEST_MAIN printed in hexadecimal."""
    if len(word) == 8:
        return struct.unpack("<f", int(word, 16).to_bytes(4, "little"))[0]
    if len(word) == 4 and small == "bf16":
        return struct.unpack("<f", (int(word, 16) << 16).to_bytes(4, "little"))[0]
    if len(word) == 4:
        return struct.unpack("<e", int(word, 16).to_bytes(2, "little"))[0]
    return float("nan")


def steps(a, b):
    """How many numbers of the format lie between the two."""

    def order(word):
        n, sign = int(word, 16), 1 << (4 * len(word) - 1)
        return -(n - sign) if n & sign else n

    return abs(order(a) - order(b))


def tolerated(want, have, args):
    """The words of a line that differ by no more than was allowed."""
    largest = 0.0
    if args.within:
        largest = max((abs(v) for v in (value(w, args.small) for w in want[1:]) if v - v == 0), default=0.0)
    good = set()
    for i, (a, b) in enumerate(zip(want, have)):
        if i == 0 or a == b or len(a) != len(b):
            continue
        if args.ulp and steps(a, b) <= args.ulp:
            good.add(i)
        elif args.within and abs(value(a, args.small) - value(b, args.small)) <= args.within * largest:
            good.add(i)
    return good
