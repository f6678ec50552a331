"""compiler.py COMPILER SOURCE DSL: writes compile_commands.json of one entry, with the C++ library of the compiler's own place."""
import json
import os
import sys

compiler, source, dsl = sys.argv[1:]
# Without the system's C++ library: headers of the toolchain, or none.
command = f"{compiler} -std=c++20 -stdlib=libc++ -I{dsl} -c {source}"
with open("compile_commands.json", "w") as file:
    json.dump([{"directory": os.getcwd(), "file": source, "command": command}], file)
