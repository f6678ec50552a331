"""interrupt.py TOOL SOURCE DIR: stops the tool at moments that do not depend on the clock.

It waits for a pipe: as an include it stops the parse, as the last file to write it stops when the others are there.
"""
import os
import signal
import subprocess
import sys
import time

tool, source, folder = sys.argv[1:]
old = open(source).read()
names = [os.path.join(folder, name) for name in ("a.cpp", "b.cpp")]
pipe = os.path.join(folder, "pipe")
os.mkfifo(pipe)


def contents():
    return [open(name).read() for name in names]


def opened():
    """The pipe, once somebody reads it; nothing comes out of it."""
    try:
        return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
    except OSError:
        return None


def heeds_signals():
    """Shells have what runs in the background ignore interrupts."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def run(when, number):
    for name in names:
        with open(name, "w") as file:
            file.write(old)
    if when == "parsing":
        with open(names[1], "w") as file:
            file.write('#include "pipe"\n' + old)
    before = contents()
    extra = ["--sarif=" + pipe] if when == "writing" else []
    process = subprocess.Popen([tool, "-i", *extra, *names, "--"], start_new_session=True, preexec_fn=heeds_signals)
    writer = None
    for _ in range(1000):
        if when == "writing" and all(now != was for now, was in zip(contents(), before)):
            break
        if when == "parsing" and (writer := opened()) is not None:
            break
        time.sleep(0.02)
    os.killpg(process.pid, number)
    process.wait(timeout=60)
    if writer is not None:
        os.close(writer)
    left = sorted(set(os.listdir(folder)) - {"a.cpp", "b.cpp", "pipe"})
    now = contents()
    state = "old" if now == before else "new" if all(n != b and "store" in n for n, b in zip(now, before)) else "mixed"
    print(f"{signal.Signals(number).name} while {when}: {state}" + (f", left {left}" if left else ""))


for when in ("parsing", "writing"):
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        run(when, number)
