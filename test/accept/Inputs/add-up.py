"""add-up.py LOG: do the statistics of a run add up, by pass and reason too, to the remarks that it printed?"""
import re
import sys

log = open(sys.argv[1]).read()
count = {what: int(n) for n, what in re.findall(r"^ +(\d+)  (places matched|rewritten|declined)$", log, re.M)}
remarks = [len(re.findall(rf": remark: .*\[-R{kind}=", log)) for kind in ("pass", "pass-missed")]
parts = [sum(map(int, re.findall(form, log, re.M))) for form in (r"^ +(\d+)    [a-z-]+\d?$", r"^ +(\d+)    [a-z-]+\d?, [a-z-]+\d?$")]
good = count["places matched"] == count["rewritten"] + count["declined"] and remarks == parts == [count["rewritten"], count["declined"]]
print(f"{count['places matched']} matched: " + ("all of them rewritten or declined, and said so" if good else f"{count}, {remarks} remarks, {parts} in the parts"))
