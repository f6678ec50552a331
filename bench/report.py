#!/usr/bin/env python3
"""Shows results as text.

    bench/report.py [--all] build-bench/results.json        what bench/run showed
    bench/report.py [--all] build-bench/launch-*.json       launches that belong together
"""

import json
import sys

from gates import gate_of
from results import NOISY, merge, name, ranked, summary


def duration(seconds):
    """Three digits, in the unit that suits."""
    for unit, factor in (("s", 1), ("ms", 1e3), ("us", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:#.3g}".rstrip(".") + f" {unit}"
    return f"{seconds * 1e9:#.3g}".rstrip(".") + " ns"


def cell(result):
    return duration(result["time"]) if result else "-"


def times(ratio):
    return "-" if ratio is None else f"{ratio:.2f}"


def table(rows, right):
    """Columns as wide as they must be; those in `right` are aligned to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for number, row in enumerate(rows):
        yield "  ".join(text.rjust(width) if i in right else text.ljust(width)
                        for i, (text, width) in enumerate(zip(row, widths))).rstrip()
        if number == 0:
            yield "  ".join("-" * width for width in widths).rstrip()


def overview(cases):
    rows = [["kernel", "", "as written", "rewritten", "gain", "target", "best peer", "", "ratio", "of limit", "gates"]]
    for case in cases:
        if case["skipped"]:
            rows.append([case["id"], case["level"], *[""] * 8, case["skipped"]])
            continue
        row = summary(case)
        ours, peer, verdict = row["rewritten"], row["peer"], row["verdict"]
        rows.append([case["id"], case["level"], cell(row["written"]), cell(ours), times(row["gain"]),
                     ours["label"].split(",")[0] if ours else "", cell(peer), name(peer) if peer else "", times(row["ratio"]),
                     "-" if row["of_limit"] is None else f"{100 * row['of_limit']:.0f} %", verdict[1] if verdict else ""])
    return table(rows, {2, 3, 4, 6, 8, 9})


def everything(cases):
    """All entries of all cases, the fastest first."""
    for case in cases:
        if not case["results"]:
            continue
        yield f"\n{case['id']}"
        rows = [["", "kind", "entry", "time", "launches", ""]]
        for r in sorted(case["results"], key=lambda r: (not r["right"], r["time"] or 0)):
            rows.append(["", r["kind"], name(r), cell(r) if r["time"] else "wrong", f"+{100 * r['spread']:.0f} %", r["detail"]])
        yield from table(rows, {3, 4})


def remarks(cases, missing):
    """What is not in the table, or to be read with care."""
    for case in cases:
        for r in case["results"]:
            if not r["right"]:
                yield f"wrong: {case['id']}: {name(r)} ({r['kind']}): {r['detail']}"
        for r in case["results"]:
            if r["time"] and not ranked(r):
                yield f"not ranked: {case['id']}: {name(r)} takes {cell(r)} with instructions that no target has"
    reasons = {}
    for each in missing:
        reasons.setdefault((each["kind"], each["label"], each["why"]), []).append(each["families"].replace(",", ", "))
    for (kind, label, why), families in reasons.items():
        yield f"missing: {label} ({kind}: {', '.join(families)}): {why}"
    noisy = [f"{case['id']} {part}" for case in cases for part in ("written", "rewritten", "peer", "limit")
             if (r := summary(case)[part]) and r["spread"] > NOISY]
    if noisy:
        yield f"noisy, launches differ by more than {100 * NOISY:.0f} %: {', '.join(noisy)}"


def closing(cases):
    verdicts = [summary(case)["verdict"] for case in cases]
    met = sum(1 for v in verdicts if v and v[0])
    missed = sum(1 for v in verdicts if v and not v[0])
    open_ = sum(1 for case, v in zip(cases, verdicts) if gate_of(case["id"]) and not v)
    return f"gates: {met} met, {missed} missed" + (f", {open_} without a rewritten kernel or a peer" if open_ else "")


def show(cases, missing, all_entries=False):
    yield from overview(cases)
    if all_entries:
        yield from everything(cases)
    lines = list(remarks(cases, missing))
    if lines:
        yield ""
        yield from lines
    yield ""
    yield closing(cases)


def main():
    paths = [argument for argument in sys.argv[1:] if argument != "--all"]
    if not paths:
        sys.exit(__doc__)
    read = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            read.append(json.load(file))
    cases, missing = (read[0]["cases"], read[0]["missing"]) if "runs" in read[0] else merge(read)
    print("\n".join(show(cases, missing, "--all" in sys.argv)))


if __name__ == "__main__":
    main()
