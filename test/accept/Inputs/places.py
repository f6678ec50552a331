"""places.py LOG: does each remark and note of the log name a place of a file beside it, where a word or a bracket begins?"""
import re
import sys

counts, files, wrong = {"remark": 0, "note": 0}, set(), []
for name, line, column, kind in re.findall(r"^([^:\n]+):(\d+):(\d+): (remark|note): ", open(sys.argv[1]).read(), re.M):
    lines = open(name).read().split("\n")
    before, at = lines[int(line) - 1][: int(column) - 1], lines[int(line) - 1][int(column) - 1 :]
    if not re.match(r"[\w{(\[#/]", at) or re.search(r"\w$", before) and re.match(r"\w", at):
        wrong.append(f"{name}:{line}:{column}: {kind}: {before}|{at}")
    counts[kind] += 1
    files.add(name)
print("\n".join(wrong))
print(f"{counts['remark']} remarks and {counts['note']} notes in {' '.join(sorted(files))}, " + ("not all" if wrong else "all") + " of them at a word or a bracket")
