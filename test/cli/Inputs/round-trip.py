"""round-trip.py --tool=T --dsl=DIR --work=DIR SOURCE...

Are the bytes the same whether the tool writes a source, clang-apply-replacements applies
the exported YAML, or an editor the fixes of the SARIF log? And does llvm-remarkutil read
the remarks? The copies of all sources are rewritten in one run.
"""

import argparse
import os
import shutil
import subprocess
import sys

parser = argparse.ArgumentParser()
for name in ("--tool", "--dsl", "--work"):
    parser.add_argument(name, required=True)
parser.add_argument("sources", nargs="+")
args = parser.parse_args()
HERE = os.path.dirname(os.path.abspath(__file__))
CHECK = os.path.join(os.path.dirname(HERE), "..", "tools", "check-sarif")


def copies(name):
    folder = os.path.join(args.work, name)
    os.makedirs(folder)
    return [shutil.copy(source, os.path.join(folder, f"{i}-{os.path.basename(source)}")) for i, source in enumerate(args.sources)]


def run(*command, **options):
    ran = subprocess.run(command, capture_output=True, text=True, errors="replace", **options)
    if ran.returncode:
        sys.exit(f"{command}: exit code {ran.returncode}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


shutil.rmtree(args.work, ignore_errors=True)
written, by_yaml, by_sarif = copies("written"), copies("yaml"), copies("sarif")
folders = sorted({os.path.dirname(os.path.abspath(source)) for source in args.sources})
flags = ["--", "-std=c++20", "-I", args.dsl, *(f"-iquote{folder}" for folder in folders)]
run(args.tool, "-i", *written, *flags)
fixes = os.path.join(args.work, "fixes")
os.makedirs(fixes)
run(args.tool, f"--export-fixes={fixes}/all.yaml", *by_yaml, *flags)
run("clang-apply-replacements-22", fixes)
sarif, remarks = os.path.join(args.work, "log.sarif"), os.path.join(args.work, "remarks.yaml")
run(args.tool, "--diff", f"--sarif={sarif}", f"--remarks-file={remarks}", *by_sarif, *flags)
run(sys.executable, CHECK, "--apply", sarif)

changed = 0
for source, *three in zip(args.sources, written, by_yaml, by_sarif):
    texts = [open(each, "rb").read() for each in three]
    changed += texts[0] != open(source, "rb").read()
    if len(set(texts)) != 1:
        sys.exit(f"{source}: the ways differ, see {three}")
counted = run("llvm-remarkutil-22", "count", "--parser=yaml", "--count-by=remark-name", "--group-by=total", remarks)
print(f"{changed} of {len(args.sources)} sources changed, the same on three ways; {counted.split(',')[-1].strip()} remarks")
