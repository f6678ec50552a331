"""every-pass PASSES.json CHECKS [PAGE]: does clang-tidy list a check for each pass, and the page the others?"""
import json
import sys

passes = {"pto-" + each["name"] for each in json.load(open(sys.argv[1]))["passes"]}
checks = {line.strip() for line in open(sys.argv[2]) if line.startswith("    pto-")}
print("each pass has a check" if passes <= checks else f"without a check: {sorted(passes - checks)}")
print("the others:", *sorted(checks - passes))
if len(sys.argv) > 3:
    page = open(sys.argv[3]).read()
    missing = [each for each in checks - passes if f"| `{each}` |" not in page]
    print(f"not on the page: {missing}" if missing else "the page has them all")
