"""make-texts.py SOURCE DIR: the source in other encodings."""
import os
import sys

source, folder = sys.argv[1:]
text = open(source, "rb").read()


def write(name, content):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


write("crlf.cpp", text.replace(b"\n", b"\r\n"))
write("bom.cpp", b"\xef\xbb\xbf" + text)
write("no-newline.cpp", text[:-1])
write("latin1.cpp", b"// caf\xe9\n" + text)
write("empty.cpp", b"")
write("a dir/sch\u00e9 ma.cpp", text)
write("target.cpp", text)
os.symlink("target.cpp", os.path.join(folder, "link.cpp"))
