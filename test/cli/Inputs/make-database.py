"""make-database.py ROOT SOURCE DSL: ROOT/src and ROOT/build/compile_commands.json, all relative."""
import json
import os
import sys

root, source, dsl = sys.argv[1:]
text = '#include "inc.h"\n' + open(source).read()
for name in ("rows.cpp", "more.cpp"):
    with open(os.path.join(root, "src", name), "w") as file:
        file.write(text)
with open(os.path.join(root, "src/inc/inc.h"), "w") as file:
    file.write('#ifndef NEEDED\n#error "NEEDED is missing"\n#endif\n')

flags = f"-std=c++20 -DNEEDED -I../src/inc -I{dsl} -Werror -Wno-such-warning -fconcepts -fipa-pta -MD -MF x.d"
entries = [
    {"directory": ".", "file": "../src/rows.cpp", "command": f"g++ {flags} -o rows.o -c ../src/rows.cpp"},
    {"directory": ".", "file": "../src/more.cpp", "arguments": ["ccache", "g++", *flags.split(), "-c", "../src/more.cpp"]},
    {"directory": ".", "file": "../src/more.cpp", "command": f"g++ {flags} -DOTHER -o more2.o -c ../src/more.cpp"},
    {"directory": ".", "file": "../src/asm.S", "command": "gcc -c ../src/asm.S"},
]
with open(os.path.join(root, "build/compile_commands.json"), "w") as file:
    json.dump(entries, file)
