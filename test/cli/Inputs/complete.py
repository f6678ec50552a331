"""complete.py SCRIPT: what bash completes with it, in a directory with a.cpp and build/."""
import os
import subprocess
import sys

os.makedirs("build", exist_ok=True)
script = sys.argv[1]
for typed in ("--pas", "--passes=fold-no", "-p bui", "a"):
    words = ["pto-rewrite", *typed.split()]
    line = " ".join(words)
    code = f"""source ./{script}
COMP_LINE='{line}' COMP_POINT={len(line)} COMP_WORDS=({" ".join(words)}) COMP_CWORD={len(words) - 1}
_pto_rewrite; echo "${{COMPREPLY[*]}}\""""
    out = subprocess.run(["bash", "-c", code], capture_output=True, text=True)
    print(f"{typed}: {out.stdout.strip()}{out.stderr}")
