#!/usr/bin/env python3
"""Draws results as SVG: how far each kernel is from what the machine can do.

    bench/chart.py build-bench/results.json bench/results.svg

A row a case, time on a logarithmic axis in multiples of the case's limit: kernels as
written, the best peer, and as rewritten. A bar connects the last two: the rewritten
kernel wins where it is on the left.
"""

import json
import math
import sys
from xml.sax.saxutils import escape

from results import summary

LEFT, RIGHT, TOP, ROW = 200, 24, 74, 22
WIDTH = 900
MARKS = (("written", "as written"), ("peer", "best peer"), ("rewritten", "rewritten"))
STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #333 } .title { font-size: 15px; font-weight: 600 } .right { text-anchor: end }
  .middle { text-anchor: middle } .soft { fill: #777 } .grid { stroke: #ddd } .limit { stroke: #777; stroke-dasharray: 3 3 }
  .written { fill: #aaa } .peer { fill: #2b6cb0 } .rewritten { fill: #dd6b20 }
  .ahead { stroke: #dd6b20 } .behind { stroke: #2b6cb0 } .bar { stroke-width: 3; stroke-opacity: .45 }
  @media (prefers-color-scheme: dark) { text { fill: #ddd } .soft { fill: #999 } .grid { stroke: #444 } }
"""


def rows_of(cases):
    """(case, {mark: multiple of the limit}) for each case with a limit."""
    for case in cases:
        row = summary(case)
        if row["limit"]:
            yield case, {mark: row[mark]["time"] / row["limit"]["time"] for mark, _ in MARKS if row[mark]}


def ticks(most):
    """1, 2, 5, 10, 20 ... up to what is needed."""
    for power in range(math.ceil(math.log10(most)) + 1):
        for digit in (1, 2, 5):
            if digit * 10**power <= most:
                yield digit * 10**power


def shape(mark, x, y):
    if mark == "peer":
        return f'<path class="peer" d="M{x - 5:.1f} {y}L{x:.1f} {y - 5}L{x + 5:.1f} {y}L{x:.1f} {y + 5}Z"/>'
    return f'<circle class="{mark}" cx="{x:.1f}" cy="{y}" r="4.5"/>'


def text(x, y, words, kind=""):
    return f'<text x="{x:.1f}" y="{y}"' + (f' class="{kind}"' if kind else "") + f">{escape(words)}</text>"


def draw(results):
    rows = list(rows_of(results["cases"]))
    most = max((value for _, marks in rows for value in marks.values()), default=1) * 1.15
    least = min([value for _, marks in rows for value in marks.values()] + [1]) / 1.15
    scale = (WIDTH - LEFT - RIGHT) / math.log(max(most, 2) / least)

    def at(value):
        return LEFT + scale * math.log(value / least)

    bottom = TOP + ROW * len(rows)
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{bottom + 46}" '
           f'viewBox="0 0 {WIDTH} {bottom + 46}">')
    yield f"<style>{STYLE}</style>"
    yield text(16, 24, "Time of each kernel in multiples of what the machine can do", "title")
    for i, (mark, words) in enumerate(MARKS):
        yield shape(mark, 24 + 110 * i, 46)
        yield text(34 + 110 * i, 50, words)
    for tick in ticks(most):
        yield f'<line class="{"limit" if tick == 1 else "grid"}" x1="{at(tick):.1f}" x2="{at(tick):.1f}" y1="{TOP - 8}" y2="{bottom}"/>'
        yield text(at(tick), bottom + 16, "limit" if tick == 1 else f"{tick}x", "middle soft")
    for i, (case, marks) in enumerate(rows):
        y = TOP + ROW * i + ROW // 2
        yield text(LEFT - 54, y + 4, case["id"], "right")
        yield text(LEFT - 8, y + 4, case["level"], "right soft")
        if "peer" in marks and "rewritten" in marks:
            side = "ahead" if marks["rewritten"] <= marks["peer"] else "behind"
            yield f'<line class="bar {side}" x1="{at(marks["peer"]):.1f}" x2="{at(marks["rewritten"]):.1f}" y1="{y}" y2="{y}"/>'
        for mark, _ in MARKS:
            if mark in marks:
                yield shape(mark, at(marks[mark]), y)
    about = results.get("machine", {})
    yield text(16, bottom + 38, " · ".join(filter(None, (about.get("cpu"), about.get("date"), about.get("revision"), "one thread",
                                             "AVX2" if results.get("isa") == "avx2" else ""))),
               "soft")
    yield "</svg>"


def write(results, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(draw(results)) + "\n")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        write(json.load(file), sys.argv[2])


if __name__ == "__main__":
    main()
