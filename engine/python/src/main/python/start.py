"""What is done once when Python is frozen (importing this, finish) and in each leaf (run)."""

import builtins
import gc
import importlib.machinery
import importlib.util
import io
import marshal
import os
import sys
import zlib

# The name of a file of importlib, so that imports that fail do not show these functions.
HERE = (lambda: 0).__code__.co_filename
LIBRARY = "/usr/lib/python3.11"
USAGE = """\
usage: python [option] ... [-c cmd | -m mod | file | -] [arg] ...
-c cmd : program passed in as string (terminates option list)
-m mod : run library module as a script (terminates option list)
file   : program read from a file, or from a directory or zip file that has a __main__.py
-      : program read from standard input (also without an argument)
-h     : print this text
-V     : print the version; twice for more
-E, -I, -P : ignore PYTHONPATH; -I and -P also leave the program's directory out of sys.path
-u     : write output at once
-W arg : control warnings
-b, -B, -d, -O, -q, -R, -s, -S, -v, -x, -X opt, --check-hash-based-pycs opt are not needed here
"""
# Options without effect: what they turn off is off, or there is nothing to tune.
QUIET = "BqRsS"
# Modules that cannot work in the sandbox, and why.
ABSENT = {
    "programs in the sandbox have no network": "_ssl asyncio asyncore ftplib imaplib nntplib poplib"
    " smtplib socketserver telnetlib wsgiref xmlrpc",
    "programs in the sandbox have no native libraries": "_ctypes ctypes",
    "programs in the sandbox start no processes": "_posixsubprocess _multiprocessing multiprocessing"
    " fcntl grp mmap nis pwd resource syslog",
    "programs in the sandbox have no terminal": "_tkinter curses readline termios tkinter turtle",
    "this Python is built without it": "_bz2 _lzma crypt dbm distutils ensurepip idlelib lib2to3 test"
    " venv",
}


class Stored(importlib._bootstrap_external._LoaderBasics):
    """Loader and finder of library modules, whose code is in the snapshot: that of modules which are
    imported there as it is, so that it shares its functions with them, and the rest compressed."""

    modules = {}

    def __init__(self, path):
        self.prefix = path[len(LIBRARY) + 1 :].replace("/", ".")

    @classmethod
    def hook(cls, path):
        if path != LIBRARY and not path.startswith(LIBRARY + "/"):
            raise ImportError("not the library")
        return cls(path)

    def find_spec(self, fullname, target=None):
        if fullname not in self.modules or fullname.rpartition(".")[0] != self.prefix:
            return None
        return self.spec(fullname)

    def spec(self, fullname):
        package = self.modules[fullname][0]
        directory = f"{LIBRARY}/{fullname.replace('.', '/')}"
        return importlib.util.spec_from_file_location(
            fullname,
            directory + ("/__init__.py" if package else ".py"),
            loader=self,
            submodule_search_locations=[directory] if package else None,
        )

    def iter_modules(self, prefix=""):
        start = self.prefix + "." if self.prefix else ""
        for name, (package, _) in self.modules.items():
            if name.startswith(start) and "." not in name[len(start) :]:
                yield prefix + name[len(start) :], package

    def get_code(self, fullname):
        code = self.modules[fullname][1]
        return marshal.loads(zlib.decompress(code)) if isinstance(code, bytes) else code

    def get_source(self, fullname):
        """The text of the library is not in the snapshot."""
        return None

    def is_package(self, fullname):
        return self.modules[fullname][0]


class Absent:
    """Finder and loader of modules that raise when they are imported, with the reason."""

    reasons = {name: reason for reason, names in ABSENT.items() for name in names.split()}

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        if fullname not in cls.reasons:
            return None
        return importlib.machinery.ModuleSpec(fullname, cls)

    @classmethod
    def create_module(cls, spec):
        raise ModuleNotFoundError(
            f"No module named {spec.name!r}: {cls.reasons[spec.name]}", name=spec.name
        )

    @classmethod
    def exec_module(cls, module):
        pass


class Asleep:
    """Finder and loader of imported modules whose state must not be frozen: it is made anew when a
    leaf imports them, so that a leaf that does not need it asks the host for nothing."""

    modules = {}

    @classmethod
    def put(cls, name, wake):
        module = sys.modules.pop(name)
        cls.modules[name] = module, wake

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        if fullname not in cls.modules:
            return None
        return importlib.machinery.ModuleSpec(fullname, cls)

    @classmethod
    def create_module(cls, spec):
        return cls.modules[spec.name][0]

    @classmethod
    def exec_module(cls, module):
        _, wake = cls.modules.pop(module.__name__)
        module.__spec__ = Stored(LIBRARY).spec(module.__name__)
        wake(module)


