"""pages-run ROOT: is each page with a console block given to run-docs by some test?"""
import os
import re
import sys

root = sys.argv[1]


def files(below, extension):
    for folder, folders, names in os.walk(os.path.join(root, below)):
        folders[:] = [each for each in folders if not each.startswith((".", "build"))]
        yield from (os.path.join(folder, name) for name in names if name.endswith(extension))


def text(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


pages = [page for page in files("", ".md") if "\n```console\n" in text(page)]
runs = "\n".join(text(test) for test in files("test", ".test"))
left = [page for page in pages if not re.search(rf"run-docs .*%root/{re.escape(os.path.relpath(page, root))}\b", runs)]
print("\n".join(f"no test runs the commands of {os.path.relpath(page, root)}" for page in left) or "every page with commands is run")
