"""shortened.py TOOL SOURCE DIR: shortens a source while the tool has it open and waits for an include."""
import os
import subprocess
import sys
import threading

tool, source, folder = sys.argv[1:]
a, b, pipe = (os.path.join(folder, name) for name in ("a.cpp", "b.cpp", "pipe"))
os.mkfifo(pipe)
old = open(source).read()
with open(a, "w") as file:
    file.write(old)
with open(b, "w") as file:
    file.write('#include "pipe"\n' + old + "// " + "x" * 100000 + "\n")  # large enough to be worth a mapping
process = subprocess.Popen([tool, "-j1", "-i", a, b, "--"], stderr=subprocess.DEVNULL)
with open(pipe, "w") as include:  # the tool has come to the include of the last source
    print("while the last source is parsed: " + ("nothing is written" if open(a).read() == old else "a.cpp is written"))
    os.truncate(b, 20)
    include.write("\n")


def feed():
    while True:  # whenever it is parsed again
        with open(pipe, "w") as include:
            include.write("\n")


threading.Thread(target=feed, daemon=True).start()
code = process.wait(timeout=60)
print(f"exit code {code}, a.cpp " + ("as it was" if open(a).read() == old else "changed") + ", b.cpp " + ("as somebody left it" if os.path.getsize(b) == 20 else "overwritten"))