def import_modules():
    """Imports what each leaf finds imported; returns two of these modules, and the code of all."""
    codes = {}
    loader = importlib.machinery.SourcelessFileLoader
    inherited = loader.get_code

    def get_code(self, fullname):
        codes[fullname] = code = inherited(self, fullname)
        return code

    loader.get_code = get_code
    import preloaded
    import site

    loader.get_code = inherited
    return preloaded, site, codes


def finish():
    """Prepares everything that each leaf then has."""
    preloaded, site, codes = import_modules()
    with open(LIBRARY + "/library.bin", "rb") as file:
        Stored.modules = marshal.load(file)
    for name, code in codes.items():
        if name in Stored.modules:
            Stored.modules[name] = Stored.modules[name][0], code
    site.setquit()
    site.setcopyright()
    site.sethelper()
    sys.path_hooks.insert(0, Stored.hook)
    sys.meta_path.insert(0, Asleep)
    sys.meta_path.append(Absent)
    preloaded.settle(Asleep.put)
    del sys.modules["preloaded"], sys.modules["escarole_start"]
    for name, module in sys.modules.items():
        loader = getattr(module, "__loader__", None)
        if isinstance(loader, importlib.machinery.SourcelessFileLoader):
            adopt(name, module)
    for module, _ in Asleep.modules.values():
        adopt(module.__name__, module)
    sys.path_importer_cache.clear()
    gc.collect()
    gc.freeze()


def adopt(name, module):
    """Makes a module look as if it were imported from the snapshot."""
    spec = Stored(LIBRARY).spec(name)
    module.__loader__ = spec.loader
    module.__spec__ = spec
    module.__file__ = spec.origin
    module.__cached__ = None
    if spec.submodule_search_locations is not None:
        module.__path__ = spec.submodule_search_locations


class Usage(Exception):
    """A command line that Python does not understand."""


class Options:
    """What stands before the program on the command line, and the program itself."""

    def __init__(self, words):
        self.ignore_environment = self.safe_path = self.unbuffered = False
        self.versions = 0
        self.help = False
        self.warnings = []
        self.kind = self.program = None
        self.rest = list(words)
        while self.kind is None and self.rest:
            self.word(self.rest.pop(0))
        if self.kind is None:
            self.kind, self.program, self.rest = "stdin", "", []

    def word(self, word):
        if word == "-":
            self.kind, self.program = "stdin", "-"
        elif word.startswith("--"):
            self.long(word)
        elif word.startswith("-"):
            self.letters(word[1:])
        else:
            self.kind, self.program = "file", word

    def long(self, word):
        if word == "--help":
            self.help = True
        elif word == "--version":
            self.versions += 1
        elif word == "--check-hash-based-pycs":
            self.value(word, "")
        elif word == "--" and self.rest:
            self.kind, self.program = "file", self.rest.pop(0)
        elif word != "--":
            raise Usage(f"unknown option {word}")

    def letters(self, letters):
        while letters and self.kind is None:
            letter, letters = letters[0], letters[1:]
            if letter in "cm":
                program = self.value("-" + letter, letters)
                self.kind, self.program = ("code" if letter == "c" else "module"), program
            elif letter in "WX":
                value = self.value("-" + letter, letters)
                letters = ""
                if letter == "W":
                    self.warnings.append(value)
            else:
                self.flag(letter)

    def flag(self, letter):
        if letter in "EIP":
            self.ignore_environment |= letter in "EI"
            self.safe_path |= letter in "IP"
        elif letter == "u":
            self.unbuffered = True
        elif letter == "V":
            self.versions += 1
        elif letter in "h?":
            self.help = True
        elif letter not in QUIET:
            raise Usage(f"Unknown option: -{letter}")

    def value(self, option, attached):
        if attached:
            return attached
        if not self.rest:
            raise Usage(f"Argument expected for the {option} option")
        return self.rest.pop(0)


