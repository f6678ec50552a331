"""exit-code.py N COMMAND...: succeeds if the command exits with N. Passes its output on."""
import subprocess
import sys

code = subprocess.run(sys.argv[2:]).returncode
if code != int(sys.argv[1]):
    sys.exit(f"exit code {code}, not {sys.argv[1]}: {' '.join(sys.argv[2:])}")
