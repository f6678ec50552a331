"""What the tool has to reach, case by case.

A ratio is the time of the best peer over ours: 1.3 is 1.3 times as fast. `gate` must not
be missed, `goal` is what a kernel written by hand shows to be possible. `against` names
the variant of the peers that count where not all of them do the same work. `limit` is
a goal in percent of a yardstick: ours moves that share of the bytes, or computes that
share of the operations, in the yardstick's time.
"""

import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Gate:
    cases: str  # regular expression over the whole id
    gate: float
    goal: float | None = None
    against: str | None = None
    limit: float | None = None
    yardstick: str | None = None  # variant of the limit; the fastest one if there is none


GATES = [
    Gate("(vadd|saxpy|sum)/(2K|32K)", gate=0.92, goal=0.98),
    Gate("(vadd|saxpy|sum)/64M", gate=0.92, goal=1.00),
    Gate("softmax/(1024x1024|4096x256)", gate=1.3, goal=1.5, limit=90, yardstick="plain"),
    Gate("softmax/64x1024", gate=1.5, goal=1.9),
    Gate("(rmsnorm|layernorm)/4096x1024", gate=0.97, goal=1.05),
    Gate("(rmsnorm|layernorm)/64x1024", gate=0.97, goal=1.1),
    Gate("gelu/1M", gate=1.3, goal=1.5, limit=95, yardstick="plain"),
    Gate("gelu/64K", gate=1.3, goal=1.6),
    Gate("sgemm/256", gate=0.85, goal=1.0, limit=92),
    Gate("sgemm/512", gate=0.85, goal=0.97, limit=92),
    Gate("bf16gemm/512", gate=1.3, goal=1.75),
    Gate("attention/1024x64", gate=1.15, goal=1.3, limit=82),
    # Within 8 % of writing the row where it belongs; 3 % is the goal.
    Gate("staged/(64|4096)x1024", gate=0.92, goal=0.97, against="direct"),
    # Never slower than the steps one by one, give or take what two measurements differ by.
    Gate("chain/64x256", gate=0.95, against="unfused"),
    Gate("chain/(64x1024|16x4096)", gate=0.95, against="unfused", limit=95, yardstick="plain"),
]


def gate_of(case):
    """The gate of a case, or None."""
    return next((gate for gate in GATES if re.fullmatch(gate.cases, case)), None)
