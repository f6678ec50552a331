"""Copies a source with other line endings and bytes; --lines-of compares instead.

    disguise.py [--crlf] [--bom] [--latin1] [--mixed] [--no-newline-at-end] FROM TO
    disguise.py --lines-of BEFORE PLAIN AFTER    AFTER is PLAIN but for line endings, and
                                                 every line of it that BEFORE has keeps its ending
"""

import sys

options = [a for a in sys.argv[1:] if a.startswith("--")]
names = [a for a in sys.argv[1:] if not a.startswith("--")]


def read(name):
    with open(name, "rb") as file:
        return file.read()


if options == ["--lines-of"]:
    before, plain, after = map(read, names)
    if after.replace(b"\r\n", b"\n") != plain:
        sys.exit("the rewritten file differs in more than line endings")
    known = set(before.splitlines(True))
    texts = {line.rstrip(b"\r\n") for line in known}
    wrong = [line for line in after.splitlines(True) if line.rstrip(b"\r\n") in texts and line not in known]
    sys.exit(f"lines with another ending: {wrong}" if wrong else 0)

data = read(names[0])
if "--latin1" in options:
    data = data.replace(b"// plain\n", b"// pl\xe4in\n")
if "--no-newline-at-end" in options:
    data = data.rstrip(b"\n")
if "--crlf" in options:
    data = data.replace(b"\n", b"\r\n")
if "--mixed" in options:
    lines = data.split(b"\n")
    data = b"".join(line + (b"\r\n" if i % 3 == 1 else b"\n") for i, line in enumerate(lines[:-1])) + lines[-1]
if "--bom" in options:
    data = b"\xef\xbb\xbf" + data
with open(names[1], "wb") as file:
    file.write(data)
