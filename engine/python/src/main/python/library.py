"""library.py SOURCE TO: compiles the standard library.

Writes to the directory TO the modules as .pyc, from which the snapshot is made, and library.bin:
the marshalled dictionary of each module's name to whether it is a package, and its compressed
code.
"""

import importlib.util
import marshal
import pathlib
import re
import sys
import zlib

LEFT_OUT = re.compile(
    r"(.*/)?(test|tests|__pycache__|idlelib|lib2to3|tkinter|turtledemo|ensurepip|msilib|idle_test"
    r"|asyncio|curses|dbm|multiprocessing|venv|distutils|ctypes|site-packages|pydoc_data|xmlrpc"
    r"|wsgiref)/.*"
    r"|(turtle|antigravity|this|pty|tty|crypt|nturl2path|_osx_support|_aix_support|webbrowser|_pyio"
    r"|_pydecimal|imaplib|smtplib|smtpd|nntplib|ftplib|telnetlib|poplib|socketserver|ssl"
    r"|asyncore|asynchat|http/server|importlib/_bootstrap|importlib/_bootstrap_external)\.py"
)
HEADER = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)


def main():
    source, to = map(pathlib.Path, sys.argv[1:])
    modules = {}
    for file in sorted(source.rglob("*.py")):
        name = file.relative_to(source).as_posix()
        if LEFT_OUT.fullmatch(name):
            continue
        shown = f"/usr/lib/python3.11/{name}"
        if name == "escarole_start.py":
            shown = "<frozen importlib._bootstrap_external>"
        code = marshal.dumps(compile(file.read_bytes(), shown, "exec", dont_inherit=True))
        place = (to / name).with_suffix(".pyc")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(HEADER + code)
        package = file.name == "__init__.py"
        module = ".".join(pathlib.PurePath(name).with_suffix("").parts[: -1 if package else None])
        if not module.startswith(("escarole_start", "preloaded")):
            modules[module] = package, zlib.compress(code, 9)
    (to / "library.bin").write_bytes(marshal.dumps(modules))
    print(len(modules), "modules,", sum(len(v[1]) for v in modules.values()), "bytes", file=sys.stderr)


main()
