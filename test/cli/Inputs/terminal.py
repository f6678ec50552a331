"""terminal.py COMMAND...: what the command prints on standard error when that is a terminal, and when it is none.

The database of the current directory gets 40 sources for it, so that the run takes more than a second.
"""
import json
import os
import pty
import shutil
import subprocess
import sys

command = sys.argv[1:]
entries = json.load(open("compile_commands.json"))
entry = entries[0]
for i in range(40):
    name = f"many{i}.cpp"
    shutil.copy("a.cpp", name)
    entries.append({**entry, "file": name, "arguments": [*entry["arguments"][:-1], name]})
json.dump(entries[2:], open("compile_commands.json", "w"))


def on_terminal(*more):
    master, slave = pty.openpty()
    process = subprocess.Popen([*command, *more], stdout=subprocess.DEVNULL, stderr=slave)
    os.close(slave)
    text = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        text += part
    process.wait()
    return text.decode()


text = on_terminal()
steps = text.count("/40] many")
print(f"a terminal: steps {min(steps, 9)} of 40, and {'a clear line' if text.endswith(chr(13) + chr(27) + '[K') else 'rubbish'} at the end")
for name, text in (("--quiet", on_terminal("--quiet")),
                   ("a pipe", subprocess.run(command, capture_output=True, text=True).stderr)):
    print(f"{name}: {'steps' if '/40]' in text else 'no steps'}")