def run(words, environment, directory):
    """Carries out a command line; returns the exit status."""
    variables = os.environ._data
    for item in environment:
        key, _, value = item.partition(b"=")
        variables[key] = value
    here = os.fsdecode(variables.get(b"PWD", b""))
    if here not in ("", directory) and directory in ("/", "/workspace"):
        try:
            os.chdir(here)
        except OSError:
            pass  # A wrong PWD means nothing, as in other programs.
    sys.orig_argv = list(words)
    before = set(sys.modules)
    # A new module, which the collector frees at the end; it does not free what is frozen.
    main = sys.modules["__main__"] = type(sys)("__main__")
    main.__builtins__ = builtins
    main.__loader__ = importlib.machinery.BuiltinImporter
    main.__annotations__ = {}
    names = len(main.__dict__)
    del main
    try:
        options = Options(words[1:])
        status = begin(options)
    except Usage as error:
        print(f"{error}\n{USAGE}", end="", file=sys.stderr)
        status = 2
    except SystemExit as error:
        status = exit_status(error)
    except BaseException as error:
        status = 1
        show(error)
    return end(status, before, names)


def begin(options):
    if options.help:
        print(USAGE, end="")
        return 0
    if options.versions:
        print("Python", sys.version if options.versions > 1 else sys.version.split()[0])
        return 0
    settings = {} if options.ignore_environment else os.environ._data
    if options.unbuffered or settings.get(b"PYTHONUNBUFFERED"):
        sys.stdout.reconfigure(write_through=True)
    if options.warnings:
        sys.warnoptions += options.warnings
        import warnings

        warnings._processoptions(options.warnings)
    path = os.fsdecode(settings.get(b"PYTHONPATH", b""))
    sys.path[:0] = [each for each in path.split(":") if each]
    safe = options.safe_path or settings.get(b"PYTHONSAFEPATH")
    sys.argv = [options.program, *options.rest]
    PROGRAMS[options.kind](options, not safe)
    return 0


def run_code(options, find):
    sys.argv[0] = "-c"
    if find:
        sys.path.insert(0, "")
    execute(options.program, "<string>")


def run_stdin(options, find):
    if find:
        sys.path.insert(0, "")
    execute(sys.stdin.buffer.read(), "<stdin>")


def run_module(options, find):
    import runpy

    sys.argv[0] = "-m"
    if find:
        sys.path.insert(0, os.getcwd())
    runpy._run_module_as_main(options.program)


def run_file(options, find):
    name = options.program
    try:
        with open(name, "rb") as file:
            source = file.read()
    except IsADirectoryError:
        return run_archive(name)
    except OSError as error:
        print(
            f"python: can't open file {os.path.join(os.getcwd(), name)!r}:"
            f" [Errno {error.errno}] {error.strerror}",
            file=sys.stderr,
        )
        raise SystemExit(2) from None
    if source.startswith(b"PK\3\4"):
        return run_archive(name)
    if find:
        sys.path.insert(0, os.path.dirname(os.path.abspath(name)))
    main = sys.modules["__main__"].__dict__
    main["__file__"] = name
    main["__cached__"] = None
    execute(source, name)


def run_archive(name):
    import runpy

    sys.path.insert(0, name)
    runpy._run_module_as_main("__main__", False)


PROGRAMS = {"code": run_code, "stdin": run_stdin, "module": run_module, "file": run_file}


def execute(source, name):
    exec(compile(source, name, "exec", dont_inherit=True), sys.modules["__main__"].__dict__)


def exit_status(error):
    if error.code is None:
        return 0
    if isinstance(error.code, int):
        return error.code & 0xFF
    print(error.code, file=sys.stderr)
    return 1


def show(error):
    """Prints an exception as Python does, without the frames of this file."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == HERE:
        trace = trace.tb_next
    error.__traceback__ = trace
    sys.excepthook(type(error), error, trace)


def end(status, before, names):
    """Ends as the interpreter does: exit functions, objects of the program, output."""
    atexit = sys.modules.get("atexit")
    if atexit is not None:
        atexit._run_exitfuncs()
    own = [name for name in sys.modules if name not in before]
    if own or len(getattr(sys.modules.get("__main__"), "__dict__", ())) != names:
        for name in [*own, "__main__"]:
            sys.modules.pop(name, None)
        flush_files()
        gc.collect()
    for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
        try:
            stream.flush()
        except (AttributeError, ValueError):
            pass  # The program has removed or closed it.
        except OSError:
            status = 120
    return status


def flush_files():
    """Writes what open files of the program hold: in a cycle the collector may close the file first."""
    for each in gc.get_objects():
        if isinstance(each, (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom)):
            try:
                each.flush()
            except (OSError, ValueError):
                pass  # As when Python ends: there is nobody to tell.
