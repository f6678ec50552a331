"""--explain knows every pass and reason that --list-passes=json names."""
import json
import subprocess
import sys

tool = sys.argv[1]
data = json.loads(subprocess.run([tool, "--list-passes=json"], check=True, capture_output=True).stdout)
reasons = list(data["common-reasons"])
for each in data["passes"]:
    reasons += each["reasons"]
words = [each["name"] for each in data["passes"]] + [reason["code"] for reason in reasons]
for word in words:
    out = subprocess.run([tool, "--explain=" + word], check=True, capture_output=True, text=True).stdout
    assert out.startswith(word), (word, out)
for reason in reasons:
    assert reason["summary"].endswith("."), reason
    assert not reason["remedy"] or reason["remedy"].endswith("."), reason
