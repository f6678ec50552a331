"""What happens to text that stands between any two tokens of a kernel?

    boundaries.py KIND SOURCE OUT           copies each kernel of SOURCE once for each boundary of its body, with
                                            something of that KIND there: comment, line-comment, directive, macro
    boundaries.py --check NAME OUT AFTER REMARKS
                                            nothing of it is lost or doubled in AFTER, and every copy of the kernel NAME
                                            was either changed or has a remark that says why not

KIND macro spells the token behind the boundary by a macro of its own. A kernel begins with PTO_ at the beginning of a
line and ends with a brace there.
"""

import re
import sys

KERNEL = re.compile(r"^PTO_.*?^}\n", re.M | re.S)
TOKEN = re.compile(r"\w+(?:\.\w+)?|::|\+\+|<=|>=|[^\w\s]")
MARK = re.compile(r"/\*c\d+\*/|//c\d+$|^#pragma c\d+$", re.M)
NAME = re.compile(r"(\w+)\(In<")


def insertion(kind, number):
    return {"comment": f"/*c{number}*/", "line-comment": f"//c{number}\n", "directive": f"\n#pragma c{number}\n"}[kind]


def generate(kind, source, out):
    text = open(source).read()
    kernels = [m.group() for m in KERNEL.finditer(text)]
    macros, copies, names = "", "", []
    for kernel in kernels:
        begin = kernel.index("{\n") + 2
        for token in TOKEN.finditer(kernel, begin):
            if token.end() == len(kernel) - 1 and kind == "macro":
                continue  # where the kernel ends
            number = len(names)
            names.append(NAME.search(kernel).group(1) + str(number))
            if kind == "macro":
                macros += f"#define C{number} {token.group()}\n"
                body = kernel[: token.start()] + f" C{number} " + kernel[token.end() :]
            else:
                body = kernel[: token.start()] + insertion(kind, number) + kernel[token.start() :]
            copies += NAME.sub(names[-1] + "(In<", body, count=1) + "\n"
    text = KERNEL.sub("", text).rstrip("\n") + "\n"
    with open(out, "w") as file:
        file.write(text + macros + "\n" + copies + f"PTO_TEST_MAIN({', '.join(names)})\n")
    print(f"{len(names)} copies")


def copies(path):
    return {NAME.search(m.group()).group(1): m for m in KERNEL.finditer(open(path).read())}


def check(kernel, before, after, remarks):
    text = open(before).read()
    said = {int(n) for n in re.findall(r"^[^:\n]+:(\d+):\d+: remark: .*\[-Rpass-missed=", open(remarks).read(), re.M)}
    now, kept, wrong = copies(after), 0, []
    for name, match in copies(before).items():
        if sorted(MARK.findall(match.group())) != sorted(MARK.findall(now[name].group())):
            wrong.append(f"{name}: {MARK.findall(match.group())} became {MARK.findall(now[name].group())}")
        if match.group() == now[name].group() and name.startswith(kernel):
            kept += 1
            first = text.count("\n", 0, match.start()) + 1
            if not said & set(range(first, first + match.group().count("\n"))):
                wrong.append(f"{name} was kept without a word")
    print("\n".join(wrong + [f"{sum(name.startswith(kernel) for name in now) - kept} rewritten, {kept} kept"]))
    return 1 if wrong else 0


if sys.argv[1] == "--check":
    sys.exit(check(*sys.argv[2:]))
generate(*sys.argv[1:])
