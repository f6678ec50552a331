"""From the launches of the harness to what the table says.

A time is the median over launches of the median over the repetitions of a launch: some
of the noise is there only between processes (bench/harness/main.cpp).
"""

import statistics

from gates import gate_of

NOISY = 0.10  # launches that differ by more are marked


def merge(launches):
    """The cases of several launches as one list; times become medians."""
    cases, missing = {}, {}
    for launch in launches:
        for each in launch["missing"]:
            missing[each["kind"], each["label"], each["families"]] = each
        for case in launch["cases"]:
            into = cases.setdefault(case["id"], {key: case[key] for key in ("id", "family", "level", "limit", "work", "skipped")}
                                    | {"results": {}})
            for result in case["results"]:
                add_result(into["results"], result)
    for case in cases.values():
        case["results"] = [finish(result) for result in case["results"].values()]
    return list(cases.values()), list(missing.values())


def add_result(results, result):
    """One launch of an entry. Wrong once is wrong."""
    key = result["kind"], result["label"], result["variant"]
    into = results.setdefault(key, {"kind": key[0], "label": key[1], "variant": key[2], "right": True,
                                    "detail": result["detail"], "launches": [], "wall": []})
    if not result["right"]:
        into.update(right=False, detail=result["detail"])
    if result["times"]:
        into["launches"].append(statistics.median(result["times"]))
        into["wall"].append(statistics.median(result["wall_times"]))


def finish(result):
    launches = result["launches"]
    result["time"] = statistics.median(launches) if launches and result["right"] else None
    result["spread"] = max(launches) / min(launches) - 1 if launches else 0.0
    return result


def first(results, kind):
    """The entry of the table: modules stand in order of preference, and only unnamed variants are the kernel itself."""
    return next((r for r in results if r["kind"] == kind and r["variant"] == "" and r["time"]), None)


def ranked(result):
    """Peers count that are right, and use no instructions that our targets have not got."""
    return result["time"] and not result["variant"].startswith("amx")


def fastest(results, kind, variant=None):
    candidates = [r for r in results if r["kind"] == kind and ranked(r) and variant in (None, r["variant"])]
    return min(candidates, key=lambda r: r["time"], default=None)


def judge(case, ours):
    """Gate and goals of a case: (met or missed, sentence), or None where there are none."""
    gate = gate_of(case["id"])
    if gate is None or ours is None:
        return None
    peer = fastest(case["results"], "peer", gate.against)
    if peer is None:
        return None
    ratio = peer["time"] / ours["time"]
    met = ratio >= gate.gate
    against = f" against {gate.against}" if gate.against else ""
    said = [f"gate {gate.gate:g}{against} {'met' if met else 'missed'}" + (f" ({ratio:.2f})" if gate.against else "")]
    if gate.goal is not None:
        said.append(f"goal {gate.goal:g} {'met' if ratio >= gate.goal else 'missed'}")
    if gate.limit is not None:
        yardstick = fastest(case["results"], "limit", gate.yardstick)
        percent = 100 * yardstick["time"] / ours["time"] if yardstick else 0
        name = f"{gate.yardstick} {case['limit']}" if gate.yardstick else "limit"
        said.append(f"goal {gate.limit:g} % of {name} {'met' if percent >= gate.limit else 'missed'}"
                    + (f" ({percent:.0f})" if gate.yardstick else ""))
    return met, ", ".join(said)


def summary(case):
    """What a row of the table says; None where nothing was measured."""
    results = case["results"]
    written, ours = first(results, "written"), first(results, "rewritten")
    peer, limit = fastest(results, "peer"), fastest(results, "limit")

    def ratio(numerator):
        return numerator["time"] / ours["time"] if numerator and ours else None

    return {"written": written, "rewritten": ours, "peer": peer, "limit": limit, "gain": ratio(written),
            "ratio": ratio(peer), "of_limit": ratio(limit), "verdict": judge(case, ours)}


def name(result):
    return result["label"] + (f" {result['variant']}" if result["variant"] else "")
