"""The before/after that a pass declares (and its page shows) is what the pass does."""
import json
import os
import subprocess
import sys

tool, folder = sys.argv[1:]
HEAD = """#include <pto/dsl.h>
using namespace pto::dsl;

PTO_INCORE Tensor<float, 1, 8> fill_row(In<Tensor<float, 4, 8>> x, Index r, Out<Tensor<float, 1, 8>> out) {
  return tile::store(tile::load<1, 8>(x, {r, 0}), {0, 0}, out);
}

"""
os.makedirs(folder, exist_ok=True)
bad = 0
for each in json.loads(subprocess.run([tool, "--list-passes=json"], check=True, capture_output=True).stdout)["passes"]:
    path = os.path.join(folder, each["name"] + ".cpp")
    with open(path, "w") as file:
        file.write(HEAD + each["before"] + "\n")
    allow = ["--allow=" + each["allow"]] if each.get("allow") else []
    run = subprocess.run([tool, "--passes=" + each["name"], *allow, path, "--"], capture_output=True, text=True)
    want = HEAD + each["after"] + "\n"
    if run.returncode != 0 or run.stdout != want or not each["before"]:
        bad += 1
        print(f"{each['name']}: exit code {run.returncode}\n{run.stderr}{run.stdout}\ndeclared is\n{want}")
sys.exit(1 if bad else 0)
