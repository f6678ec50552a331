"""kill.py TOOL SOURCE DIR: rewrites in place many times and kills the tool at a random moment."""
import os
import random
import signal
import subprocess
import sys
import time

tool, source, folder = sys.argv[1:]
KILLS, FILES = 50, 6
old = open(source, "rb").read()
names = [os.path.join(folder, f"{i}.cpp") for i in range(FILES)]
command = [tool, "-i", *names, "--"]


def reset():
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    for name in names:
        with open(name, "wb") as file:
            file.write(old)


def contents():
    return [open(name, "rb").read() for name in names]


reset()
start = time.monotonic()
subprocess.run(command, check=True)
duration = time.monotonic() - start
new = contents()[0]
assert new != old and contents() == [new] * FILES

random.seed(1)
mixed = finished = 0
for kill in range(KILLS):
    reset()
    process = subprocess.Popen(command)
    # Half of them near the end, where the files are written.
    time.sleep(duration * (random.uniform(0, 1.1) if kill % 2 else random.uniform(0.85, 1.05)))
    process.send_signal(signal.SIGINT if kill % 5 == 0 else signal.SIGKILL)
    process.wait()
    now = contents()
    assert all(each in (old, new) for each in now), "a file is neither old nor new"
    if kill % 5 == 0:
        assert set(os.listdir(folder)) == {os.path.basename(n) for n in names}, "an interrupt left a temporary file"
    mixed += 0 < now.count(new) < FILES
    finished += now.count(new) == FILES
    # The next run does the rest.
    if kill % 10 == 9:
        subprocess.run(command, check=True)
        assert contents() == [new] * FILES
print(f"{KILLS} kills: {finished} after the end, {mixed} between two files")
