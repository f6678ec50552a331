"""database.py DIR DSL SOURCE [FLAG...] [-- SOURCE [FLAG...]]...: writes DIR/compile_commands.json as CMake does for g++.

A source is named relative to DIR; "{dir}" in a flag is DIR.
"""
import itertools
import json
import os
import sys

folder, dsl, *rest = sys.argv[1:]
folder = os.path.realpath(folder)
entries = []
for is_separator, words in itertools.groupby(rest, lambda word: word == "--"):
    if is_separator:
        continue
    source, *flags = [word.replace("{dir}", folder) for word in words]
    entries.append({"directory": folder, "file": source,
                    "arguments": ["g++", "-std=c++20", "-I" + dsl, *flags, "-o", source + ".o", "-c", source]})
with open(os.path.join(folder, "compile_commands.json"), "w") as file:
    json.dump(entries, file, indent=1)
