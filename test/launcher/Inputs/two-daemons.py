"""two-daemons COMMAND...: runs the command with two distcc daemons on this machine, and says how much they compiled."""
import os
import re
import socket
import subprocess
import sys
import tempfile
import time


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def answers(port):
    with socket.socket() as s:
        return s.connect_ex(("127.0.0.1", port)) == 0


with tempfile.TemporaryDirectory() as folder:
    ports, daemons = [free_port(), free_port()], []
    logs = [os.path.join(folder, f"log{n}") for n in (1, 2)]
    for port, log in zip(ports, logs):
        # As root, a daemon becomes another user, who has a directory for its files only below /tmp.
        user = ["--user", "nobody"] if os.getuid() == 0 else []
        with open(log, "w") as file:
            daemons.append(subprocess.Popen(
                ["distccd", "--no-detach", "--daemon", "--allow", "127.0.0.1", "--listen", "127.0.0.1", "--port", str(port),
                 "--jobs", "1", "--enable-tcp-insecure", "--log-stderr", "--log-level", "info", *user],
                stdin=subprocess.DEVNULL, stderr=file, env={**os.environ, "TMPDIR": "/tmp"}))
    try:
        deadline = time.monotonic() + 30
        while not all(map(answers, ports)) and time.monotonic() < deadline:
            time.sleep(0.1)
        hosts = " ".join(f"127.0.0.1:{port}/1" for port in ports)
        done = subprocess.run(sys.argv[1:], env={**os.environ, "DISTCC_HOSTS": hosts, "DISTCC_FALLBACK": "0", "DISTCC_DIR": folder})
    finally:
        for daemon in daemons:
            daemon.terminate()
        for daemon in daemons:
            daemon.wait()
    compiled = [len(re.findall("COMPILE_OK", open(log, errors="replace").read())) for log in logs]
    print(f"the daemons compiled {sum(compiled)}")
sys.exit(done.returncode)
