"""time-budget.py FACTOR TOOL SOURCE DSL: does the tool take at most FACTOR times the processor time of -fsyntax-only?

The least of several runs that alternate, since other work on the machine only ever adds.
"""
import resource
import subprocess
import sys

factor, tool, source, dsl = sys.argv[1:]


def seconds(*command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


parse, rewrite = [], []
for _ in range(12):
    parse.append(seconds("clang++-22", "-std=c++20", "-fsyntax-only", "-I" + dsl, source))
    rewrite.append(seconds(tool, source, "-o", "/dev/null", "--", "-std=c++20", "-I" + dsl))
    ratio = min(rewrite) / min(parse)
    if len(parse) >= 2 and ratio <= float(factor):
        break
print(f"{min(rewrite):.2f} s of {min(parse):.2f} s: {ratio:.2f}, {'within' if ratio <= float(factor) else 'over'} the budget")
