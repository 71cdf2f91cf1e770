def start():
    """Runs the program of a command that was built from files of Python, which it finds in memory."""
    import binascii, importlib.util, json, linecache, sys

    files = json.loads(PACKED)
    text = {name: binascii.a2b_base64(content) for name, content in files["files"].items()}
    main = files["main"]
    place = "/command/"
    home = main[: main.rfind("/") + 1]

    class Files:
        """Finds and loads modules beside the main file."""

        def find_spec(self, name, path=None, target=None):
            base = home + name.replace(".", "/")
            for file in (base + "/__init__.py", base + ".py"):
                if file in text:
                    package = file.endswith("/__init__.py")
                    spec = importlib.util.spec_from_loader(name, self, origin=place + file, is_package=package)
                    spec.has_location = True
                    if package:
                        spec.submodule_search_locations = [place + base]
                    return spec
            if any(each.startswith(base + "/") for each in text):
                spec = importlib.util.spec_from_loader(name, None, is_package=True)
                spec.submodule_search_locations = [place + base]
                return spec
            return None

        def create_module(self, spec):
            return None

        def exec_module(self, module):
            exec(code(module.__spec__.origin), module.__dict__)

        def get_source(self, name):
            return importlib.util.decode_source(self.get_data(sys.modules[name].__spec__.origin))

        def get_data(self, path):
            try:
                return text[path.removeprefix(place)]
            except KeyError:
                raise FileNotFoundError(path) from None

    loader = Files()

    def code(path):
        lines = importlib.util.decode_source(loader.get_data(path)).splitlines(True)
        linecache.cache[path] = (len(lines), None, lines, path)
        return compile(loader.get_data(path), path, "exec", dont_inherit=True)

    def show(kind, error, trace):
        import traceback

        # The first frames are those of this file.
        while trace and trace.tb_frame.f_code.co_filename == "<string>":
            trace = trace.tb_next
        traceback.print_exception(kind, error, trace)

    sys.meta_path.insert(0, loader)
    sys.excepthook = show
    sys.argv[0] = sys.orig_argv[0] if sys.orig_argv else main
    if sys.path and sys.path[0] == "":
        # Modules of whoever owns the working directory.
        del sys.path[0]
    namespace = sys.modules["__main__"].__dict__
    del namespace["start"]
    namespace["__file__"] = place + main
    namespace["__loader__"] = loader
    return code(place + main), namespace


exec(*start())
