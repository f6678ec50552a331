"""many.py DIR SOURCE N: N copies of a source as k00.cpp, k01.cpp, ..., each with a first line of its own."""

import os
import sys

directory, source, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
text = open(source, encoding="utf-8").read()
for i in range(count):
    with open(os.path.join(directory, f"k{i:02}.cpp"), "w", encoding="utf-8") as file:
        file.write(f"// {i}\n{text}")
