"""die.py TOOL SOURCE DIE.SO DIR: rewrites in place, killed before chosen system calls by DIE.SO."""
import fcntl
import os
import shutil
import signal
import subprocess
import sys

tool, source, library, folder = sys.argv[1:]
FILES = 3
names = [f"{i}.cpp" for i in range(FILES)]
command = [tool, "-j1", "-i", *[os.path.join(folder, name) for name in names], "--"]


def reset():
    shutil.rmtree(folder, ignore_errors=True)
    os.mkdir(folder)
    for name in names:
        shutil.copy(source, os.path.join(folder, name))
        os.chmod(os.path.join(folder, name), 0o640)


def contents():
    return [open(os.path.join(folder, name), "rb").read() for name in names]


def left():
    return sorted(set(os.listdir(folder)) - set(names))


def complete():
    subprocess.run(command, check=True)
    assert contents() == [new] * FILES, "the next run does not complete the edits"
    assert all(os.stat(os.path.join(folder, name)).st_mode & 0o777 == 0o640 for name in names), "modes changed"


def killed_before(call, number, **settings):
    reset()
    environment = os.environ | {"LD_PRELOAD": library, "DIE_BEFORE": call, "DIE_AT": str(number)} | settings
    assert subprocess.run(command, env=environment).returncode == -9, f"no {number} calls of {call}"
    now = contents()
    assert all(each in (old, new) for each in now), "a file is neither old nor new"
    print(f"killed before {call} {number}: {now.count(new)} of {FILES} rewritten, {len(left())} left")
    complete()
    assert not left(), f"the next run leaves {left()}"


reset()
old = contents()[0]
subprocess.run(command, check=True)
new = contents()[0]
assert new != old
for number in range(1, FILES + 1):
    killed_before("link", number)
for number in range(1, FILES + 1):
    killed_before("rename", number)
killed_before("tmpfile", FILES)
for call, number in [("create", 1), ("create", FILES), ("rename", 1), ("rename", FILES)]:
    killed_before(call, number, NO_TMPFILE="1")

# An interrupt removes the temporaries, unless the caller had it ignored: then nothing happens.
for ignored in (False, True):
    reset()
    environment = os.environ | {"LD_PRELOAD": library, "DIE_BEFORE": "rename", "DIE_AT": "2", "DIE_OF": str(int(signal.SIGINT))}
    prepare = lambda: signal.signal(signal.SIGINT, signal.SIG_IGN if ignored else signal.SIG_DFL)
    code = subprocess.run(command, env=environment, preexec_fn=prepare).returncode
    rewritten = contents().count(new)
    print(f"{'ignored' if ignored else 'interrupted'}: exit code {code}, {rewritten} of {FILES} rewritten, {len(left())} left")

reset()
for name in ["0.cpp.pto-tmp-abcdef", "0.cpp.pto-tmp-abcdefg", "9.cpp.pto-tmp-abcdef", "1.cpp.pto-tmp-dead01"]:
    open(os.path.join(folder, name), "w").close()
os.symlink("0.cpp", os.path.join(folder, "0.cpp.pto-tmp-link01"))
with open(os.path.join(folder, "0.cpp.pto-tmp-abcdef"), "w") as living:
    fcntl.flock(living, fcntl.LOCK_EX)
    complete()
print("kept:", *left())
